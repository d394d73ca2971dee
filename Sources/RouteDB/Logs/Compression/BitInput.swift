/// The bits of compressed data, the lowest of each byte first.
///
/// 1. `bits` holds the next `bitCount` bits, and zeros above them, whenever a method returns.
/// 2. `position` is the first byte that is not among those bits.
/// 3. The bytes of which all bits are among them are still in `bytes`, so that they can be returned.
struct BitInput {
    private var source: any LogSource
    /// Bytes that were read from the source.
    private(set) var bytes: [UInt8] = []
    /// Whether the source has no more bytes.
    private(set) var isAtEnd = false
    var position = 0
    var bits: UInt64 = 0
    var bitCount = 0
    /// The offset of the first of `bytes` in the source.
    private var base: Int64 = 0

    init(_ source: any LogSource) { self.source = source }

    /// Where the next bit is, in whole bytes.
    var offset: Int64 { base + Int64(position - bitCount / 8) }

    /// Reads more bytes behind those that are not taken yet; notes the end.
    mutating func load() throws(LogSourceError) {
        let more = try source.read()
        isAtEnd = more.isEmpty
        let first = position - bitCount / 8
        base += Int64(first)
        bytes.removeSubrange(..<first)
        bytes += more
        position -= first
    }

    /// Whether there is a byte behind those bits that were looked at; bits of a byte are dropped.
    mutating func hasByte() throws(LogSourceError) -> Bool {
        dropToByte()
        if bitCount > 0 { return true }
        while position == bytes.count, !isAtEnd { try load() }
        return position < bytes.count
    }

    /// Looks at up to 32 bits.
    mutating func peek(_ count: Int) throws(LogSourceError) -> Int {
        while bitCount < count {
            while position == bytes.count {
                guard !isAtEnd else { throw truncation }
                try load()
            }
            bits |= UInt64(bytes[position]) << UInt64(bitCount)
            bitCount += 8
            position += 1
        }
        return Int(truncatingIfNeeded: bits & (1 << UInt64(count) - 1))
    }

    /// Takes up to 32 bits.
    mutating func take(_ count: Int) throws(LogSourceError) -> Int {
        let value = try peek(count)
        drop(count)
        return value
    }

    /// Drops bits that were looked at.
    mutating func drop(_ count: Int) {
        bits >>= UInt64(count)
        bitCount -= count
    }

    /// Drops the bits up to the next whole byte.
    mutating func dropToByte() { drop(bitCount % 8) }

    /// Gives the whole bytes among the bits back to the bytes.
    mutating func returnBytes() {
        dropToByte()
        position -= bitCount / 8
        (bits, bitCount) = (0, 0)
    }

    var truncation: LogSourceError {
        LogSourceError(.truncated, "the compressed data end prematurely", at: offset)
    }

    func damage(_ message: String) -> LogSourceError {
        LogSourceError(.damaged, message, at: offset)
    }
}
