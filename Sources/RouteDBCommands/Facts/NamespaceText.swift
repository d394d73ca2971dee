import RouteDB

// How the tool shows a namespace.
extension NamespaceFacts {
    /// The policies in effect; `*` marks each that differs from the profile.
    private var policies: [String] {
        NamespacePolicy.allCases.map { policy in
            let mark = namespace.overrides[policy] == nil ? "" : "*"
            return "\(policy.rawValue)=\(namespace.policies[policy])\(mark)"
        }
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

// How the tool shows a converter.
extension ConverterFacts {
    static let listing = Listing<ConverterFacts>(
        "converters",
        columns: [
            .init("namespace") { $0.namespace }, .init("name") { $0.converter.name },
            .init("rule") { $0.converter.rule.name },
            .init("argument") { $0.converter.rule.argument?.description ?? "" },
            .init("routes") { "\($0.routes)" },
        ], object: { $0.object })
}

/// The result of an edit for one default value.
struct DefaultChange: Sendable {
    let outcome: String
    let key: String
    /// The new value; `nil` if it was removed.
    let value: JSONValue?

    /// Reports the changes of default values to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[DefaultChange]>, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        let changes = result.value.map { change in
            let object: JSONObject = [
                "key": .string(change.key), "value": change.value ?? .null,
            ]
            let value = change.value.map { " = \($0)" } ?? ""
            return (change.outcome, object, PlainText.shown(change.key) + value)
        }
        try WriteReport.write(changes, as: "defaults", result.revision, write, global, in: context)
    }
}
