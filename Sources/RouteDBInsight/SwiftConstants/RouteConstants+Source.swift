import RouteDB

extension RouteConstants {
    /// The source file; equal routes give equal bytes.
    package var source: String {
        """
        // Made by 'routedb generate swift' from the routes of the namespace \(quoted(namespace)).
        // Do not edit: change the routes, and make it again.
        // swift-format-ignore-file

        public import RouteDB

        /// The routes of the namespace \(quoted(namespace)).
        public enum \(typeName): Hashable, Sendable {
        \(cases.map(declaration).joined())}

        extension \(typeName) {
            /// The route in the registry.
            public var reference: RouteReference {
        \(choice { "RouteReference(\(SwiftIdentifier.literal(reference($0))))" })    }

            /// The values of the route's parameters, by name.
            public var values: JSONObject {
        \(collection)    }

            /// The texts for the places of the pattern that have no name.
            public var wildcards: [String] {
        \(choice(binding: \.hasWildcards) { $0.hasWildcards ? "wildcards" : "[]" })    }

            /// Builds the URL that leads here.
            ///
            /// - Parameters:
            ///   - registry: The registry with the routes.
            ///   - options: Such as the scheme and host, for a pattern without them.
            /// - Throws: `RouteDBError` with `urlNotBuilt`, or `routeNotFound` if the registry has
            ///   changed since this file was made.
            public func url(
                in registry: RouteRegistry, options: URLBuildOptions = URLBuildOptions()
            ) throws(RouteDBError) -> String {
                var options = options
                options.wildcards = wildcards
                return try registry.url(for: reference, values: values, options: options)
            }

            /// Reads where a URL leads.
            ///
            /// - Parameter resolution: The answer of the registry.
            /// - Throws: `ValueError` if a value is not of its type, because the registry has changed
            ///   since this file was made.
            /// - Returns: `nil` if the URL leads to none of these routes.
            public init?(_ resolution: Resolution) throws(ValueError) {
                guard resolution.namespace?.name == \(SwiftIdentifier.literal(namespace)),
                    let route = resolution.route
                else { return nil }
                switch (route.group, route.name) {
        \(cases.map(reading).joined())        default: return nil
                }
            }
        }

        """
    }

    /// A text in a comment, between backticks.
    private func quoted(_ text: String) -> String {
        "`" + PlainText.shown(text).map { $0 == "`" ? "'" : $0 } + "`"
    }

    private func declaration(_ route: Case) -> String {
        let pattern = quoted(route.route.pattern?.description ?? "")
        let values =
            route.parameters.map { "\($0.label): \($0.type)\($0.isOptional ? "? = nil" : "")" }
            + (route.hasWildcards ? ["wildcards: [String] = []"] : [])
        return """
                /// \(pattern), which leads to \(quoted(route.route.target)).
                case \(route.identifier)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")

            """
    }

    private func reference(_ route: Case) -> String {
        let group = route.route.group.map { "\($0)/" } ?? ""
        return "\(namespace):\(group)\(route.route.name ?? "")"
    }

    /// A `switch` over the cases that yields an expression for each.
    private func choice(
        binding binds: (Case) -> Bool = { _ in false }, _ expression: (Case) -> String
    ) -> String {
        guard !cases.isEmpty else { return "        switch self {}\n" }
        let lines = cases.map { route in
            let names = route.parameters.map { _ in "_" } + ["let wildcards"]
            let pattern = binds(route) ? "(\(names.joined(separator: ", ")))" : ""
            return "        case .\(route.identifier)\(pattern): \(expression(route))\n"
        }
        return "        switch self {\n\(lines.joined())        }\n"
    }

    /// The statements that collect the associated values.
    private var collection: String {
        let filled = cases.filter { !$0.parameters.isEmpty }
        guard !filled.isEmpty else { return "        [:]\n" }
        let others = filled.count < cases.count ? "        default: break\n" : ""
        return """
                    var values: JSONObject = [:]
                    switch self {
            \(filled.map(assignments).joined())\(others)        }
                    return values

            """
    }

    private func assignments(_ route: Case) -> String {
        // Numbered names cannot clash with `values`, which is filled.
        let names =
            route.parameters.indices.map { "let value\($0)" } + (route.hasWildcards ? ["_"] : [])
        var text = "        case .\(route.identifier)(\(names.joined(separator: ", "))):\n"
        for (index, parameter) in route.parameters.enumerated() {
            let value = parameter.json.split(separator: "$", omittingEmptySubsequences: false)
                .joined(separator: "value\(index)")
            let assignment = "values[\(SwiftIdentifier.literal(parameter.name))] = \(value)"
            text +=
                parameter.isOptional
                ? "            if let value\(index) { \(assignment) }\n"
                : "            \(assignment)\n"
        }
        return text
    }

    private func reading(_ route: Case) -> String {
        let group = route.route.group.map(SwiftIdentifier.literal) ?? "nil"
        let name = SwiftIdentifier.literal(route.route.name ?? "")
        let values =
            route.parameters.map { parameter in
                let read = parameter.isOptional ? "optionalValue" : "value"
                return
                    "\(parameter.label): resolution.\(read)(\(SwiftIdentifier.literal(parameter.name)))"
            } + (route.hasWildcards ? ["wildcards: resolution.wildcards"] : [])
        guard !values.isEmpty else {
            return "        case (\(group), \(name)): self = .\(route.identifier)\n"
        }
        let attempt = route.parameters.isEmpty ? "" : "try "
        return """
                    case (\(group), \(name)):
                        self = \(attempt).\(route.identifier)(
                            \(values.joined(separator: ",\n                ")))

            """
    }
}
