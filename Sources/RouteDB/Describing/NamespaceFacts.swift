package import RouteDBRouting
import RouteDBStorage

/// The output for a namespace.
package struct NamespaceFacts: Sendable {
    package let namespace: RouteNamespace
    package let fallback: String?
    package let routes: Int

    /// Returns the namespaces of a snapshot, oldest first.
    package static func all(_ snapshot: RegistrySnapshot) -> [NamespaceFacts] {
        snapshot.namespaces.map { namespace in
            NamespaceFacts(
                namespace: namespace,
                fallback: snapshot.namespaces.first { $0.id == namespace.fallback }?.name,
                routes: snapshot.routes.count { $0.namespace == namespace.id })
        }
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
