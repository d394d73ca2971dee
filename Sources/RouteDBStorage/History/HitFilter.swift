/// Which hits are wanted, by their numbers.
package struct HitFilter: Sendable {
    private struct Check {
        let number: HitNumber
        var range: ClosedRange<Int64>
        var values: Set<Int64>?

        func allows(_ value: Int64) -> Bool {
            range ~= value && values?.contains(value) != false
        }
    }

    private var checks: [Check] = []
    /// Whether no hit can be wanted.
    package private(set) var isImpossible = false

    /// Creates a filter that wants every hit.
    package init() {}

    /// Wants only hits whose number is within bounds, both of them included.
    package mutating func require(_ number: HitNumber, from lower: Int64, through upper: Int64) {
        change(number) { check in
            let (lower, upper) = (
                max(lower, check.range.lowerBound), min(upper, check.range.upperBound)
            )
            guard lower <= upper else { return false }
            check.range = lower...upper
            return true
        }
    }

    /// Wants only hits whose number is one of some.
    package mutating func require(_ number: HitNumber, oneOf values: Set<Int64>) {
        change(number) { check in
            let both = check.values?.intersection(values) ?? values
            check.values = both
            return !both.isEmpty
        }
    }

    private mutating func change(_ number: HitNumber, _ body: (inout Check) -> Bool) {
        let index =
            checks.firstIndex { $0.number == number }
            ?? {
                checks.append(Check(number: number, range: .min ... .max))
                return checks.count - 1
            }()
        if !body(&checks[index]) { isImpossible = true }
    }

    /// The times that wanted hits have, in microseconds; there may be others among them.
    package var times: ClosedRange<Int64> {
        checks.first { $0.number == .time }?.range ?? .min ... .max
    }

    /// Finds the wanted hits of a segment.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - rows: Receives the places of the hits, in order, instead of what it holds.
    /// - Complexity: O(hits), for each number that is asked about.
    package func rows(of segment: HitSegment, into rows: inout [Int]) {
        rows.removeAll(keepingCapacity: true)
        guard !isImpossible else { return }
        rows.append(contentsOf: 0..<segment.count)
        var values: [Int64] = []
        for check in checks where !rows.isEmpty {
            segment.read(check.number, into: &values)
            rows.removeAll { !check.allows(values[$0]) }
        }
    }
}
