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
    ///
    /// - Parameters:
    ///   - key: The key of the list in JSON.
    ///   - columns: The columns of the text formats.
    ///   - object: Returns an element as JSON.
    package init(
        _ key: String, columns: [Column], object: @escaping @Sendable (Element) -> JSONObject
    ) {
        self.key = key
        self.columns = columns
        self.object = object
    }

    /// Writes the list.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - format: The format.
    ///   - head: Further members of the JSON object that contains the list.
    ///   - output: The stream to write to.
    /// - Throws: A usage failure if a requested column does not exist; errors of the stream.
    package func write(
        _ elements: [Element], as format: ListingFormat, head: JSONObject = [:],
        to output: OutputWriter
    ) throws {
        let schema: JSONObject = ["schema": 1]
        let all = self.columns
        let columns = try format.indices(of: all.map(\.title)).map { all[$0] }
        switch format.kind {
        case .json:
            var whole = schema.merging(head)
            whole[key] = .array(elements.map { .object(object($0)) })
            try output.writeLine(whole.description)
        case .ndjson:
            for element in elements {
                try output.writeLine(schema.merging(object(element)).description)
            }
        case .csv:
            try writeRow(columns.map(\.title), to: output)
            for element in elements {
                try writeRow(columns.map { $0.text(element) }, to: output)
            }
        case .plain:
            for element in elements {
                try output.writeLine(
                    columns.map { PlainText.shown($0.text(element)) }.joined(separator: "\t"))
            }
        case .table:
            let rows = elements.map { element in columns.map { PlainText.shown($0.text(element)) } }
            try TableText(columns.map(\.title), rows, format).write(to: output)
        }
    }

    private func writeRow(_ fields: [String], to output: OutputWriter) throws(StreamError) {
        let marks = ",\"\r\n".utf8
        let quoted = fields.map(SpreadsheetCell.harmless).map { field in
            guard field.utf8.contains(where: marks.contains) else { return field }
            let doubled = field.utf8.flatMap { byte in
                byte == UInt8(ascii: "\"") ? [byte, byte] : [byte]
            }
            return "\"\(String(decoding: doubled, as: UTF8.self))\""
        }
        try output.write(quoted.joined(separator: ",") + "\r\n")
    }
}
