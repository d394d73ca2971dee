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

/// The result of an edit for an access rule.
struct RuleChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let rule: AccessRule

    /// Reports the changes of rules to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[RuleChange]>, in snapshot: RegistrySnapshot,
        _ write: WriteOptions, _ global: GlobalOptions, _ context: CommandContext
    ) throws {
        let places = SnapshotNames(snapshot)
        let changes = result.value.map { change in
            let facts = RuleFacts(change.rule, in: places)
            return (change.outcome, facts.object, facts.text)
        }
        try WriteReport.write(changes, as: "rules", result.revision, write, global, in: context)
    }
}

extension RuleDraft {
    /// Adds the rule and reports it to the user.
    func add(
        source: String, _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) async throws {
        let registry = try await global.openForAdding(write, in: context)
        let snapshot = try await registry.snapshot()
        let result = try await registry.edit(write, source: source, in: context) {
            editor -> [RuleChange] in
            let outcome = try editor.addRule(self)
            return try editor.rules(in: place).filter { $0.id == outcome.item }
                .map { RuleChange(outcome: outcome.word, rule: $0) }
        }
        await registry.close()
        try RuleChange.write(result, in: snapshot, write, global, context)
        if let rule = result.value.first?.rule, !snapshot.routes.contains(where: rule.scope.covers)
        {
            context.notify("note: the rule covers no route yet")
        }
        if let until, until <= context.currentTimeMicroseconds() {
            context.notify("note: the rule has expired already")
        }
    }
}

// How the tool shows a rule that was considered.
extension ConsideredFacts {
    /// The rule as lines of text.
    var lines: [String] {
        ["  \(facts.text)", "    \(considered.applies ? "applies" : "does not apply"): \(why)"]
            + zip(considered.rule.conditions, considered.findings).map { condition, finding in
                "    \(PlainText.shown(condition.description))  \(finding.rawValue)"
            }
    }
}
