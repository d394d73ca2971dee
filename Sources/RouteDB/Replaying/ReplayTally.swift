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

        var count = ReplayCount()
        var times: ClosedRange<Int64>?
        /// Those with the lowest places, rising; no URL comes twice.
        var examples: [Example] = []
    }

    private(set) var total = ReplayCount()
    private(set) var changed = ReplayCount()
    private(set) var times: ClosedRange<Int64>?
    private(set) var groups: [Key: Group] = [:]
    private let exampleLimit: Int

    init(exampleLimit: Int) { self.exampleLimit = exampleLimit }

    /// Counts a hit, whatever is answered.
    @inline(__always)
    mutating func add(weight: Int64, time: Int64?) {
        total.add(weight: weight)
        if let time { times = Self.extended(times, by: time...time) }
    }

    /// Counts a hit as one that is answered differently.
    mutating func add(_ key: Key, weight: Int64, time: Int64?, example: Group.Example) {
        changed.add(weight: weight)
        var group = Group()
        group.count.add(weight: weight)
        group.times = time.map { $0...$0 }
        group.examples = [example]
        add(group, as: key)
    }

    /// Adds what was seen of other hits.
    mutating func add(_ other: ReplayTally) {
        total.add(other.total)
        changed.add(other.changed)
        if let more = other.times { times = Self.extended(times, by: more) }
        for (key, group) in other.groups { add(group, as: key) }
    }

    private mutating func add(_ group: Group, as key: Key) {
        let limit = exampleLimit
        var known = groups[key, default: Group()]
        known.count.add(group.count)
        if let more = group.times { known.times = Self.extended(known.times, by: more) }
        for example in group.examples { known.add(example, limit: limit) }
        groups[key] = known
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
    /// Keeps an example if it is among the first.
    fileprivate mutating func add(_ example: Example, limit: Int) {
        if let last = examples.last, examples.count >= limit, last.place < example.place { return }
        if let index = examples.firstIndex(where: { $0.example.url == example.example.url }) {
            guard example.place < examples[index].place else { return }
            examples.remove(at: index)
        }
        let index = examples.firstIndex { $0.place > example.place } ?? examples.count
        examples.insert(example, at: index)
        if examples.count > limit { examples.removeLast() }
    }
}
