import RouteDB

/// What the tool tells of the differences between two revisions.
struct DiffFacts {
    let diff: RegistryDiff

    /// One field of a change.
    private struct Line: Sendable {
        let change: RegistryChange
        let field: RegistryChange.Field
    }

    /// Writes the differences as a list.
    func write(
        as format: ListingFormat, _ style: TextStyle, to output: OutputWriter
    ) throws(StreamError) {
        switch format {
        case .json, .ndjson:
            let head: JSONObject = ["from": .int(diff.old), "to": .int(diff.new)]
            try Self.objects.write(diff.changes, as: format, head: head, to: output)
        case .csv, .plain:
            let lines = diff.changes.flatMap { change in
                change.fields.map { Line(change: change, field: $0) }
            }
            try Self.lines.write(lines, as: format, to: output)
        case .table:
            for line in block(style) { try output.writeLine(line) }
        }
    }

    /// The changes as JSON.
    var objects: JSONValue { .array(diff.changes.map { .object(Self.object($0)) }) }

    /// The lines for people: each change, with its fields.
    func block(_ style: TextStyle) -> [String] {
        diff.changes.flatMap { change in
            [Self.title(change, style)]
                + change.fields.map { field in
                    let texts = [field.old, field.new].compactMap { $0?.description }
                    return "    "
                        + PlainText.shown("\(field.name): \(texts.joined(separator: " -> "))")
                        + (change.outcome == .changed && field.new == nil ? " -> (none)" : "")
                        + (change.outcome == .changed && field.old == nil ? "  (new)" : "")
                }
        }
    }

    /// The changes alone, up to a number of them.
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

    private static func object(_ change: RegistryChange) -> JSONObject {
        [
            "kind": .string(change.kind.rawValue), "outcome": .string(change.outcome.rawValue),
            "id": change.id.map(JSONValue.int) ?? .null, "label": .string(change.label),
            "fields": .array(
                change.fields.map { field in
                    [
                        "name": .string(field.name), "old": field.old ?? .null,
                        "new": field.new ?? .null,
                    ]
                }),
        ]
    }

    private static let objects = Listing<RegistryChange>("changes", columns: [], object: object)

    private static let lines = Listing<Line>(
        "changes",
        columns: [
            .init("outcome") { $0.change.outcome.rawValue },
            .init("kind") { $0.change.kind.rawValue }, .init("thing") { $0.change.label },
            .init("field") { $0.field.name },
            .init("old") { $0.field.old?.description ?? "" },
            .init("new") { $0.field.new?.description ?? "" },
        ], object: { object($0.change) })
}
