/// A set of sequence numbers, stored as runs without gaps.
struct SequenceRuns {
    private var runs: [ClosedRange<Int64>] = []

    /// Adds a number; usually it follows the previous one.
    mutating func add(_ number: Int64) {
        if let last = runs.last, last.upperBound < number, last.upperBound + 1 == number {
            runs[runs.count - 1] = last.lowerBound...number
        } else {
            runs.append(number...number)
        }
    }

    /// The number of elements, or `nil` if any occurs twice or is outside a range.
    func count(within range: ClosedRange<Int64>) -> Int64? {
        var (count, end) = (Int64(0), range.lowerBound - 1)
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard run.lowerBound > end, run.upperBound <= range.upperBound else { return nil }
            count += run.upperBound - run.lowerBound + 1
            end = run.upperBound
        }
        return count
    }
}
