import RouteDB
import RouteDBTerminal

/// The output for the differences between two revisions.
struct DiffOutput: Sendable {
    let diff: RegistryDiff
    /// The hits of the routes that each change affects; `nil` to leave hits out.
    var hits: HitOutput?

    /// A change, with its hits if hits are included.
    struct Entry: Sendable {
        let change: RegistryChange
        fileprivate let hits: RouteTraffic.Count??
        fileprivate var object: JSONObject { change.object(hits: hits) }
    }

    /// One field of a change.
    private struct Line: Sendable {
        let entry: Entry
        let field: RegistryChange.Field
        var change: RegistryChange { entry.change }
    }

    /// The changes, in order.
    var entries: [Entry] {
        diff.changes.enumerated().map { index, change in
            Entry(change: change, hits: hits.map { $0.counts[index] })
        }
    }

    /// Writes the differences as a list; in Markdown, between lines before and after them.
    func write(
        as format: ListingFormat, _ style: TextStyle, head: JSONObject = [:],
        markdown around: DiffMarkdown.Surroundings = .init(), to output: OutputWriter
    ) throws {
        switch format.kind {
        case .json, .ndjson:
            let revisions: JSONObject = ["from": .int(diff.old), "to": .int(diff.new)]
            try Self.objects.write(
                entries, as: format, head: revisions.merging(head), to: output)
        case .table where format.isText:
            for line in block(style) { try output.writeLine(line) }
        case .markdown where format.columns == nil:
            for line in DiffMarkdown(facts: self, around: around).lines {
                try output.writeLine(line)
            }
        case .csv, .plain, .table, .markdown:
            let lines = entries.flatMap { entry in
                entry.change.fields.map { Line(entry: entry, field: $0) }
            }
            let listing = hits == nil ? Self.lines : Self.linesWithHits
            try listing.write(lines, as: format, to: output)
        }
    }

    /// The changes as JSON.
    var objects: JSONValue { .array(entries.map { .object($0.object) }) }

    /// Returns the changes and their fields as lines of text.
    func block(_ style: TextStyle) -> [String] {
        entries.flatMap { entry in
            let change = entry.change
            let hits = hitsText(entry)
            return [Self.title(change, style) + (hits.isEmpty ? "" : "  (\(hits))")]
                + change.fields.map { "    " + PlainText.shown(Self.text($0, of: change)) }
        }
    }

    /// Returns a field of a change with its values.
    static func text(_ field: RegistryChange.Field, of change: RegistryChange) -> String {
        let texts = [field.old, field.new].compactMap { $0?.description }
        return "\(field.name): \(texts.joined(separator: " -> "))"
            + (change.outcome == .changed && field.new == nil ? " -> (none)" : "")
            + (change.outcome == .changed && field.old == nil ? "  (new)" : "")
    }

    /// Returns the hits of a change as text; empty for a change that affects no routes, such as one
    /// of a route test, or whose item did not exist before.
    func hitsText(_ entry: Entry) -> String {
        guard let hits, let count = entry.hits, entry.change.scope != nil,
            count != nil || entry.change.outcome != .added
        else { return "" }
        return KnownTraffic.text(count, hits.window)
    }

    /// The number of items added, changed and removed.
    var counts: String { Self.counts(diff.changes) }

    /// Returns the number of items that some changes add, change and remove.
    static func counts(_ changes: [RegistryChange]) -> String {
        let words: [RegistryChange.Outcome] = [.added, .changed, .removed]
        return words.map { word in
            "\(changes.count { $0.outcome == word }) \(word.rawValue)"
        }.joined(separator: ", ")
    }

    /// Returns the first changes without their fields.
    func titles(limit: Int) -> [String] {
        let plain = diff.changes.prefix(limit).map { "\($0.outcome.rawValue) \($0.label)" }
        let rest = diff.changes.count - plain.count
        return plain.map(PlainText.shown) + (rest == 0 ? [] : ["and \(rest) more"])
    }

    private static func title(_ change: RegistryChange, _ style: TextStyle) -> String {
        let label = PlainText.shown(change.label)
        switch change.outcome {
        case .added: return style.good("+ \(label)")
        case .removed: return style.bad("- \(label)")
        case .changed: return "~ \(label)"
        }
    }

    private static let objects = Listing<Entry>("changes", columns: [], object: { $0.object })

    private static let columns: [Listing<Line>.Column] = [
        .init("outcome") { $0.change.outcome.rawValue },
        .init("kind") { $0.change.kind.rawValue }, .init("thing") { $0.change.label },
        .init("field") { $0.field.name },
        .init("old") { $0.field.old?.description ?? "" },
        .init("new") { $0.field.new?.description ?? "" },
    ]

    private static let lines = Listing<Line>(
        "changes", columns: columns, object: { $0.entry.object })

    private static let linesWithHits = Listing<Line>(
        "changes",
        columns: columns + [
            .init("hits") { text($0.entry.hits??.recent) },
            .init("hits ever") { text($0.entry.hits??.ever) },
        ], object: { $0.entry.object })

    private static func text(_ number: Int64?) -> String { number.map(String.init) ?? "-" }
}
