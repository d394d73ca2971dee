package import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

extension RouteFilter {
    /// Checks that each name in the conditions is that of something in a snapshot.
    ///
    /// It is meant for conditions that select no route: a misspelled name selects nothing. A part of a
    /// pattern and other texts to search for are not names.
    package func checkNames(in snapshot: RegistrySnapshot) throws(RouteDBError) {
        var place = RouteFilter()
        place.namespace = namespace
        let routes = try place.routes(in: snapshot)
        try check(group, \.group, among: routes, "in the group", "groups", \.group)
        try check(kind, \.kind, among: routes, "of the kind", "kinds", \.kind)
        try check(name, \.name, among: routes, "with the name", "names", \.name)
        try check(target, \.target, among: routes, "to the target", "targets", \.target)
        for label in labels {
            let known = routes.flatMap(\.route.labels.keys)
            guard !known.contains(where: { TextKey($0) == TextKey(label.key) }) else { continue }
            throw Self.failure(label.key, among: known, "with the label", "labels")
        }
    }

    /// Checks that a condition by itself selects any route.
    private func check(
        _ name: String?, _ condition: WritableKeyPath<RouteFilter, String?>,
        among routes: [RouteOutput], _ relation: String, _ noun: String,
        _ value: (RouteOutput) -> String?
    ) throws(RouteDBError) {
        guard let name else { return }
        var filter = RouteFilter()
        filter[keyPath: condition] = name
        guard !routes.contains(where: filter.accepts) else { return }
        throw Self.failure(name, among: routes.compactMap(value), relation, noun)
    }

    private static func failure(
        _ name: String, among known: [String], _ relation: String, _ noun: String
    ) -> RouteDBError {
        let names = Set(known.map(TextKey.init)).sorted().map(\.text)
        let listed = names.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        let list =
            names.isEmpty
            ? "There are no \(noun)." : "The \(noun) are \(listed)\(names.count > 10 ? ", …" : "")."
        return RouteDBError(
            noun == "groups" ? .groupNotFound : .routeNotFound,
            "There is no route \(relation) \(name.excerpt).",
            hint: NameSuggestion.didYouMean(name, among: names) ?? list)
    }
}
