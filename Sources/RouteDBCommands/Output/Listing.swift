package import RouteDB

/// A list of things of one kind, and how they are written.
package struct Listing<Element>: Sendable {
    /// One column of the list.
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

    /// Describes a list.
    ///
    /// - Parameters:
    ///   - key: The key of the list in JSON.
    ///   - columns: What a line of text shows of each thing.
    ///   - object: What JSON says of each thing.
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
    ///   - elements: The things.
    ///   - format: The form.
    ///   - head: What the one JSON object says beside the list.
    ///   - output: Where to.
    /// - Throws: A usage failure if the format asks for a column that there is not; what the
    ///   output throws.
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
