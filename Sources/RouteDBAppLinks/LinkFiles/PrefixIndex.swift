/// Patterns by the literal text that they begin with, to find those that may match a text.
///
/// A file of thousands of components is checked by comparing each with those of its area only.
package struct PrefixIndex<Unit: Hashable> {
    /// How much of a stem is compared, so that looking one up takes limited time.
    private static var limit: Int { 64 }

    private var places: [ArraySlice<Unit>: [Int]] = [:]
    /// The lengths of the stems, in ascending order.
    private var lengths: [Int] = []

    package init() {}

    /// Adds a pattern at a place that is higher than those before.
    package mutating func add(_ stem: some Collection<Unit>, at place: Int) {
        let stem = ArraySlice(stem.prefix(Self.limit))
        places[stem, default: []].append(place)
        if !lengths.contains(stem.count) {
            lengths.append(stem.count)
            lengths.sort()
        }
    }

    /// The lowest place of the patterns whose stem begins a text, among those that meet a condition.
    ///
    /// - Complexity: Linear in the patterns with such a stem.
    package func first(for text: [Unit], where isWanted: (Int) -> Bool) -> Int? {
        var best: Int?
        for length in lengths where length <= text.count {
            for place in places[text[..<length]] ?? [] {
                if let best, place >= best { break }
                if isWanted(place) {
                    best = place
                    break
                }
            }
        }
        return best
    }
}
