import ArgumentParser
import RouteDB
import RouteDBTerminal

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
        return AnswerForm(chosen.first)
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
