import RouteDB
import RouteDBTerminal

extension ListedRows {
    /// Writes the rows to the output of a command; if there are none, a note says why.
    func write(
        as format: ListingFormat, head: JSONObject = [:], whenEmpty note: EmptyListNote,
        in context: CommandContext
    ) throws {
        if count == 0 { context.printNote(note.text) }
        try write(as: format, head: head, to: context.output)
    }
}

/// A note on standard error that explains why a list is empty.
struct EmptyListNote {
    /// The name of the elements, in the singular and the plural.
    let noun: (one: String, many: String)
    /// The number of elements that exist, regardless of the command's options.
    var total = 0
    /// The name of the file that has no elements.
    var holder = "the registry"
    /// The past revision that is listed, or `nil` for the newest.
    var revision: Int64?
    /// The command that adds an element.
    var command: String?

    /// The text of the note.
    var text: String {
        if total > 0 {
            let all = NumberText.counted(total, noun.one, noun.many)
            return "note: no \(noun.one) matches these options; \(holder) has \(all)"
        }
        let when = revision.map { " at revision \($0)" } ?? ""
        let hint = revision == nil ? command.map { "; add one with '\($0)'" } ?? "" : ""
        return "note: \(holder) has no \(noun.many)\(when)\(hint)"
    }
}
