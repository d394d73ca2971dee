import RouteDBRouting

extension RouteDBError {
    /// What else may have a name that was given for something that it is not.
    package enum NamedKind: String, Sendable {
        case group, namespace, route
    }

    /// The error of a namespace that is not there.
    ///
    /// - Parameters:
    ///   - name: The name that was given.
    ///   - known: The names of the namespaces.
    ///   - kind: What has the name instead, if anything has.
    package init(noNamespace name: String, among known: [String], kind: NamedKind? = nil) {
        if let kind {
            let list = kind == .group ? "list --group \(name)" : "show \(name)"
            self.init(
                .namespaceNotFound, "No namespace is named '\(name)': it is the name of a \(kind).",
                hint: "See it with 'routedb \(list)', and namespaces with 'routedb namespace list'."
            )
            return
        }
        let nearest = NameSuggestion.nearest(to: name, among: known.sorted())
        self.init(
            .namespaceNotFound, "No namespace is named '\(name)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Add it first.")
    }

    /// The error of a route that is not there, where the name is that of something else.
    package init(noRoute name: String, but kind: NamedKind) {
        self.init(
            .routeNotFound, "No route is named '\(name)': it is the name of a \(kind).",
            hint: "List its routes with 'routedb list --\(kind) \(name)'; a route in it goes by"
                + (kind == .group ? " '\(name)/NAME'." : " '\(name):NAME'."))
    }
}
