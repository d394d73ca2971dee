import RouteDB
import RouteDBTraffic

/// A replay report as text for a terminal.
struct ReplayText {
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
        for group in report.groups.prefix(facts.limit) {
            lines += ["", title(group)] + block(group)
        }
        let rest = report.groups.count - facts.limit
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

/// A replay report as Markdown, for a comment on a change.
struct ReplayMarkdown {
    let facts: ReplayOutput

    private var report: ReplayReport { facts.report }

    /// The lines: the summary, a table of classes and a table of groups.
    var lines: [String] {
        let (old, new) = (Self.code(facts.old.name), Self.code(facts.new.name))
        var lines = ["### Replay: \(old) → \(new)", "", Self.text(facts.summary) + "."]
        if let first = report.firstSeen, let last = report.lastSeen {
            lines[2] += " Hits from \(first.inSeconds) to \(last.inSeconds)."
        }
        if !report.isComplete { lines[2] += " **Interrupted: not all hits were replayed.**" }
        lines += refusals
        for failure in facts.failures { lines += ["", "**Failed:** \(Self.text(failure))."] }
        let notes = facts.notes + report.lacks.map(\.sentence)
        for note in notes { lines += ["", "Note: \(Self.text(note))."] }
        if let warning = report.hostWarning {
            lines += ["", "**Warning:** \(Self.text(warning.text))"]
        }
        lines += classes
        let open = report.groups.filter { !$0.isAccepted }
        let accepted = report.groups.filter(\.isAccepted)
        lines += table("Changes", open) + table("Accepted changes", accepted)
        return lines
    }

    private var refusals: [String] {
        let refusals = report.refusals
        guard refusals.count.recorded > 0 else { return [] }
        let most = refusals.mostAffected.map { principal in
            "\(Self.code(principal.id)) \(NumberText.grouped(principal.count.hits))"
        }
        return [
            "",
            "Refused that were not: \(refusals.summary)"
                + (most.isEmpty ? "" : ": " + most.joined(separator: ", ")) + ".",
        ]
    }

    private var classes: [String] {
        let met = ReplayClass.allCases.filter { report.changed($0).recorded > 0 }
        guard !met.isEmpty else { return [] }
        let head = ["", "| class (a hit may have several) | hits | share | accepted |"]
        return head + ["|---|--:|--:|--:|"]
            + met.map { kind in
                let (all, open) = (report.changed(kind), report.unaccepted(kind))
                return "| \(kind.rawValue) | \(NumberText.grouped(all.hits)) "
                    + "| \(NumberText.share(all.share(of: report.total))) "
                    + "| \(NumberText.grouped(all.hits - open.hits)) |"
            }
    }

    private func table(_ title: String, _ groups: [ReplayGroup]) -> [String] {
        guard !groups.isEmpty else { return [] }
        var lines = [
            "", "#### \(title)", "", "| hits | difference | from | to | example |",
            "|--:|---|---|---|---|",
        ]
        for group in groups.prefix(facts.limit) {
            let example = group.examples.first.map { Self.code(ReplayOutput.text($0.url)) } ?? ""
            lines.append(
                "| \(NumberText.grouped(group.count.hits)) "
                    + "| \(group.classes.map(\.rawValue).joined(separator: ", ")) "
                    + "| \(Self.code(ReplayOutput.label(group.oldRoute, group.oldOutcome))) "
                    + "| \(Self.code(ReplayOutput.label(group.newRoute, group.newOutcome))) "
                    + "| \(example) |")
        }
        let rest = groups.count - facts.limit
        if rest > 0 { lines += ["", "And \(rest) more."] }
        return lines
    }

    /// Returns a text as inline code that also works in table cells, in as many backquotes as
    /// needed.
    private static func code(_ text: String) -> String {
        let text = PlainText.shown(text).replacing("|", with: "\\|")
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let marks = String(repeating: "`", count: longest + 1)
        return longest == 0 ? "`\(text)`" : "\(marks) \(text) \(marks)"
    }

    /// Returns a text with special characters escaped.
    private static func text(_ text: String) -> String {
        var escaped = ""
        for scalar in PlainText.shown(text).unicodeScalars {
            if "\\`*_{}[]<>#|".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
