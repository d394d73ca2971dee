package import RouteDBDatabase
import RouteDBRouting

extension RouteDBError {
    /// The kinds of things that may have a name that was given for something else.
    package enum NamedKind: String, Sendable {
        case group, namespace, route
    }

    /// Creates the error for a namespace that does not exist.
    ///
    /// - Parameters:
    ///   - name: The name that was given.
    ///   - known: The names of the existing namespaces.
    ///   - kind: What has this name instead, if anything.
    package init(noNamespace name: String, among known: [String], kind: NamedKind? = nil) {
        if let kind {
            let list = kind == .group ? "list --group \(name)" : "show \(name)"
            self.init(
                .namespaceNotFound, "No namespace is named '\(name)': it is the name of a \(kind).",
                hint: "See it with 'routedb \(list)', and namespaces with 'routedb namespace list'."
            )
            return
        }
        self.init(
            .namespaceNotFound, "No namespace is named '\(name)'.",
            hint: NameSuggestion.didYouMean(name, among: known.sorted())
                ?? "Check the name, or add it first.")
    }

    /// Creates the error for a route that does not exist, where something else has the name.
    package init(noRoute name: String, but kind: NamedKind) {
        self.init(
            .routeNotFound, "No route is named '\(name)': it is the name of a \(kind).",
            hint: "List its routes with 'routedb list --\(kind) \(name)'; a route in it goes by"
                + (kind == .group ? " '\(name)/NAME'." : " '\(name):NAME'."))
    }
}
