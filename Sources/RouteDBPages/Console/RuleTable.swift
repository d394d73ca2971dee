#if Server
import RouteDB

/// Access rules in a table.
package enum RuleTable {
    /// Shows rules.
    static func table(_ rules: [RuleOutput], removing: Bool) -> DataTable {
        let columns: [DataTable.Column] = [
            .init("rule", .number), .init("effect"), .init("who"), .init("where"),
            .init("if", .code),
        ]
        var table = DataTable(
            "Access rules", columns + (removing ? [.init("change")] : []),
            empty: "No rule; the namespace decides.")
        for facts in rules {
            let object = facts.object
            var place: Markup = "<code>\(facts.namespace)</code>"
            if let group = facts.group { place = "group <code>\(group)</code>" }
            if let route = facts.route {
                place = ConsoleLink.route(route.name ?? route.patternText, route.id.rawValue)
            }
            let conditions = facts.rule.conditions.map(\.description).joined(separator: " and ")
            let id = facts.rule.id.rawValue
            let remove: Markup = """
                <a href="/access/\(id)/remove" aria-label="Remove the rule #\(id)">Remove</a>
                """
            table.add(
                [
                    .init("#\(id)"), .init(PageValue.text(object["effect"])),
                    .init(PageValue.text(object["subject"])), .init(place), .init(conditions),
                ] + (removing ? [.init(remove)] : []))
        }
        return table
    }
}
#endif
