extension RawSpan {
    /// The byte at an offset, which is checked.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 {
        // Any bits are a UInt8, and the offset is checked: the load cannot go wrong.
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// Eight bytes from an offset, which is checked.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        // As above; the load needs no alignment.
        unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Four bytes from an offset, which is checked.
    @inline(__always)
    func halfWord(_ offset: Int) -> UInt32 {
        // As above; the load needs no alignment.
        unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}
