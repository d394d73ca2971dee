/// A bit stream over compressed data, starting with the lowest bit of each byte.
///
/// 1. Whenever a method returns, `bits` holds the next `bitCount` bits, with zeros above them.
/// 2. `position` is the index of the first byte that is not in `bits`.
/// 3. Whole bytes in `bits` are still in `bytes` too, so that they can be returned.
struct BitInput {
    private var source: any LogSource
    /// Bytes read from the source.
    private(set) var bytes: [UInt8] = []
    /// Whether the source has no more bytes.
    private(set) var isAtEnd = false
    var position = 0
    var bits: UInt64 = 0
    var bitCount = 0
    /// The offset of `bytes[0]` in the source.
    private var base: Int64 = 0

    init(_ source: any LogSource) { self.source = source }

    /// The offset of the byte that contains the next bit.
    var offset: Int64 { base + Int64(position - bitCount / 8) }

    /// Reads more bytes behind those that are not consumed yet, and notes the end of the source.
    mutating func load() throws(LogSourceError) {
        let more = try source.read()
        isAtEnd = more.isEmpty
        let first = position - bitCount / 8
        base += Int64(first)
        bytes.removeSubrange(..<first)
        bytes += more
        position -= first
    }

    /// Skips to the next whole byte and returns whether there is one.
    mutating func hasByte() throws(LogSourceError) -> Bool {
        dropToByte()
        if bitCount > 0 { return true }
        while position == bytes.count, !isAtEnd { try load() }
        return position < bytes.count
    }

    /// Returns up to 32 bits without consuming them.
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

    /// Consumes up to 32 bits.
    mutating func take(_ count: Int) throws(LogSourceError) -> Int {
        let value = try peek(count)
        drop(count)
        return value
    }

    /// Consumes bits that were peeked at.
    mutating func drop(_ count: Int) {
        bits >>= UInt64(count)
        bitCount -= count
    }

    /// Skips to the next whole byte.
    mutating func dropToByte() { drop(bitCount % 8) }

    /// Returns the whole bytes in `bits` to `bytes`.
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
