import ArgumentParser
import RouteDB

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
