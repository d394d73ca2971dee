package import RouteDB
import RouteDBTraffic

/// A list of elements of one kind, with how it is written in each format.
package struct Listing<Element>: Sendable {
    /// A column of the list.
    package struct Column: Sendable {
        let title: String
        let text: @Sendable (Element) -> String

        package init(_ title: String, _ text: @escaping @Sendable (Element) -> String) {
            self.title = title
            self.text = text
        }
    }

    /// The key of the list in JSON.
    let key: String
    let columns: [Column]
    let object: @Sendable (Element) -> JSONObject

    /// Creates a list.
    package init(
        _ key: String, columns: [Column], object: @escaping @Sendable (Element) -> JSONObject
    ) {
        self.key = key
        self.columns = columns
        self.object = object
    }

    /// Returns the rows of some elements.
    package func rows(_ elements: [Element]) -> ListedRows {
        let (columns, object) = (columns, object)
        return ListedRows(
            key: key, titles: columns.map(\.title), count: elements.count,
            text: { columns[$1].text(elements[$0]) }, object: { object(elements[$0]) })
    }

    /// Writes a list of some elements, as its rows are written.
    package func write(
        _ elements: [Element], as format: ListingFormat, head: JSONObject = [:],
        to output: OutputWriter
    ) throws {
        try rows(elements).write(as: format, head: head, to: output)
    }
}

/// The rows of a list, without the type of its elements: what is done with them is compiled once.
package struct ListedRows {
    /// The key of the list in JSON.
    let key: String
    /// The titles of the columns.
    let titles: [String]
    let count: Int
    /// Returns the text of a row in a column.
    let text: (_ row: Int, _ column: Int) -> String
    /// Returns a row as JSON.
    let object: (_ row: Int) -> JSONObject

    /// Writes the rows.
    package func write(
        as format: ListingFormat, head: JSONObject = [:], to output: OutputWriter
    ) throws {
        let schema: JSONObject = ["schema": 1]
        let writer = try RowWriter(
            titles, in: RowWriter.Frame(key: key, head: schema.merging(head)), as: format,
            to: output)
        for row in 0..<count {
            try writer.write({ .text(Array(text(row, $0).utf8)) }) { line in
                // Each line of NDJSON is a document of its own.
                let whole = format == .ndjson ? schema.merging(object(row)) : object(row)
                JSONWriter.append(.object(whole), to: &line)
            }
        }
        try writer.end()
    }

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
