import RouteDB

/// The output for a converter.
struct ConverterFacts: Sendable {
    /// The name of the namespace.
    let namespace: String
    let name: String
    let rule: ParameterConverter.Rule
    /// The number of routes that use the converter.
    let routes: Int

    /// Returns the converters of a snapshot, ordered by namespace and name.
    static func all(_ snapshot: RegistrySnapshot) -> [ConverterFacts] {
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
            return ConverterFacts(
                namespace: names[converter.namespace] ?? "#\(converter.namespace.rawValue)",
                name: converter.name, rule: converter.rule, routes: routes[place] ?? 0)
        }
    }

    /// The converter as JSON.
    var object: JSONObject {
        [
            "namespace": .string(namespace), "name": .string(name), "rule": .string(rule.name),
            "argument": rule.argument ?? .null, "routes": .int(Int64(routes)),
        ]
    }

    static let listing = Listing<ConverterFacts>(
        "converters",
        columns: [
            .init("namespace") { $0.namespace }, .init("name") { $0.name },
            .init("rule") { $0.rule.name },
            .init("argument") { $0.rule.argument?.description ?? "" },
            .init("routes") { "\($0.routes)" },
        ], object: { $0.object })
}
