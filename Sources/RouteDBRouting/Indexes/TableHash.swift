/// The hash for our own hash tables, whose keys may come from untrusted files.
///
/// It depends on a secret random seed, so nobody can choose keys that all fall into the same slot.
/// The results of a table never depend on the seed.
package enum TableHash {
    /// The seed of the process; tests pass others to tables.
    package static let seed = UInt64.random(in: .min ... .max)

    /// Mixes a word into a hash, so that every input bit affects every output bit, which a 64-bit
    /// product does not achieve.
    @inline(__always)
    package static func joined(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
            by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}

/// The 32-bit hash by which the matcher's tree distinguishes segments.
///
/// It reads at most sixteen bytes. A collision costs only a comparison: literals with equal hashes
/// share a branch of the tree, and every candidate is compared as a whole before it counts as a match.
enum SegmentHash {
    /// Stands for "the path ends here".
    static let end: UInt32 = 0x5EED_0E0D

    /// Stands for "not a literal"; no segment has it.
    static let none: UInt32 = 0

    @inline(__always)
    static func hash(
        _ bytes: RawSpan, from start: Int, to end: Int, foldingCase: Bool
    ) -> UInt32 {
        let length = end &- start
        var key = UInt64(truncatingIfNeeded: length)
        if length <= 8 {
            var word = bytes.word(at: start, length: length)
            if foldingCase { word = word.asciiLowercased }
            key ^= word &* 0x9E37_79B9_7F4A_7C15
        } else {
            var first = bytes.word(at: start)
            var last = bytes.word(at: end &- 8)
            if foldingCase {
                first = first.asciiLowercased
                last = last.asciiLowercased
            }
            key ^= first &* 0x9E37_79B9_7F4A_7C15
            key ^= last &* 0xC2B2_AE3D_27D4_EB4F
        }
        key ^= key &>> 32
        key = key &* 0xD6E8_FEB8_6659_FD93
        let hash = UInt32(truncatingIfNeeded: key &>> 32)
        return hash == none ? 1 : hash
    }

    static func hash(_ text: [UInt8], foldingCase: Bool) -> UInt32 {
        hash(text.span.bytes, from: 0, to: text.count, foldingCase: foldingCase)
    }
}
