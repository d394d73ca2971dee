/// The checksum of gzip (RFC 1952, section 8), computed eight bytes at a time.
struct CRC32 {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    private var state: UInt32 = ~0

    /// The checksum of all bytes added so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func add(_ bytes: RawSpan) {
        let tables = Self.tables.span
        var state = state
        var offset = 0
        while offset <= bytes.byteCount &- 8 {
            let word = bytes.word(at: offset) ^ UInt64(state)
            state = 0
            for place in 0..<8 {
                let byte = Int(truncatingIfNeeded: word &>> UInt64(place &* 8)) & 0xFF
                state ^= tables[(7 &- place) &* 256 &+ byte]
            }
            offset &+= 8
        }
        while offset < bytes.byteCount {
            state = state &>> 8 ^ tables[Int((state ^ UInt32(bytes.byte(at: offset))) & 0xFF)]
            offset &+= 1
        }
        self.state = state
    }
}
