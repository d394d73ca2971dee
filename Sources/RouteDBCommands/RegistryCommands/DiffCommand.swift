import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Compares two states of registries.
struct DiffCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the differences between two revisions, registries or documents.",
        discussion: """
            EXAMPLES:
              routedb diff @12 @15
              routedb diff @12
              routedb diff release-1 2026-01-31 --json
              routedb diff main.json routes.json
              routedb diff backup.db @live
              routedb diff https://routes.example.com routes.json

            Name a revision by its number ('@12'), by a tag, or by a time: the newest
            revision at that time. Anything else is the file of a registry, a document, or
            the address of a service, whose token is $ROUTEDB_TOKEN, or of a hub. Without
            a second one, compares with the newest revision. Exits with status 1 if there
            are differences.

            Items of two revisions are paired by id, also if one registry was copied from
            the other. Those of documents are paired as when they are applied: by name,
            else by pattern. A document is compared in the kinds of items that it lists.
            With a revision, or with '--db', it is applied to the registry first, as
            'plan' does; else it stands alone.

            TSV fields: added, removed or changed, kind, item, field, old value, new
            value.
            """)

    @Argument(
        help: "The earlier state.", completion: .file(),
        transform: RegistryArgument.read)
    var old: RegistryArgument

    @Argument(
        help: "The later state (default: the newest revision).",
        completion: .file(), transform: RegistryArgument.read)
    var new: RegistryArgument?

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !(old.isStandardInput && new?.isStandardInput == true) else {
            throw ValidationError("Only one of the states can be standard input.")
        }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let (diff, head) = try await difference(in: context)
        if !diff.isEmpty { context.setExitStatus(.no) }
        try DiffOutput(diff: diff).write(
            as: format, global.style(in: context), head: head,
            markdown: .init(before: MarkdownText.states(old.name, (new ?? .live).name)),
            to: context.output)
    }

    /// Returns the differences, and the members of the JSON that name the states.
    private func difference(
        in context: CommandContext
    ) async throws -> (RegistryDiff, JSONObject) {
        let new = new ?? .live
        if let (first, last) = Self.revisions(old, new) {
            let registry = try await global.openForReading(in: context)
            let diff = try await registry.diff(from: first, to: last)
            await registry.close()
            return (diff, [:])
        }
        let states = try await RegistryStates([old, new], global, in: context)
            .comparison(old, new)
        return (
            states.plan.diff,
            [
                "from": states.old.revisionJSON, "to": states.new.revisionJSON,
                "old": .string(old.name), "new": .string(new.name),
            ]
        )
    }

    /// The revisions that both states are, if they are of one registry.
    private static func revisions(
        _ old: RegistryArgument, _ new: RegistryArgument
    ) -> (RevisionReference, RevisionReference)? {
        guard let first = old.revision, let last = new.revision else { return nil }
        return (first, last)
    }
}
