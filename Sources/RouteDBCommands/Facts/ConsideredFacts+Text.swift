import RouteDB

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
