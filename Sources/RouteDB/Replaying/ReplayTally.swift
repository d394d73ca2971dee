import RouteDBRouting

/// What was seen of some hits; tallies of different hits can be merged in any order.
struct ReplayTally: Sendable {
    /// What tells groups apart.
    struct Key: Hashable, Sendable {
        let classes: [ReplayClass]
        let outcomes: Outcomes
        let old: RouteID?
        let new: RouteID?
    }

    /// What both registries answer.
    struct Outcomes: Hashable, Sendable {
        let old: Resolution.Outcome
        let new: Resolution.Outcome
    }

    /// What is known of a group.
    struct Group: Sendable {
        struct Example: Sendable {
            /// The place of the hit among all of them.
            let place: Int
            let example: ReplayGroup.Example
        }

        let key: Key
        fileprivate(set) var count = ReplayCount()
        fileprivate(set) var times: ClosedRange<Int64>?
        /// Those with the lowest places, rising; no URL comes twice.
        fileprivate(set) var examples: [Example] = []
    }

    private(set) var total = ReplayCount()
    private(set) var times: ClosedRange<Int64>?
    private(set) var groups: [Group] = []
    /// The numbers of the groups.
    private var numbers: [Key: Int] = [:]
    private let exampleLimit: Int

    init(exampleLimit: Int) { self.exampleLimit = exampleLimit }

    /// The number of a group, which is made if it is not there.
    mutating func group(_ key: Key) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = groups.count
        groups.append(Group(key: key))
        return groups.count - 1
    }

    /// Counts a hit, whatever is answered.
    @inline(__always)
    mutating func add(weight: Int64, time: Int64?) {
        total.add(weight: weight)
        if let time { times = Self.extended(times, by: time...time) }
    }

    /// Counts a hit as one of a group.
    mutating func add(to group: Int, weight: Int64, time: Int64?) {
        groups[group].count.add(weight: weight)
        if let time { groups[group].times = Self.extended(groups[group].times, by: time...time) }
    }

    /// Whether a group has room for the URL of a hit behind all that it has seen.
    func wantsExample(_ group: Int, _ url: ArraySlice<UInt8>) -> Bool {
        let examples = groups[group].examples
        return examples.count < exampleLimit
            && !examples.contains { $0.example.url.elementsEqual(url) }
    }

    /// Adds an example that is wanted.
    mutating func add(_ example: Group.Example, to group: Int) {
        groups[group].examples.append(example)
    }

    /// Adds what was seen of other hits.
    mutating func add(_ other: ReplayTally) {
        total.add(other.total)
        if let more = other.times { times = Self.extended(times, by: more) }
        for group in other.groups {
            let number = self.group(group.key)
            groups[number].count.add(group.count)
            if let more = group.times {
                groups[number].times = Self.extended(groups[number].times, by: more)
            }
            for example in group.examples { groups[number].add(example, limit: exampleLimit) }
        }
    }

    @inline(__always)
    private static func extended(
        _ range: ClosedRange<Int64>?, by other: ClosedRange<Int64>
    ) -> ClosedRange<Int64> {
        guard let range else { return other }
        return min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
    }
}

extension ReplayTally.Group {
    /// Keeps an example of other hits if it is among the first.
    fileprivate mutating func add(_ example: Example, limit: Int) {
        if let index = examples.firstIndex(where: { $0.example.url == example.example.url }) {
            guard example.place < examples[index].place else { return }
            examples.remove(at: index)
        }
        let index = examples.firstIndex { $0.place > example.place } ?? examples.count
        examples.insert(example, at: index)
        if examples.count > limit { examples.removeLast() }
    }
}
