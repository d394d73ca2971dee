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
