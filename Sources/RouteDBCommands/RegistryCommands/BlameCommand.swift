import ArgumentParser
import RouteDB

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
