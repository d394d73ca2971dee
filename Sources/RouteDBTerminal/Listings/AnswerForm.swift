package import RouteDB

/// The format of an answer about one thing.
package struct AnswerForm {
    /// A value of the answer's JSON, with its path of keys.
    private struct Field: Sendable {
        let name: String
        let text: String
    }

    private static let listing = Listing<Field>(
        "fields", columns: [.init("field") { $0.name }, .init("value") { $0.text }],
        object: { ["field": .string($0.name), "value": .string($0.text)] })

    /// The format, or `nil` for text.
    package let kind: ListingFormat.Kind?

    package init(_ kind: ListingFormat.Kind?) { self.kind = kind }

    /// True if the answer is text.
    package var isText: Bool { kind == nil || kind == .table }

    /// Writes an answer as lines of text, as JSON, or as a list of its fields.
    package func write(
        _ object: @autoclosure () -> JSONObject, orLines lines: @autoclosure () -> [String],
        to output: OutputWriter
    ) throws {
        guard !isText else {
            for line in lines() { try output.writeLine(line) }
            return
        }
        let object = object()
        guard let kind, kind != .json, kind != .ndjson else {
            return try output.writeLine(object.description)
        }
        var fields: [Field] = []
        for member in object.members where member.key != "schema" {
            Self.append(member.value, member.key, to: &fields)
        }
        try Self.listing.write(fields, as: ListingFormat(kind), to: output)
    }

    private static func append(_ value: JSONValue, _ name: String, to fields: inout [Field]) {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            for member in object.members {
                append(member.value, "\(name).\(member.key)", to: &fields)
            }
        case .array(let values) where !values.isEmpty:
            for (index, value) in values.enumerated() {
                append(value, "\(name).\(index)", to: &fields)
            }
        case .null: fields.append(Field(name: name, text: ""))
        case .string(let text): fields.append(Field(name: name, text: text))
        default: fields.append(Field(name: name, text: value.description))
        }
    }
}

/// Facts with titles, for people.
package enum TitledLines {
    /// Returns a line for each fact; the texts begin in the same column.
    package static func lines(_ facts: [(String, String)], width: Int = 11) -> [String] {
        facts.map { title, text in
            let padding = String(repeating: " ", count: max(1, width - title.utf8.count))
            return title + padding + PlainText.shown(text)
        }
    }
}
