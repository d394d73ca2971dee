import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension RegistrySnapshot {
    /// Returns whether the group of a part exists, if it has one.
    func hasGroup(of part: RegistryDocument.Part) -> Bool {
        guard let group = part.group else { return true }
        return groups(in: part.namespace).contains(TextKey(group))
    }

    /// Checks that the group of a part exists, if it has one: a misspelled one would select nothing.
    func requireGroup(of part: RegistryDocument.Part) throws(RouteDBError) {
        guard let group = part.group, !hasGroup(of: part) else { return }
        let place = part.namespace.map { " of the namespace '\($0)'" } ?? ""
        let known = groups(in: part.namespace).sorted().map(\.text)
        let listed = known.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        let list =
            known.isEmpty
            ? "There are no groups." : "The groups are \(listed)\(known.count > 10 ? ", …" : "")."
        throw RouteDBError(
            .groupNotFound, "No route\(place) is in a group '\(group)'.",
            hint: NameSuggestion.didYouMean(group, among: known) ?? list)
    }

    /// The groups of a namespace, or of all, that have routes, default values or access rules.
    private func groups(in namespace: String?) -> Set<TextKey> {
        let wanted = Set(namespaces.filter { namespace == nil || $0.name == namespace }.map(\.id))
        var groups: Set<TextKey> = []
        for route in routes where wanted.contains(route.namespace) {
            if let group = route.group { groups.insert(TextKey(group)) }
        }
        for case .group(let id, let group) in accessRules.map(\.scope) + Array(defaults.keys)
        where wanted.contains(id) {
            groups.insert(TextKey(group))
        }
        return groups
    }
}
