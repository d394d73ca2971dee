import ArgumentParser
import RouteDB

/// Compares two revisions.
struct DiffCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what two revisions do not agree on.",
        discussion: """
            EXAMPLES:
              routedb diff @12 @15
              routedb diff @12
              routedb diff release-1 2026-01-31 --json

            A revision goes by '@12', a tag, or a time, which is the newest revision of
            then or before. Without the second one, the newest is compared. Exit status 1
            if there are differences.

            Without a terminal, '--table' or another form, a line has tabs between added,
            removed or changed, kind, thing, field, old value, new value.
            """)

    @Argument(
        help: "The earlier revision.", completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var old: RevisionReference

    @Argument(
        help: "The later revision, else the newest.", completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var new: RevisionReference?

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let diff = try await registry.diff(from: old, to: new)
        if !diff.isEmpty { context.conclude(.no) }
        let style = TextStyle(
            isTerminal: context.output.isTerminal, noColor: global.noColor, in: context)
        try DiffFacts(diff: diff).write(as: format, style, to: context.output)
    }
}
