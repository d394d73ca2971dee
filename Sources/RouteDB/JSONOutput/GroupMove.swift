import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// A group that an edit moved as a whole: to another namespace, or to another name.
///
/// Its access rules and default values go with it, so that nobody gets in who was kept out before.
package struct GroupMove: Hashable, Sendable {
    /// A group of a namespace.
    fileprivate struct Place: Hashable, Comparable {
        let namespace: NamespaceID
        let group: String

        /// The group that a route is in.
        init?(_ route: Route) {
            guard let group = route.group else { return nil }
            (namespace, self.group) = (route.namespace, group)
        }

        static func < (left: Place, right: Place) -> Bool {
            (left.namespace, TextKey(left.group)) < (right.namespace, TextKey(right.group))
        }
    }

    /// The name of the group before.
    let group: String
    /// The numbers of access rules and default values that moved with it.
    let rules: Int
    let defaults: Int

    /// The move in words, for people.
    package var note: String {
        let items = [(rules, "access rule"), (defaults, "default value")].filter { $0.0 > 0 }
            .map { NumberText.counted($0.0, $0.1) }
        return "note: \(items.joined(separator: " and ")) moved with the group '\(group)'"
    }
}

extension RegistryEditor {
    /// Moves what belongs to groups whose routes have all moved to one other group, and returns the moves.
    ///
    /// A default value that the other group has with another value is an error, `invalidValue`.
    func moveGroups(_ before: [Route], to after: [Route]) throws -> [GroupMove] {
        var ways: [GroupMove.Place: Set<GroupMove.Place?>] = [:]
        for (old, new) in zip(before, after) {
            guard let from = GroupMove.Place(old) else { continue }
            ways[from, default: []].insert(GroupMove.Place(new))
        }
        var moves: [GroupMove] = []
        for (from, ends) in ways.sorted(by: { $0.key < $1.key }) {
            guard ends.count == 1, let to = ends.first ?? nil, to != from,
                try !hasRoute(in: .group(from.namespace, from.group))
            else { continue }
            let move = try move(from, to: to)
            if move.rules + move.defaults > 0 { moves.append(move) }
        }
        return moves
    }

    private func move(_ from: GroupMove.Place, to: GroupMove.Place) throws -> GroupMove {
        let old = try place(of: from)
        let new = try place(of: to)
        let rules = try rules(in: old)
        for rule in rules {
            let outcome = try replaceRule(rule.id, with: RuleDraft(rule, in: new))
            if case .unchanged = outcome { try removeRule(rule.id) }
        }
        let (values, others) = (try defaults(in: old), try defaults(in: new))
        for member in values.members {
            guard others[member.key].map({ $0 == member.value }) ?? true else {
                throw RouteDBError(
                    .invalidValue,
                    "The group '\(to.group)' has another default value '\(member.key)' than the group"
                        + " '\(from.group)', whose routes move there.",
                    hint: "Remove one of the two with 'routedb default unset' first.")
            }
            try setDefault(member.key, to: member.value, in: new)
            try unsetDefault(member.key, in: old)
        }
        return GroupMove(group: from.group, rules: rules.count, defaults: values.members.count)
    }

    private func place(of place: GroupMove.Place) throws -> DefaultPlace {
        .group(namespace: try name(of: place.namespace), group: place.group)
    }
}
