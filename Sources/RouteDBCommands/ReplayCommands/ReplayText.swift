import RouteDB
import RouteDBTraffic

/// A replay report as text for a terminal.
struct ReplayText {
    /// The largest number of fields shown of an example.
    private static let fieldLimit = 4

    let facts: ReplayFacts
    let style: TextStyle

    private var report: ReplayReport { facts.report }

    /// The lines: the summary, the classes, and each group with its examples.
    var lines: [String] {
        var lines = ["\(shown(facts.old)) -> \(shown(facts.new))"]
        if let first = report.firstSeen, let last = report.lastSeen {
            lines.append("hits from \(first.inSeconds) to \(last.inSeconds)")
        }
        let summary = PlainText.shown(facts.summary)
        lines.append(report.open.recorded == 0 ? style.good(summary) : style.bad(summary))
        for group in report.groups.prefix(facts.limit) {
            lines += ["", title(group)] + block(group)
        }
        let rest = report.groups.count - facts.limit
        if rest > 0 { lines += ["", "and \(NumberText.grouped(Int64(rest))) more groups"] }
        return lines
    }

    private func shown(_ state: RegistryState) -> String {
        PlainText.shown(state.name) + " (revision \(state.snapshot.revision))"
    }

    private func title(_ group: ReplayGroup) -> String {
        let classes = group.classes.map(\.rawValue).joined(separator: ", ")
        let share = NumberText.share(group.count.share(of: report.total))
        let hits = "\(NumberText.hits(group.count.hits)), \(share)"
        return "\(group.isAccepted ? style.good("accepted: \(classes)") : classes)  \(hits)"
    }

    private func block(_ group: ReplayGroup) -> [String] {
        let routes =
            "\(ReplayFacts.label(group.oldRoute, group.oldOutcome)) -> "
            + ReplayFacts.label(group.newRoute, group.newOutcome)
        var lines = ["    \(PlainText.shown(routes))"]
        if let first = group.firstSeen, let last = group.lastSeen {
            lines.append("    \(first.inSeconds) to \(last.inSeconds)")
        }
        for example in group.examples {
            lines.append("    " + PlainText.shown(ReplayFacts.text(example.url)))
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
