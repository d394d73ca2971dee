/// The header of a gzip member (RFC 1952, 2.3), whose contents are not needed here.
enum GzipHeader {
    private static let hasChecksum = 0x02
    private static let hasExtraField = 0x04
    private static let hasName = 0x08
    private static let hasComment = 0x10
    private static let reserved = 0xE0

    /// Skips a header.
    static func skip(_ input: inout BitInput) throws(LogSourceError) {
        guard try input.take(16) == 0x8B1F else { throw input.damage("the data are not gzip") }
        guard try input.take(8) == 8 else {
            throw input.damage("unknown compression method")
        }
        let flags = try input.take(8)
        guard flags & reserved == 0 else { throw input.damage("the header has unknown flags") }
        // Modification time, compression level and operating system.
        _ = try input.take(32)
        _ = try input.take(16)
        if flags & hasExtraField != 0 {
            for _ in 0..<(try input.take(16)) { _ = try input.take(8) }
        }
        for flag in [hasName, hasComment] where flags & flag != 0 {
            while try input.take(8) != 0 {}
        }
        if flags & hasChecksum != 0 { _ = try input.take(16) }
    }
}
