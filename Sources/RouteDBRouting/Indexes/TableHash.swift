internal import RouteDBCScan

/// The hash for our own hash tables, whose keys may come from untrusted files.
///
/// It depends on a secret random seed, so nobody can choose keys that all fall into the same slot.
/// The results of a table never depend on the seed.
// Without the attribute, the compiler inlines nothing of a package's type into other modules.
@usableFromInline
package enum TableHash {
    /// The seed of the process; tests pass others to tables.
    package static let seed = UInt64.random(in: .min ... .max)

    /// Mixes a word into a hash, so that every input bit affects every output bit, which a 64-bit
    /// product does not achieve.
    @inlinable @inline(__always)
    package static func joined(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
            by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}

/// The 32-bit hash by which the matcher's tree distinguishes segments.
///
/// It depends on the length and at most sixteen bytes. A collision costs only a comparison: literals
/// with equal hashes share a branch of the tree, and every candidate is compared as a whole before it
/// counts as a match.
enum SegmentHash {
    /// Stands for "the path ends here"; no segment has it.
    static let end: UInt32 = 0x5EED_0E0D

    /// Stands for "not a literal"; no segment has it.
    static let none: UInt32 = 0

    /// The hash of a segment.
    @inline(__always)
    static func hash(_ words: routedb_words, length: Int, seed: UInt64) -> UInt32 {
        // The seed is in both factors: nobody can choose one that makes the product zero.
        let product = (words.first ^ seed).multipliedFullWidth(
            by: (words.last &+ UInt64(truncatingIfNeeded: length)) ^ (seed &>> 32 | seed &<< 32))
        return UInt32(truncatingIfNeeded: product.high ^ product.low) | 0x8000_0000
    }

    /// The hash of a segment, in which the case of letters does not count.
    // Not inlined: beside the other one, the compiler would fold both words in one vector, and move the
    // words there and back also where case counts.
    @inline(never)
    static func foldedHash(_ words: routedb_words, length: Int, seed: UInt64) -> UInt32 {
        let folded = routedb_words(
            first: words.first.asciiLowercased, last: words.last.asciiLowercased)
        return hash(folded, length: length, seed: seed)
    }

    /// The hash of a text.
    static func hash(_ text: RawSpan, seed: UInt64, foldingCase: Bool) -> UInt32 {
        let count = text.byteCount
        // The words read inside the text only.
        let words = unsafe routedb_text_words(text.start, count, 0, count)
        return foldingCase
            ? foldedHash(words, length: count, seed: seed)
            : hash(words, length: count, seed: seed)
    }
}
