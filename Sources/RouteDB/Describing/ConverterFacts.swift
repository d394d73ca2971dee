package import RouteDBRouting
import RouteDBStorage

/// The output for a converter.
package struct ConverterFacts: Sendable {
    /// The name of the namespace.
    package let namespace: String
    package let converter: ParameterConverter
    /// The number of routes that use the converter.
    package let routes: Int

    /// Returns the converters of a snapshot, ordered by namespace and name.
    package static func all(_ snapshot: RegistrySnapshot) -> [ConverterFacts] {
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
