package import RouteDBRouting

/// The output for a namespace.
package struct NamespaceFacts: Sendable {
    package let namespace: Namespace
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
        for policy in Policy.allCases {
            policies[policy.rawValue] = .string(namespace.policies[policy])
        }
        return [
            "name": .string(namespace.name), "profile": .string(namespace.profile.rawValue),
            "schemes": .array(namespace.schemes.map(JSONValue.string)),
            "hosts": .array(namespace.hosts.map(JSONValue.string)),
            "fallback": fallback.map(JSONValue.string) ?? .null,
            "fallbackTarget": namespace.fallbackTarget.map(JSONValue.string) ?? .null,
            "access": .string(namespace.access.rawValue),
            "routes": .int(Int64(routes)), "policies": .object(policies),
            "overrides": .array(
                Policy.allCases.filter { namespace.overrides[$0] != nil }
                    .map { .string($0.rawValue) }),
        ]
    }
}
