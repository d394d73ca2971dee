// Safe ways between arrays, strings and spans of bytes.

extension Span<UInt8> {
    /// The bytes as a raw span.
    ///
    /// The standard library marks its accessor of this name unsafe, because other elements can have
    /// padding, whose bytes are not initialized. Bytes have none.
    @inlinable
    package var bytes: RawSpan {
        @_lifetime(copy self)
        get { uncheckedBytes }
    }
}

extension Span where Element: BitwiseCopyable {
    /// The standard library's ``bytes``, for the accessor of bytes that hides it.
    @usableFromInline
    var uncheckedBytes: RawSpan {
        // As above: this is called for elements without padding only.
        @_lifetime(copy self)
        @_transparent get { unsafe bytes }
    }
}

// The buffers below are used only inside the closure that lends them.
extension [UInt8] {
    /// Copies the bytes of a span.
    @inlinable
    package init(_ span: RawSpan) { self = unsafe span.withUnsafeBytes { unsafe Array($0) } }

    /// Appends the bytes of a span.
    @inlinable
    package mutating func append(contentsOf span: RawSpan) {
        unsafe span.withUnsafeBytes { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// Decodes UTF-8; replaces what is invalid.
    @inlinable
    package init(decoding span: RawSpan) {
        self = unsafe span.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension String {
    /// Returns whether the texts have the same bytes; canonically equivalent ones are equal in Swift.
    @inline(__always)
    package func hasSameBytes(as other: String) -> Bool {
        withBytes { bytes in other.withBytes { bytes.hasSameBytes(as: $0) } }
    }

    /// Calls a closure with the text's UTF-8 bytes, without copying them if they are contiguous.
    @inline(__always)
    func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        // The span cannot leave the closure.
        let result = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(RawSpan(_unsafeElements: $0))
        }
        return result ?? body(Array(utf8).span.bytes)
    }
}
