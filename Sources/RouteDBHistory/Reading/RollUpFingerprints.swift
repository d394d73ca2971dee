import RouteDBRouting

/// Tells in which groups of roll-ups the sums do not equal those of the hits, in memory that does not
/// grow with their number.
///
/// The keys are divided into groups by a hash. For each group there is the sum, over its keys, of another
/// hash of the key times each of its sums, in wrapping arithmetic: hits are added, and roll-ups
/// subtracted. Where all roll-ups equal their hits, it is zero. Else it is not, but for one chance in 2^64
/// that nobody can bring about, since both hashes have random seeds.
struct RollUpFingerprints {
    private static let groupCount = 1 << 16

    private let groupSeed = UInt64.random(in: .min ... .max)
    private let factorSeed = UInt64.random(in: .min ... .max)
    /// The sums of each group, of hits, weight, duration and timed hits.
    private var sums = [SIMD4<UInt64>](repeating: SIMD4(), count: groupCount)

    /// The group of a key.
    func group(of key: RollUps.Key) -> Int {
        key.hash(seed: groupSeed) & (Self.groupCount - 1)
    }

    /// The groups whose roll-ups do not equal their hits, in ascending order.
    var wrongGroups: [Int] { sums.indices.filter { sums[$0] != SIMD4() } }

    /// Adds the hits of a segment.
    mutating func add(_ segment: HitSegment) {
        var rollUps = RollUps()
        rollUps.add(segment)
        for (key, sum) in zip(rollUps.keys, rollUps.sums) {
            sums[group(of: key)] &+= terms(key, sum)
        }
    }

    /// Subtracts a roll-up.
    mutating func subtract(_ key: RollUps.Key, _ sum: RollUps.Sum) {
        sums[group(of: key)] &-= terms(key, sum)
    }

    private func terms(_ key: RollUps.Key, _ sum: RollUps.Sum) -> SIMD4<UInt64> {
        let factor = UInt64(bitPattern: Int64(key.hash(seed: factorSeed)))
        let numbers = SIMD4(sum.hits, sum.weight, sum.duration, sum.timed)
        return SIMD4(repeating: factor) &* SIMD4(truncatingIfNeeded: numbers)
    }
}
