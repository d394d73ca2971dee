import RouteDB
import RouteDBTerminal

/// The outcome of checking a file: what is wrong with it, and what other programs added to its
/// schema.
struct CheckReport<Finding> {
    let findings: [Finding]
    let listing: Listing<Finding>
    /// The additions to the schema.
    let additions: [SchemaAddition]

    /// Writes the report, and sets the exit status if there are findings.
    func write(
        as format: ListingFormat, in context: CommandContext, revision: Int64? = nil
    ) throws {
        if !findings.isEmpty { context.setExitStatus(.no) }
        let notes = SchemaNotes(additions: additions)
        try listing.write(findings, as: format, head: ["additions": notes.json], to: context.output)
        guard format == .table || format == .plain else { return }
        for line in notes.lines { context.printNote(line) }
        let place = revision.map { ", at revision \($0)" } ?? ""
        context.printNote(
            findings.isEmpty
                ? "no damage found\(place)"
                : NumberText.counted(findings.count, "finding"))
    }
}

/// The additions of other programs to a file's schema.
///
/// Additions are not damage, so they are not findings, but they matter when looking for damage.
private struct SchemaNotes {
    let additions: [SchemaAddition]

    /// The additions in JSON output.
    var json: JSONValue {
        .array(
            additions.map { addition in
                [
                    "type": .string(addition.type), "name": .string(addition.name),
                    "table": .string(addition.table), "unique": .bool(addition.isUnique),
                ]
            })
    }

    /// The lines of text output.
    var lines: [String] {
        additions.map { addition in
            let what = "another program added \(PlainText.shown(addition.description))"
            if addition.isUnique {
                return "warning: \(what); it is unique, so it may refuse what routedb writes"
            }
            return addition.type == "index"
                ? "note: \(what), which makes writing slower" : "note: \(what); routedb ignores it"
        }
    }
}
