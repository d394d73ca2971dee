/// The hash of our own hash tables, whose keys are those of files that anybody may have made.
///
/// It depends on a seed that nobody knows, so that nobody can choose keys that all fall into one
/// slot. What a table gives never depends on the seed.
package enum TableHash {
    /// The seed of the process; tests give tables others.
    package static let seed = UInt64.random(in: .min ... .max)

    /// A hash with a word joined to it: all bits of both count for all bits of the result, which a
    /// product of 64 bits does not achieve.
    @inline(__always)
    package static func joined(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
            by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}
