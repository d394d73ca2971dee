import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// A replay report as Markdown, for a comment on a change.
struct ReplayMarkdown {
    let facts: ReplayOutput

    private var report: ReplayReport { facts.report }

    /// The lines, which begin with a heading: the totals, a table of classes and tables of groups.
    var lines: [String] {
        let open = report.groups.filter { !$0.isAccepted }
        let accepted = report.groups.filter(\.isAccepted)
        return ["### Replay: \(MarkdownText.prose(facts.summary))"]
            + MarkdownText.states(facts.old.name, facts.new.name, period) + refusals + remarks
            + classes + table("differ", open) + table("differ as accepted", accepted)
    }

    private var period: String {
        let isCut = report.isComplete ? "" : " **Interrupted: not all hits were replayed.**"
        guard let first = report.firstSeen, let last = report.lastSeen else { return isCut }
        return " Hits from \(first.inSeconds) to \(last.inSeconds).\(isCut)"
    }

    private var refusals: [String] {
        let refusals = report.refusals
        guard refusals.count.recorded > 0 else { return [] }
        let most = refusals.mostAffected.map { principal in
            "\(MarkdownText.code(principal.id)) \(NumberText.grouped(principal.count.hits))"
        }
        return [
            "",
            "Refused that were not: \(refusals.summary)"
                + (most.isEmpty ? "" : ": " + most.joined(separator: ", ")) + ".",
        ]
    }

    private var remarks: [String] {
        let notes = facts.notes + report.lacks.map(\.sentence)
        return facts.failures.flatMap { ["", "**Failed:** \(MarkdownText.prose($0))."] }
            + notes.flatMap { ["", "Note: \(MarkdownText.prose($0))."] }
            + (report.hostWarning.map { ["", "**Warning:** \(MarkdownText.prose($0.text))"] } ?? [])
    }

    private var classes: [String] {
        let kinds = ReplayClass.allCases.filter { report.changed($0).recorded > 0 }
        let rows = kinds.map { kind in
            let (all, open) = (report.changed(kind), report.unaccepted(kind))
            return [
                kind.rawValue, NumberText.grouped(all.hits),
                NumberText.share(all.share(of: report.total)),
                NumberText.grouped(all.hits - open.hits),
            ]
        }
        return MarkdownTable(
            columns: [
                .init("class (a hit may have several)"), .init("hits", isNumber: true),
                .init("share", isNumber: true), .init("accepted", isNumber: true),
            ], rows: rows
        ).lines
    }

    private func table(_ verb: String, _ groups: [ReplayGroup]) -> [String] {
        guard !groups.isEmpty else { return [] }
        let table = MarkdownTable(
            columns: [
                .init("hits", isNumber: true), .init("difference"), .init("from"), .init("to"),
                .init("example"),
            ], rows: groups.map(Self.row), limit: facts.limit ?? MarkdownTable.top)
        let open = report.unaccepted.hits
        let hits = groups[0].isAccepted ? report.changed.hits - open : open
        let count = NumberText.counted(groups.count, "group")
        return MarkdownText.collapsed(
            "\(NumberText.hits(hits)) \(verb), in \(count)", table.lines)
    }

    private static func row(_ group: ReplayGroup) -> [String] {
        [
            NumberText.grouped(group.count.hits),
            group.classes.map(\.rawValue).joined(separator: ", "),
            MarkdownText.code(ReplayOutput.label(group.oldRoute, group.oldOutcome)),
            MarkdownText.code(ReplayOutput.label(group.newRoute, group.newOutcome)),
            group.examples.first.map { MarkdownText.code(ReplayOutput.text($0.url)) } ?? "",
        ]
    }
}
