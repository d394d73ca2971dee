import ArgumentParser
import RouteDB

/// Lists revisions.
struct LogCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List revisions, newest first.",
        discussion: """
            EXAMPLES:
              routedb log
              routedb log --limit 5 --json

            TSV fields: number, time (UTC), author, source, message, beginning of the
            digest, tags.
            """)

    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp("The maximum number of rows (0: all).", valueName: "count"))
    var limit: Int?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        var bound: Int64?
        if let reference = asOf.reference {
            let number = try await registry.revision(reference).number
            bound = number < .max ? number + 1 : nil
        }
        let revisions = try await registry.revisions(below: bound, limit: limit ?? 0)
        try RevisionFacts.listing.write(
            RevisionFacts.all(revisions, tags: try await registry.tags), as: format,
            to: context.output)
    }
}

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

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        guard !form.isText else {
            return try context.output.writeLine(snapshot.contentDigest)
        }
        let object: JSONObject = [
            "schema": 1, "revision": .int(snapshot.revision),
            "digest": .string(snapshot.contentDigest),
        ]
        try form.write(object, to: context.output)
    }
}

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

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let route = try snapshot.route(RouteReference(route))
        let origins = try await registry.blame(route.id, at: snapshot.revision)
        try Self.listing.write(
            origins, as: format,
            head: ["revision": .int(snapshot.revision), "route": .int(route.id.rawValue)],
            to: context.output)
    }

    private static let listing = Listing<FieldOrigin>(
        "fields",
        columns: [
            .init("field") { $0.field }, .init("value") { $0.value ?? "" },
            .init("revision") { "\($0.revision.number)" },
            .init("time") { Timestamp(microseconds: $0.revision.timeMicroseconds).inSeconds },
            .init("author") { $0.revision.author }, .init("message") { $0.revision.message },
        ],
        object: { origin in
            [
                "field": .string(origin.field),
                "value": origin.value.map(JSONValue.string) ?? .null,
                "revision": .int(origin.revision.number),
                "time": .string(
                    Timestamp(microseconds: origin.revision.timeMicroseconds).description),
                "author": .string(origin.revision.author),
                "message": .string(origin.revision.message),
            ]
        })
}
