/// A set of the numbers of a stream's hits, as runs without gaps in ascending order.
struct NumberRuns {
    private(set) var runs: [ClosedRange<Int64>] = []

    /// The number of elements.
    var count: Int64 { runs.reduce(0) { $0 &+ ($1.upperBound &- $1.lowerBound &+ 1) } }

    /// The greatest element; 0 without elements.
    var last: Int64 { runs.last?.upperBound ?? 0 }

    /// Inserts a number; returns `false` if it is there already.
    mutating func insert(_ number: Int64) -> Bool {
        let place = place(of: number)
        if place < runs.count, runs[place].lowerBound <= number { return false }
        let joinsEarlier = place > 0 && runs[place - 1].upperBound == number &- 1
        let joinsLater = place < runs.count && runs[place].lowerBound &- 1 == number
        switch (joinsEarlier, joinsLater) {
        case (true, true):
            runs[place - 1] = runs[place - 1].lowerBound...runs[place].upperBound
            runs.remove(at: place)
        case (true, false): runs[place - 1] = runs[place - 1].lowerBound...number
        case (false, true): runs[place] = number...runs[place].upperBound
        case (false, false): runs.insert(number...number, at: place)
        }
        return true
    }

    /// Returns whether the sets have a number in common.
    func overlaps(_ other: NumberRuns) -> Bool {
        other.runs.contains { run in
            let place = place(of: run.lowerBound)
            return place < runs.count && runs[place].lowerBound <= run.upperBound
        }
    }

    /// Inserts the numbers of another set, none of which may be there.
    mutating func formUnion(_ other: NumberRuns) {
        for run in other.runs {
            let place = place(of: run.lowerBound)
            if place > 0, runs[place - 1].upperBound == run.lowerBound &- 1 {
                runs[place - 1] = runs[place - 1].lowerBound...run.upperBound
            } else {
                runs.insert(run, at: place)
            }
        }
    }

    /// The index of the first run that ends at or after a number.
    private func place(of number: Int64) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
