import RouteDBDatabase

/// An error for a segment whose bytes violate the rules of the format.
package struct SegmentDamage: FileDamage, Hashable, Sendable {
    /// The id of the segment; 0 for the tail.
    package let segment: Int64
    /// The name of the BLOB where the rule is violated, if it is not the columns.
    package var blob: String?
    /// The offset in the segment's columns, or in the BLOB, where the rule is violated.
    package let offset: Int
    /// A description of the violation, with the number of the rule.
    package let message: String

    package var description: String {
        "segment \(segment), byte \(offset)\(blob.map { " of its \($0)" } ?? ""): \(message)"
    }
}

/// The checksum of a segment's bytes, and of the lines of logs.
///
/// The bytes are read as little-endian 8-byte words, the last one padded with zeros. Word n goes
/// into lane n mod 4: the lane becomes (lane xor word) times the prime, rotated left by 31. The
/// lanes begin with 0, 1, 2 and 3; finally, they are mixed in the same way into a lane that begins
/// with the number of bytes. Every step is invertible, so a change within a single word is always
/// detected.
package enum SegmentChecksum {
    private static let prime: UInt64 = 0x9E37_79B1_85EB_CA87

    /// The checksum of bytes.
    ///
    /// The caller lends the bytes; every word is loaded at an offset that was compared with their number.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        // Separate variables run in parallel. Where they are joined into a vector, even behind the loop,
        // the compiler multiplies vectors, which takes three times as long.
        var (first, second): (UInt64, UInt64) = (0, 1)
        var (third, fourth): (UInt64, UInt64) = (2, 3)
        var offset = 0
        while offset + 32 <= bytes.count {
            first = unsafe mix(first, word(bytes, at: offset))
            second = unsafe mix(second, word(bytes, at: offset + 8))
            third = unsafe mix(third, word(bytes, at: offset + 16))
            fourth = unsafe mix(fourth, word(bytes, at: offset + 24))
            offset += 32
        }
        unsafe first = mixRest(first, bytes, at: offset)
        unsafe second = mixRest(second, bytes, at: offset + 8)
        unsafe third = mixRest(third, bytes, at: offset + 16)
        unsafe fourth = mixRest(fourth, bytes, at: offset + 24)
        return mix(mix(mix(mix(UInt64(bytes.count), first), second), third), fourth)
    }

    /// Mixes the word at an offset, which may be cut, into a lane, if there is one.
    private static func mixRest(
        _ lane: UInt64, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> UInt64 {
        guard offset < bytes.count else { return lane }
        let isWhole = offset + 8 <= bytes.count
        return unsafe mix(lane, isWhole ? word(bytes, at: offset) : lastWord(bytes, at: offset))
    }

    /// Mixes a word into a checksum.
    @inline(__always)
    package static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word) &* prime
        return product << 31 | product >> 33
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The bytes from an offset to the end, which are fewer than eight.
    private static func lastWord(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        guard bytes.count < 8 else {
            let known = offset + 8 - bytes.count
            return unsafe word(bytes, at: bytes.count - 8) >> UInt64(known * 8)
        }
        return unsafe bytes[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
