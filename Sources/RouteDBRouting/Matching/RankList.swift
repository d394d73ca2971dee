/// The ranks of a shard's variants, by number.
///
/// Variants of the same priority, shape and length of text follow each other, and a large table has few such runs, so
/// what a run has in common is stored once.
///
/// Invariants:
/// 1. Ranks ascend, so that runs ascend by priority, shape and text, and sequences within a run.
/// 2. A run begins where the one before it ends; the first one begins at zero.
package struct RankList: ~Copyable, Sendable {
    // Not private: the compiler, 6.3, would fail to link its metadata where a shard is read.
    struct Run: Equatable, Sendable, BitwiseCopyable {
        let shape: UInt128
        let text: UInt32
        let priority: UInt32
        /// The number of its first variant.
        let first: UInt32

        func isBefore(_ rank: Rank) -> Bool {
            if priority != rank.priority { return priority < rank.priority }
            return shape == rank.shape ? text < rank.text : shape < rank.shape
        }

        func holds(_ rank: Rank) -> Bool {
            priority == rank.priority && shape == rank.shape && text == rank.text
        }
    }

    private let runs: FixedArray<Run>
    private let sequences: FixedArray<UInt64>

    /// Creates a list of ranks that ascend.
    init(_ ranks: [Rank]) {
        var runs: [Run] = []
        for (number, rank) in ranks.enumerated() where runs.last?.holds(rank) != true {
            runs.append(
                Run(
                    shape: rank.shape, text: rank.text, priority: rank.priority,
                    first: UInt32(number)))
        }
        self.runs = FixedArray(runs)
        sequences = FixedArray(ranks.map(\.sequence))
    }

    package var count: Int { sequences.count }

    /// Returns whether another list has the same ranks.
    func isEqual(to other: borrowing RankList) -> Bool {
        runs.isEqual(to: other.runs) && sequences.isEqual(to: other.sequences)
    }

    /// The rank of a variant.
    ///
    /// - Complexity: Logarithmic in the number of runs.
    package subscript(number: Int) -> Rank {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(runs[middle].first) <= number { low = middle } else { high = middle }
        }
        let run = runs[low]
        return Rank(
            shape: run.shape, text: run.text, sequence: sequences[number], priority: run.priority)
    }

    /// The number of the first variant that ranks after a given rank.
    ///
    /// - Complexity: Logarithmic in the number of variants.
    func firstNumber(behind rank: Rank) -> UInt32 {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].isBefore(rank) { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count else { return UInt32(count) }
        guard runs[low].holds(rank) else { return runs[low].first }
        var first = Int(runs[low].first)
        var end = low + 1 < runs.count ? Int(runs[low + 1].first) : count
        while first < end {
            let middle = (first + end) / 2
            if sequences[middle] <= rank.sequence { first = middle + 1 } else { end = middle }
        }
        return UInt32(first)
    }
}
