import ArgumentParser
import RouteDB

/// Compares two revisions.
struct DiffCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the differences between two revisions.",
        discussion: """
            EXAMPLES:
              routedb diff @12 @15
              routedb diff @12
              routedb diff release-1 2026-01-31 --json

            A revision is '@12', a tag, or a time, which stands for the newest revision at
            that time. Without a second revision, compares with the newest. Exits with
            status 1 if there are differences.

            TSV fields: added, removed or changed, kind, item, field, old value, new
            value.
            """)

    @Argument(
        help: "The earlier revision.", completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var old: RevisionReference

    @Argument(
        help: "The later revision (default: the newest).", completion: NameCompletion.tags,
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
