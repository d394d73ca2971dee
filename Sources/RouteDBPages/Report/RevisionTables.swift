package import RouteDB

/// Revisions and differences, as pages show them.
package enum RevisionTables {
    /// A list of revisions.
    package static func log(
        _ revisions: [RevisionOutput], time: (Timestamp) -> String,
        number: (Int64) -> Markup = { "\($0)" }
    ) -> DataTable {
        var table = DataTable(
            "Revisions",
            [
                .init("revision"), .init("time", .time), .init("author"), .init("why"),
                .init("by"),
            ],
            empty: "The registry did not change.")
        for facts in revisions {
            let revision = facts.revision
            table.add([
                .init(number(revision.number)),
                .init(time(Timestamp(microseconds: revision.timeMicroseconds))),
                .init(revision.author), .init(facts.why), .init(revision.source),
            ])
        }
        return table
    }

    /// The most items of a difference that are shown.
    private static let limit = 200

    /// Returns the differences between two revisions, by field.
    package static func diff(_ diff: RegistryDiff) -> Markup {
        guard !diff.isEmpty else { return "<p class=\"empty\">Nothing differs.</p>" }
        var items: Markup = ""
        for change in diff.changes.prefix(limit) {
            var fields: Markup = ""
            for field in change.fields {
                fields += """
                    <tr><th scope="row">\(field.name)</th><td>\(value(field.old, "old"))</td>\
                    <td>\(value(field.new, "new"))</td></tr>
                    """
            }
            let name =
                change.label.hasPrefix(change.kind.rawValue) ? "" : "\(change.kind.rawValue) "
            items += """
                <li class="change \(change.outcome.rawValue)"><p>\
                <span class="badge \(change.outcome.rawValue)">\(change.outcome.rawValue)</span> \
                \(name)<code>\(change.label)</code></p><div class="scroll"><table class="fields"><tbody>\
                \(fields)</tbody></table></div></li>
                """
        }
        let rest = diff.changes.count - limit
        let more: Markup = rest > 0 ? "<p class=\"aside\">and \(rest) more</p>" : ""
        return "<ul class=\"changes\">\(items)</ul>\(more)"
    }

    private static func value(_ value: JSONValue?, _ style: String) -> Markup {
        guard let value else { return "<span class=\"aside\">–</span>" }
        if case .string(let text) = value { return "<code class=\"\(style)\">\(text)</code>" }
        return "<code class=\"\(style)\">\(value.description)</code>"
    }
}
