package import RouteDBRouting
package import RouteDBStorage

/// The output for a namespace.
package struct NamespaceOutput: Sendable {
    package let namespace: RouteNamespace
    package let fallback: String?
    package let routes: Int

    /// Creates the output for a namespace of a snapshot.
    package init(_ namespace: RouteNamespace, in snapshot: RegistrySnapshot) {
        self.namespace = namespace
        fallback = snapshot.namespaces.first { $0.id == namespace.fallback }?.name
        routes = snapshot.routeCounts[namespace.id] ?? 0
    }

    private init(
        _ namespace: RouteNamespace, names: [NamespaceID: String], routes: [NamespaceID: Int]
    ) {
        self.namespace = namespace
        fallback = namespace.fallback.flatMap { names[$0] }
        self.routes = routes[namespace.id] ?? 0
    }

    /// Creates the output for a namespace, as an edit sees it.
    package init(_ namespace: RouteNamespace, in editor: RegistryEditor) throws {
        self.namespace = namespace
        fallback = try namespace.fallback.map(editor.name(of:))
        routes = try editor.counts(in: namespace.id).routes
    }

    /// Returns the namespaces of a snapshot, oldest first.
    package static func all(_ snapshot: RegistrySnapshot) -> [NamespaceOutput] {
        let (names, routes) = (snapshot.namespaceNames, snapshot.routeCounts)
        return snapshot.namespaces.map { NamespaceOutput($0, names: names, routes: routes) }
    }

    /// The namespace as JSON.
    package var object: JSONObject {
        var policies = JSONObject()
        for policy in NamespacePolicy.allCases {
            policies[policy.rawValue] = .string(namespace.policies[policy])
        }
        let fallback = fallback.map(JSONValue.string) ?? .null
        var object = namespace.allFields(
            ItemNames(namespace: { _ in fallback }, route: { .int($0.rawValue) }))
        // Those in force follow instead of those that are set.
        object["policies"] = nil
        object["routes"] = .int(Int64(routes))
        object["policies"] = .object(policies)
        object["overrides"] = .array(
            NamespacePolicy.allCases.filter { namespace.overrides[$0] != nil }
                .map { .string($0.rawValue) })
        return object
    }
}

/// The output for a converter.
package struct ConverterOutput: Sendable {
    /// The name of the namespace.
    package let namespace: String
    package let converter: ParameterConverter
    /// The number of routes that use the converter.
    package let routes: Int

    package init(namespace: String, converter: ParameterConverter, routes: Int) {
        (self.namespace, self.converter, self.routes) = (namespace, converter, routes)
    }

    /// Returns the converters of a snapshot, ordered by namespace and name.
    package static func all(_ snapshot: RegistrySnapshot) -> [ConverterOutput] {
        struct Place: Hashable {
            let namespace: NamespaceID
            let name: String
        }
        var routes: [Place: Int] = [:]
        for route in snapshot.routes {
            for name in route.pattern?.converterNames ?? [] {
                routes[Place(namespace: route.namespace, name: name), default: 0] += 1
            }
        }
        let names = snapshot.namespaceNames
        return snapshot.converters.map { converter in
            let place = Place(namespace: converter.namespace, name: converter.name)
            return ConverterOutput(
                namespace: names[converter.namespace] ?? "#\(converter.namespace.rawValue)",
                converter: converter, routes: routes[place] ?? 0)
        }
    }

    /// The converter as JSON.
    package var object: JSONObject {
        let namespace = JSONValue.string(namespace)
        var object = converter.allFields(
            ItemNames(namespace: { _ in namespace }, route: { .int($0.rawValue) }))
        object["routes"] = .int(Int64(routes))
        return object
    }
}
