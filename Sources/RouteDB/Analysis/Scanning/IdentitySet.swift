/// Some numbers, asked for each hit: of one number without a hash.
struct IdentitySet: Sendable {
    private let only: Int64?
    private let numbers: Set<Int64>

    init(_ numbers: Set<Int64>) {
        self.numbers = numbers
        only = numbers.count == 1 ? numbers.first : nil
    }

    /// Whether a number is one of them.
    @inline(__always)
    func contains(_ number: Int64) -> Bool {
        if let only { return number == only }
        return numbers.contains(number)
    }

    /// The places of those of some numbers that are in the set.
    ///
    /// - Parameters:
    ///   - numbers: The numbers.
    ///   - places: The places that are looked at; `nil`: all.
    /// - Returns: The places, in order.
    func places(in numbers: [Int64], among places: [Int]?) -> [Int] {
        guard let places else {
            var found: [Int] = []
            for index in numbers.indices where contains(numbers[index]) { found.append(index) }
            return found
        }
        return places.filter { contains(numbers[$0]) }
    }
}
