package import RouteDB

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

    /// Returns the columns for a list of elements that have one of these in them.
    package func columns<Whole>(
        of part: @escaping @Sendable (Whole) -> Element
    ) -> [Listing<Whole>.Column] {
        columns.map { column in .init(column.title) { column.text(part($0)) } }
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
    /// The number of rows.
    package let count: Int
    /// Returns the text of a row in a column.
    let text: (_ row: Int, _ column: Int) -> String
    /// Returns a row as JSON.
    let object: (_ row: Int) -> JSONObject

    /// Creates the rows of a list.
    package init(
        key: String, titles: [String], count: Int,
        text: @escaping (_ row: Int, _ column: Int) -> String,
        object: @escaping (_ row: Int) -> JSONObject
    ) {
        self.key = key
        self.titles = titles
        self.count = count
        self.text = text
        self.object = object
    }

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
}
