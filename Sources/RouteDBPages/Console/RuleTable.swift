#if Server
import RouteDB
import RouteDBInsight

/// Access rules in a table.
package enum RuleTable {
    /// Shows rules, each as a sentence and with its conditions as they are written.
    static func table(_ rules: [RuleOutput], removing: Bool) -> DataTable {
        let columns: [DataTable.Column] = [
            .init("rule", .number), .init("in words"), .init("if", .code),
        ]
        var table = DataTable(
            "Access rules", columns + (removing ? [.init("change")] : []),
            empty: "No rule; the namespace decides.")
        for facts in rules {
            let conditions = facts.rule.conditions.map(\.description).joined(separator: " and ")
            let id = facts.rule.id.rawValue
            let remove: Markup = """
                <a href="/access/\(id)/remove" aria-label="Remove the rule #\(id)">Remove</a>
                """
            table.add(
                [.init("#\(id)"), .init(sentence(facts)), .init(conditions)]
                    + (removing ? [.init(remove)] : []))
        }
        return table
    }

    /// A rule as a sentence, with a link to the route that it covers.
    static func sentence(_ facts: RuleOutput) -> Markup {
        let words = RuleSentence(facts.rule)
        return "\(words.start) \(place(facts))\(words.end)"
    }

    private static func place(_ facts: RuleOutput) -> Markup {
        if let route = facts.route {
            return ConsoleLink.route(route.name ?? route.patternText, route.id.rawValue)
        }
        let group: Markup? = facts.group.map { "the group <code>\($0)</code> in " }
        return "routes of \(group)the namespace <code>\(facts.namespace)</code>"
    }
}
#endif
