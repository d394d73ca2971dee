import RouteDBRouting

/// The counts of a replay; tallies of different hits can be merged in any order.
struct ReplayTally: Sendable {
    /// The identity of a group.
    struct Key: Hashable, Sendable {
        let classes: [ReplayClass]
        let outcomes: Outcomes
        let old: RouteID?
        let new: RouteID?
    }

    /// The outcomes in both registries.
    struct Outcomes: Hashable, Sendable {
        let old: Resolution.Outcome
        let new: Resolution.Outcome

        /// True if access is refused that was not.
        var isRefusal: Bool { Self.isRefused(new) && !Self.isRefused(old) }

        private static func isRefused(_ outcome: Resolution.Outcome) -> Bool {
            outcome == .denied || outcome == .challenged
        }
    }

    /// The counts of a group.
    struct Group: Sendable {
        struct Example: Sendable {
            /// The index of the hit among all replayed ones.
            let place: Int
            let example: ReplayGroup.Example
        }

        let key: Key
        fileprivate(set) var count = ReplayCount()
        fileprivate(set) var times: ClosedRange<Int64>?
        /// The examples with the lowest places, ascending; no URL appears twice.
        fileprivate(set) var examples: [Example] = []
    }

    private(set) var total = ReplayCount()
    /// The hits that a route of either registry matches.
    private(set) var matched = ReplayCount()
    /// The hits of which an attribute that a rule reads is unknown.
    private(set) var lacks: [ReplayReport.Lack.Attribute: ReplayCount] = [:]
    private(set) var times: ClosedRange<Int64>?
    private(set) var groups: [Group] = []
    /// The hits that the new registry refuses and the old one did not, by principal.
    private(set) var refused = TextCounts()
    /// The hits without a principal that the new registry refuses and the old one did not.
    private(set) var refusedAnonymous = ReplayCount()
    /// The indices of the groups by key.
    private var numbers: [Key: Int] = [:]
    private let exampleLimit: Int

    init(exampleLimit: Int) { self.exampleLimit = exampleLimit }

    /// Returns the index of a group, creating it if needed.
    mutating func group(_ key: Key) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = groups.count
        groups.append(Group(key: key))
        return groups.count - 1
    }

    /// Counts a hit, whether or not its answers differ.
    @inline(__always)
    mutating func add(weight: Int64, time: Int64?, isMatched: Bool) {
        total.add(weight: weight)
        if isMatched { matched.add(weight: weight) }
        if let time { times = Self.extended(times, by: time...time) }
    }

    /// Counts a hit under each attribute that it lacks.
    mutating func add(_ attributes: Set<ReplayReport.Lack.Attribute>, weight: Int64) {
        for attribute in attributes {
            lacks[attribute, default: ReplayCount()].add(weight: weight)
        }
    }

    /// Counts a hit in a group.
    mutating func add(to group: Int, weight: Int64, time: Int64?, principal: [UInt8]?) {
        groups[group].count.add(weight: weight)
        if let time { groups[group].times = Self.extended(groups[group].times, by: time...time) }
        guard groups[group].key.outcomes.isRefusal else { return }
        if let principal {
            refused.add(principal, HitCount(hits: 1, weight: weight))
        } else {
            refusedAnonymous.add(weight: weight)
        }
    }

    /// Returns whether a hit that comes after all counted ones would be an example of its group.
    func wantsExample(_ group: Int, _ url: ArraySlice<UInt8>) -> Bool {
        let examples = groups[group].examples
        return examples.count < exampleLimit
            && !examples.contains { $0.example.url.elementsEqual(url) }
    }

    /// Adds an example that `wantsExample` asked for.
    mutating func add(_ example: Group.Example, to group: Int) {
        groups[group].examples.append(example)
    }

    /// Adds the counts of other hits.
    mutating func add(_ other: ReplayTally) {
        total.add(other.total)
        matched.add(other.matched)
        for (attribute, count) in other.lacks {
            lacks[attribute, default: ReplayCount()].add(count)
        }
        if let more = other.times { times = Self.extended(times, by: more) }
        refused.merge(other.refused)
        refusedAnonymous.add(other.refusedAnonymous)
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
    /// Adds an example from another tally if it is among the first.
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
