import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// A replay report as text for a terminal.
struct ReplayText {
    /// The largest number of groups shown, unless the user chooses another.
    static let top = 50
    /// The largest number of fields shown of an example.
    private static let fieldLimit = 4

    let facts: ReplayOutput
    let style: TextStyle

    private var report: ReplayReport { facts.report }

    /// The lines: what is compared, and each group with its examples.
    var lines: [String] {
        var lines = ["\(shown(facts.old)) -> \(shown(facts.new))"]
        if let first = report.firstSeen, let last = report.lastSeen {
            lines.append("hits from \(first.inSeconds) to \(last.inSeconds)")
        }
        if let refusals { lines.append(PlainText.shown(refusals)) }
        let limit = facts.limit ?? Self.top
        for group in report.groups.prefix(limit) {
            lines += ["", title(group)] + block(group)
        }
        let rest = report.groups.count - limit
        if rest > 0 { lines += ["", "and \(NumberText.counted(rest, "more group"))"] }
        return lines
    }

    /// The callers who would be refused and were not, in one line; `nil` for none.
    private var refusals: String? {
        let refusals = report.refusals
        guard refusals.count.recorded > 0 else { return nil }
        let most = refusals.mostAffected.map { "\($0.id) \(NumberText.grouped($0.count.hits))" }
        return "refused that were not: \(refusals.summary)"
            + (most.isEmpty ? "" : ": " + most.joined(separator: ", "))
    }

    private func shown(_ state: RegistryState) -> String {
        // A document has no revision.
        PlainText.shown(state.name)
            + (state.registry == nil ? "" : " (revision \(state.snapshot.revision))")
    }

    private func title(_ group: ReplayGroup) -> String {
        let classes = group.classes.map(\.rawValue).joined(separator: ", ")
        let share = NumberText.share(group.count.share(of: report.total))
        let hits = "\(NumberText.hits(group.count.hits)), \(share)"
        return "\(group.isAccepted ? style.good("accepted: \(classes)") : classes)  \(hits)"
    }

    private func block(_ group: ReplayGroup) -> [String] {
        let routes =
            "\(ReplayOutput.label(group.oldRoute, group.oldOutcome)) -> "
            + ReplayOutput.label(group.newRoute, group.newOutcome)
        var lines = ["    \(PlainText.shown(routes))"]
        if let first = group.firstSeen, let last = group.lastSeen {
            lines.append("    \(first.inSeconds) to \(last.inSeconds)")
        }
        for example in group.examples {
            lines.append("    " + PlainText.shown(ReplayOutput.text(example.url)))
            let fields = example.fields.filter { $0.name != "outcome" }
            for field in fields.prefix(Self.fieldLimit) {
                lines.append("        " + PlainText.shown(Self.text(field)))
            }
            let rest = fields.count - Self.fieldLimit
            if rest > 0 { lines.append("        and \(rest) more") }
        }
        return lines
    }

    private static func text(_ field: RegistryChange.Field) -> String {
        let texts = [field.old, field.new].map { $0?.description ?? "(none)" }
        return "\(field.name): \(texts[0]) -> \(texts[1])"
    }
}
