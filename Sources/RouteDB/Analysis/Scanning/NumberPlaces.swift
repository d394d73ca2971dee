/// Maps numbers to indices, with an array for small numbers, such as most ids, and a dictionary for
/// others.
struct NumberPlaces: Sendable {
    private static let maximum: Int64 = 1 << 20

    private var small: [Int32] = []
    private var others: [Int64: Int] = [:]

    /// Returns the index of a number, or -1 if it has none.
    @inline(__always)
    subscript(number: Int64) -> Int {
        if number >= 0, number < small.count { return Int(small[Int(number)]) }
        return others.isEmpty ? -1 : others[number] ?? -1
    }

    /// Sets the index of a number that has none.
    mutating func insert(_ number: Int64, at place: Int) {
        guard 0..<Self.maximum ~= number, let place = Int32(exactly: place) else {
            others[number] = place
            return
        }
        if number >= small.count {
            let missing = max(Int(number) + 1, small.count * 2) - small.count
            small += [Int32](repeating: -1, count: missing)
        }
        small[Int(number)] = place
    }
}
