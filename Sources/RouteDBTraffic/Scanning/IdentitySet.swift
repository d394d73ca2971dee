/// A set of numbers with a fast path for small ones, for checks on each hit.
struct IdentitySet: Sendable {
    /// A bit for each number below 64 in the set.
    private let small: UInt64
    private let others: Set<Int64>

    init(_ numbers: Set<Int64>) {
        small = numbers.filter { 0..<64 ~= $0 }.reduce(0) { $0 | 1 << UInt64($1) }
        others = numbers.filter { !(0..<64 ~= $0) }
    }

    /// Returns whether the set contains a number.
    @inline(__always)
    func contains(_ number: Int64) -> Bool {
        if 0..<64 ~= number { return small &>> UInt64(truncatingIfNeeded: number) & 1 == 1 }
        return !others.isEmpty && others.contains(number)
    }

    /// Returns the indices of the numbers that are in the set.
    func places(in numbers: [Int64], among places: [Int]?) -> [Int] {
        guard let places else {
            var found: [Int] = []
            for index in numbers.indices where contains(numbers[index]) { found.append(index) }
            return found
        }
        return places.filter { contains(numbers[$0]) }
    }
}
