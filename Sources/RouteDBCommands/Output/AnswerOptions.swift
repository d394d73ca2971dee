import ArgumentParser
import RouteDB

/// The output format of commands that answer about one thing.
struct AnswerOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            """
            The output format: table (text for people, the default), tsv, csv or markdown (a \
            line for each field of the JSON), json or ndjson (one object).
            """, valueName: "format"),
        completion: .list(ListingFormat.Kind.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var kind: ListingFormat.Kind?

    init() {}

    /// Returns the requested format.
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

/// The options of commands that answer about one thing in a revision.
struct RevisionAnswerOptions: ParsableArguments {
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var answer: AnswerOptions

    /// Opens the registry, and reads what is told of the revision: the whole, unless a closure reads less.
    func open(
        _ global: GlobalOptions, in context: CommandContext,
        reading read: (RouteRegistry, RevisionReference?) async throws -> RegistrySnapshot =
            AsOfOption.snapshot(of:at:)
    ) async throws -> (form: AnswerForm, snapshot: RegistrySnapshot) {
        let form = try answer.form(global)
        let registry = try await global.openForReading(in: context)
        return (form, try await read(registry, asOf.reference))
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

    /// True if the answer is text.
    var isText: Bool { kind == nil || kind == .table }

    /// Writes an answer as lines of text, as JSON, or as a list of its fields.
    func write(
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
enum TitledLines {
    /// Returns a line for each fact; the texts begin in the same column.
    static func lines(_ facts: [(String, String)], width: Int = 11) -> [String] {
        facts.map { title, text in
            let padding = String(repeating: " ", count: max(1, width - title.utf8.count))
            return title + padding + PlainText.shown(text)
        }
    }
}
