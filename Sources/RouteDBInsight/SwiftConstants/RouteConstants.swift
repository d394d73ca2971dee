package import RouteDB

/// The routes of a namespace as an enumeration of Swift: a case for each, with its parameters.
///
/// Apps that use it cannot misspell a route or forget a value, and the compiler says where they
/// handle a route that is gone.
package struct RouteConstants: Sendable {
    /// A route.
    struct Case: Sendable {
        let route: Route
        /// The name of the case.
        let identifier: String
        let parameters: [ConstantParameter]
        /// True if the pattern has places for unnamed text.
        let hasWildcards: Bool
    }

    /// The name of the enumeration.
    let typeName: String
    /// The namespace.
    let namespace: String
    /// The cases, in the order of registration.
    let cases: [Case]
    /// The enabled routes with a pattern that have no name, and so no case.
    package let unnamed: [Route]

    /// The number of cases.
    package var count: Int { cases.count }

    /// Makes the cases of a namespace's enabled routes that have a name and a pattern.
    ///
    /// - Complexity: Linear in the routes.
    package init(
        _ snapshot: RegistrySnapshot, namespace: String, typeName: String
    ) throws(RouteDBError) {
        guard SwiftIdentifier.isTypeName(typeName) else {
            throw RouteDBError(
                .invalidValue, "'\(typeName)' is not a name of a type.",
                hint: "Use letters and digits of ASCII, beginning with a capital: AppRoute.")
        }
        self.typeName = typeName
        self.namespace = namespace
        let found = try snapshot.namespace(named: namespace)
        let table = RoutingTable(snapshot)
        let routes = snapshot.routes.filter {
            $0.namespace == found.id && $0.isEnabled && $0.hasPattern
        }
        unnamed = routes.filter { $0.name == nil }
        let named = routes.filter { $0.name != nil }
        let names = Dictionary(grouping: named) { $0.name ?? "" }
        var cases: [Case] = []
        var taken: [String: Route] = [:]
        for route in named {
            guard let name = route.name, let pattern = route.pattern else { continue }
            // Groups tell routes of one name apart.
            let isAlone = names[name]?.count == 1
            let text = isAlone ? name : "\(route.group ?? "") \(name)"
            let identifier = SwiftIdentifier.make(text, fallback: "route")
            if let other = taken[identifier] {
                throw Self.clash(identifier, name, other.name ?? "")
            }
            taken[identifier] = route
            cases.append(
                Case(
                    route: route, identifier: identifier,
                    parameters: ConstantParameter.list(of: pattern, table.defaults(for: route)),
                    hasWildcards: pattern.hasWildcards))
        }
        self.cases = cases
    }

    private static func clash(_ identifier: String, _ one: String, _ other: String) -> RouteDBError
    {
        RouteDBError(
            .invalidValue,
            "The routes '\(other)' and '\(one)' would both be the case '\(identifier)'.",
            hint: "Rename one of them: routedb rename.")
    }
}

extension RoutePattern {
    /// True if the host or path has `*` or `**`.
    fileprivate var hasWildcards: Bool {
        func has(_ elements: [PatternElement]) -> Bool {
            elements.contains { element in
                switch element {
                case .wildcard, .catchAll: true
                case .optional(let content): has(content)
                case .parameter, .separator, .literal: false
                }
            }
        }
        return has(host?.elements ?? []) || has(path)
    }
}
