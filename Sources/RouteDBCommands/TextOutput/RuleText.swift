import RouteDB
import RouteDBTerminal

// How the tool shows an access rule.
extension RuleOutput {
    /// The place that the rule covers, in words.
    var place: String {
        if let route { return "route \(route.numberedLabel(in: namespace))" }
        if let group { return "group \(RouteLabel.group(group, in: namespace))" }
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
    var until: String { rule.until?.description ?? "" }

    /// The rule as a line of text.
    var text: String {
        PlainText.shown(
            "rule \(rule.id.rawValue): \(effect), for \(subject), on \(place)"
                + (rule.conditions.isEmpty ? "" : ", when \(conditions)")
                + (until.isEmpty ? "" : ", until \(until)") + (rule.isShadow ? "  (shadow)" : ""))
    }

    static let listing = Listing<RuleOutput>(
        "rules",
        columns: [
            .init("id") { "\($0.rule.id.rawValue)" }, .init("effect") { $0.effect },
            .init("subject") { $0.subject }, .init("place") { $0.place },
            .init("conditions") { $0.conditions }, .init("until") { $0.until },
            .init("shadow") { $0.rule.isShadow ? "shadow" : "" },
            .init("code") { $0.rule.code ?? "" }, .init("message") { $0.rule.message ?? "" },
        ], object: { $0.object })
}

extension ItemChange {
    /// Describes what was done to an access rule.
    init(_ outcome: String, _ rule: AccessRule, in editor: RegistryEditor) throws {
        let facts = try RuleOutput(rule, in: editor)
        self.init(outcome, facts.object, text: facts.text)
    }
}

extension RuleDraft {
    /// Adds the rule and reports it to the user.
    func add(
        source: String, _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) async throws {
        let now = context.now()
        try await context.edit(write, global, source: source, creating: true) { editor in
            let outcome = try editor.addRule(self)
            let rule = try editor.storedRule(outcome.item)
            var edit = CommandEdit("rules", [try ItemChange(outcome.word, rule, in: editor)])
            if try !editor.hasRoute(in: rule.scope) {
                edit.notes.append("note: the rule covers no route yet")
            }
            if let until, until <= now { edit.notes.append("note: the rule has expired already") }
            return edit
        }
    }
}

// How the tool shows a rule that was considered.
extension ConsideredOutput {
    /// The rule as lines of text.
    var lines: [String] {
        ["  \(facts.text)", "    \(considered.applies ? "applies" : "does not apply"): \(why)"]
            + zip(considered.rule.conditions, considered.findings).map { condition, finding in
                "    \(PlainText.shown(condition.description))  \(finding.rawValue)"
            }
    }
}
