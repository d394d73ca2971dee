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
                .init(time(revision.time)),
                .init(revision.author), .init(facts.why), .init(revision.source),
            ])
        }
        return table
    }

    /// Returns the differences between two revisions, by field, up to a number of items, with the hits of routes
    /// where they are known.
    package static func diff(
        _ diff: RegistryDiff, limit: Int = 200, traffic: RouteTraffic? = nil
    ) -> Markup {
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
                \(name)<code>\(change.label)</code>\(hits(of: change, traffic))</p><div class="scroll"><table class="fields"><tbody>\
                \(fields)</tbody></table></div></li>
                """
        }
        let rest = diff.changes.count - limit
        let more: Markup = rest > 0 ? "<p class=\"aside\">and \(rest) more</p>" : ""
        return "<ul class=\"changes\">\(items)</ul>\(more)"
    }

    /// The hits of what a change is about.
    private static func hits(of change: RegistryChange, _ traffic: RouteTraffic?) -> Markup? {
        guard let traffic, let count = traffic.hits(of: change), let recent = count.recent else {
            return nil
        }
        let ever = NumberText.grouped(count.ever ?? 0)
        let day = String(traffic.since.inSeconds.prefix(10))
        return """
             <span class="aside">\(NumberText.hits(recent)) since \(day), \
            \(ever) ever</span>
            """
    }

    private static func value(_ value: JSONValue?, _ style: String) -> Markup {
        guard let value else { return "<span class=\"aside\">–</span>" }
        if case .string(let text) = value { return "<code class=\"\(style)\">\(text)</code>" }
        return "<code class=\"\(style)\">\(value.description)</code>"
    }
}
