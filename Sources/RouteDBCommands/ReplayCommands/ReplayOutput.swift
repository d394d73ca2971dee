import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// The output for a replay.
struct ReplayOutput {
    let report: ReplayReport
    let old: RegistryState
    let new: RegistryState
    /// Why the gate fails; empty if it does not.
    let failures: [String]
    let notes: [String]
    /// The share of the hits that was replayed.
    let sample: Double
    /// The largest number of groups in text and Markdown; `nil` for the usual ones.
    let limit: Int?

    /// Writes the report; with NDJSON, the differences were already written one by one.
    func write(
        as format: ListingFormat, _ style: TextStyle, to output: OutputWriter
    ) throws {
        switch format.kind {
        case .ndjson: break
        case .json: try output.writeLine(object.description)
        case .markdown where format.columns == nil:
            for line in ReplayMarkdown(facts: self).lines { try output.writeLine(line) }
        case .table where format.isText:
            for line in ReplayText(facts: self, style: style).lines {
                try output.writeLine(line)
            }
        case .table, .plain, .csv, .markdown:
            try Self.listing(report).write(report.groups, as: format, to: output)
        }
    }

    /// Returns messages about the report.
    func diagnostics(of format: ListingFormat) -> [String] {
        // Markdown has the summary itself.
        var lines = format == .markdown ? [] : [PlainText.shown(summary)]
        if let rejects = report.rejects, rejects.count > 0 {
            lines.append("note: \(rejects.summary) (\(rejects.format))")
            lines += rejects.exampleLines.map { "  \(PlainText.shown($0))" }
        }
        if let warning = report.hostWarning { lines.append("warning: \(warning.text)") }
        lines += report.lacks.map { "note: \($0.sentence)" }
        if report.unusedAcceptCount > 0 {
            lines.append(
                "note: \(NumberText.counted(report.unusedAcceptCount, "accepted change")) did not occur"
            )
        }
        if report.total.recorded == 0 { lines.append("note: there were no hits") }
        if !report.isComplete { lines.append("interrupted: not all hits were replayed") }
        return lines + failures.map { "failed: \($0)" }
    }

    /// The result in one line.
    var summary: String {
        let (changed, total) = (report.changed, report.total)
        var text =
            "\(NumberText.grouped(changed.hits)) of \(NumberText.hits(total.hits))"
            + (sample < 1 ? " of the sample" : "")
            + " (\(NumberText.share(changed.share(of: total)))) resolve differently"
        let classes = ReplayClass.allCases.filter { report.changed($0).recorded > 0 }
            .map { "\($0.rawValue) \(NumberText.grouped(report.changed($0).hits))" }
        if !classes.isEmpty { text += ": \(classes.joined(separator: ", "))" }
        let accepted = changed.hits - report.unaccepted.hits
        return text + (accepted > 0 ? "; accepted \(NumberText.grouped(accepted))" : "")
    }

    /// The report as JSON.
    var object: JSONObject {
        report.object(
            base: Self.json(old), head: Self.json(new), sample: sample, notes: notes,
            failures: failures)
    }

    private static func json(_ state: RegistryState) -> JSONValue {
        [
            "name": .string(state.name),
            "revision": state.registry == nil ? .null : .int(state.snapshot.revision),
        ]
    }

    // MARK: Texts

    static func text(_ url: [UInt8]) -> String { String(decoding: url, as: UTF8.self) }

    /// Returns what a registry answers, for display.
    static func label(_ route: ReplayRoute?, _ outcome: Resolution.Outcome) -> String {
        let label = route.map(\.label) ?? "(\(outcome.rawValue))"
        return route == nil || outcome == .matched ? label : "\(label) (\(outcome.rawValue))"
    }

    private static func listing(_ report: ReplayReport) -> Listing<ReplayGroup> {
        let total = report.total
        return Listing(
            "groups",
            columns: [
                .init("classes") { $0.classes.map(\.rawValue).joined(separator: ",") },
                .init("hits") { "\($0.count.hits)" },
                .init("share") { NumberText.share($0.count.share(of: total)) },
                .init("old outcome") { $0.oldOutcome.rawValue },
                .init("new outcome") { $0.newOutcome.rawValue },
                .init("old route") { $0.oldRoute?.label ?? "" },
                .init("new route") { $0.newRoute?.label ?? "" },
                .init("first seen") { $0.firstSeen?.description ?? "" },
                .init("last seen") { $0.lastSeen?.description ?? "" },
                .init("accepted") { $0.isAccepted ? "yes" : "no" },
                .init("example") { $0.examples.first.map { text($0.url) } ?? "" },
            ], object: { $0.object(of: report) })
    }
}
