import RouteDB
import RouteDBTerminal

// How the tool shows a namespace.
extension NamespaceOutput {
    /// The policies in effect; `*` marks each that differs from the profile.
    private var policies: [String] {
        NamespacePolicy.allCases.map { policy in
            let mark = namespace.overrides[policy] == nil ? "" : "*"
            return "\(policy.rawValue)=\(namespace.policies[policy])\(mark)"
        }
    }

    /// The namespace as lines of text.
    var block: [String] {
        let count = NumberText.counted(routes, "route")
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

    static let listing = Listing<NamespaceOutput>(
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
extension ConverterOutput {
    static let listing = Listing<ConverterOutput>(
        "converters",
        columns: [
            .init("namespace") { $0.namespace }, .init("name") { $0.converter.name },
            .init("rule") { $0.converter.rule.name },
            .init("argument") { $0.converter.rule.argument?.description ?? "" },
            .init("routes") { "\($0.routes)" },
        ], object: { $0.object })
}

extension ItemChange {
    /// Describes what was done to a default value; without a value it was removed.
    init(_ outcome: String, default key: String, _ value: JSONValue?) {
        self.init(
            outcome, ["key": .string(key), "value": value ?? .null],
            text: PlainText.shown(key) + (value.map { " = \($0)" } ?? ""))
    }
}
