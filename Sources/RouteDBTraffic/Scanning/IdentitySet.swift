/// A set of numbers with a fast path for a single number, for checks on each hit.
struct IdentitySet: Sendable {
    private let only: Int64?
    private let numbers: Set<Int64>

    init(_ numbers: Set<Int64>) {
        self.numbers = numbers
        only = numbers.count == 1 ? numbers.first : nil
    }

    /// Whether the set contains a number.
    @inline(__always)
    func contains(_ number: Int64) -> Bool {
        if let only { return number == only }
        return numbers.contains(number)
    }

    /// Returns the indices of the numbers that are in the set.
    ///
    /// - Parameters:
    ///   - numbers: The numbers.
    ///   - places: The indices to check, or `nil` for all.
    /// - Returns: The indices, in order.
    func places(in numbers: [Int64], among places: [Int]?) -> [Int] {
        guard let places else {
            var found: [Int] = []
            for index in numbers.indices where contains(numbers[index]) { found.append(index) }
            return found
        }
        return places.filter { contains(numbers[$0]) }
    }
}
