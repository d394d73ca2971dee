import ArgumentParser
import RouteDB

/// The output format of commands that answer about one thing.
struct AnswerOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            """
            The output format: table (text for people, the default), tsv or csv (a line for \
            each field of the JSON), json or ndjson (one object).
            """, valueName: "format"),
        completion: .list(ListingFormat.Kind.allCases.map(\.rawValue)),
        transform: WordArgument.read)
    var kind: ListingFormat.Kind?

    init() {}

    /// Returns the requested format.
    ///
    /// - Throws: A usage failure if options request different formats.
    func form(_ global: GlobalOptions) throws -> AnswerForm { try Self.form(kind, global) }

    /// Returns the format that an option and the options of every command request.
    static func form(
        _ kind: ListingFormat.Kind?, _ global: GlobalOptions
    ) throws -> AnswerForm {
        var chosen = kind.map { Set([$0]) } ?? []
        if global.json { chosen.insert(.json) }
        if global.table { chosen.insert(.table) }
        guard chosen.count < 2 else {
            throw CommandFailure.usage("Use only one of '--format', '--json' and '--table'.")
        }
        return AnswerForm(kind: chosen.first)
    }
}

/// The format of an answer about one thing.
struct AnswerForm {
    /// A value of the answer's JSON, with its path of keys.
    private struct Field: Sendable {
        let name: String
        let text: String
    }

    private static let listing = Listing<Field>(
        "fields", columns: [.init("field") { $0.name }, .init("value") { $0.text }],
        object: { ["field": .string($0.name), "value": .string($0.text)] })

    /// The format, or `nil` for text.
    let kind: ListingFormat.Kind?

    /// Whether the answer is text, which the command writes itself.
    var isText: Bool { kind == nil || kind == .table }

    /// Writes an answer as JSON, or as a list of its fields.
    func write(_ object: JSONObject, to output: OutputWriter) throws {
        guard let kind, kind == .csv || kind == .plain else {
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
