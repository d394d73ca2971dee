import RouteDB

// How the tool shows an access rule.
extension RuleFacts {
    /// What the rule covers, in words.
    var place: String {
        if let route {
            return "route #\(route.id.rawValue)" + (route.name.map { " \($0)" } ?? "")
        }
        if let group { return "group \(namespace)/\(group)" }
        return "namespace \(namespace)"
    }

    /// The effect of the rule, in words.
    var effect: String {
        switch rule.effect {
        case .allow: "allow"
        case .deny: "deny"
        case .challenge(let target): "challenge by \(target)"
        }
    }

    /// The subject of the rule, in words.
    var subject: String {
        switch rule.subject {
        case .anyone: "anyone"
        case .anonymous: "anonymous"
        case .authenticated: "authenticated"
        case .principal(let id): "principal \(id)"
        case .role(let name): "role \(name)"
        case .claim(let name, nil): "claim \(name)"
        case .claim(let name, let value?): "claim \(name)=\(value)"
        }
    }

    /// The conditions, in words.
    var conditions: String {
        rule.conditions.map(\.description).joined(separator: " and ")
    }

    /// When the rule expires, as text; empty if never.
    var until: String { rule.until.map { Timestamp(microseconds: $0).description } ?? "" }

    /// The rule as a line of text.
    var text: String {
        PlainText.shown(
            "rule \(rule.id.rawValue): \(effect), for \(subject), on \(place)"
                + (rule.conditions.isEmpty ? "" : ", when \(conditions)")
                + (until.isEmpty ? "" : ", until \(until)") + (rule.isShadow ? "  (shadow)" : ""))
    }

    static let listing = Listing<RuleFacts>(
        "rules",
        columns: [
            .init("id") { "\($0.rule.id.rawValue)" }, .init("effect") { $0.effect },
            .init("subject") { $0.subject }, .init("place") { $0.place },
            .init("conditions") { $0.conditions }, .init("until") { $0.until },
            .init("shadow") { $0.rule.isShadow ? "shadow" : "" },
            .init("code") { $0.rule.code ?? "" }, .init("message") { $0.rule.message ?? "" },
        ], object: { $0.object })
}
