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
