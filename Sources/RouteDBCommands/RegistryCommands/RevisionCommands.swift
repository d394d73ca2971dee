import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Prints a digest, to tell whether two registries give the same answers.
struct DigestCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Print a hash of the registry's content, independent of its history.",
        discussion: """
            EXAMPLES:
              routedb digest
              routedb digest --as-of release-1

            Registries with the same digest resolve every URL alike. A registry made by
            importing an export has the digest of the original. 'log' shows the chained
            digests of revisions, which prove that past revisions were not modified.
            """)

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, snapshot) = try await answer.open(global, in: context)
        let digest = snapshot.contentDigest
        try form.write(
            ["schema": 1, "revision": .int(snapshot.revision), "digest": .string(digest)],
            orLines: [digest], to: context.output)
    }
}

/// Shows which revision last changed each field of a route.
struct BlameCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Show which revision last changed each field of a route.",
        discussion: """
            EXAMPLES:
              routedb blame user
              routedb blame '#12' --as-of @40 --json

            TSV fields: field, value, revision, time (UTC), author, message.
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try list.listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let found = try await registry.route(RouteReference(route), at: list.asOf.reference)
        let origins = try await registry.blame(found.route.id, at: found.part.revision)
        try Self.listing.rows(origins).write(
            as: format,
            head: ["revision": .int(found.part.revision), "route": .int(found.route.id.rawValue)],
            to: context.output)
    }

    private static let listing = Listing<FieldOrigin>(
        "fields",
        columns: [
            .init("field") { $0.field }, .init("value") { $0.value ?? "" },
            .init("revision") { "\($0.revision.number)" },
            .init("time") { $0.revision.time.inSeconds },
            .init("author") { $0.revision.author }, .init("message") { $0.revision.message },
        ],
        object: { $0.object })
}
