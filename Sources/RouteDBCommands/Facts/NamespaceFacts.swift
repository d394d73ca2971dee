import RouteDB

/// The output for a namespace.
struct NamespaceFacts: Sendable {
    let namespace: RouteNamespace
    let fallback: String?
    let routes: Int

    /// Returns the namespaces of a snapshot, oldest first.
    static func all(_ snapshot: RegistrySnapshot) -> [NamespaceFacts] {
        snapshot.namespaces.map { namespace in
            NamespaceFacts(
                namespace: namespace,
                fallback: snapshot.namespaces.first { $0.id == namespace.fallback }?.name,
                routes: snapshot.routes.count { $0.namespace == namespace.id })
        }
    }

    /// The policies in effect; `*` marks each that differs from the profile.
    private var policies: [String] {
        NamespacePolicy.allCases.map { policy in
            let mark = namespace.overrides[policy] == nil ? "" : "*"
            return "\(policy.rawValue)=\(namespace.policies[policy])\(mark)"
        }
    }

    /// The namespace as JSON.
    var object: JSONObject {
        var policies = JSONObject()
        for policy in NamespacePolicy.allCases {
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
                NamespacePolicy.allCases.filter { namespace.overrides[$0] != nil }
                    .map { .string($0.rawValue) }),
        ]
    }

    /// The namespace as lines of text.
    var block: [String] {
        let count = "\(routes) \(routes == 1 ? "route" : "routes")"
        let access = namespace.access == .open ? "" : ", \(namespace.access.rawValue)"
        var lines = [
            "\(namespace.name)  (profile \(namespace.profile.rawValue), \(count)\(access))"
        ]
        if !namespace.schemes.isEmpty {
            lines.append("  schemes   \(namespace.schemes.joined(separator: " "))")
        }
        if !namespace.hosts.isEmpty {
            lines.append("  hosts     \(namespace.hosts.joined(separator: " "))")
        }
        if let fallback { lines.append("  fallback  \(fallback)") }
        if let target = namespace.fallbackTarget {
            lines.append("  fallback target  \(target)")
        }
        var line = "  policies "
        for policy in policies {
            if line.utf8.count + 1 + policy.utf8.count > Self.width {
                lines.append(line)
                line = "           "
            }
            line += " " + policy
        }
        return lines + [line]
    }

    /// The largest width of a line of policies.
    private static let width = 80

    static let listing = Listing<NamespaceFacts>(
        "namespaces",
        columns: [
            .init("name") { $0.namespace.name }, .init("profile") { $0.namespace.profile.rawValue },
            .init("schemes") { $0.namespace.schemes.joined(separator: " ") },
            .init("hosts") { $0.namespace.hosts.joined(separator: " ") },
            .init("fallback") { $0.fallback ?? "" },
            .init("fallback-target") { $0.namespace.fallbackTarget ?? "" },
            .init("routes") { "\($0.routes)" },
            .init("access") { $0.namespace.access.rawValue },
            .init("policies") { $0.policies.joined(separator: " ") },
        ], object: { $0.object })
}
