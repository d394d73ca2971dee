import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Tags revisions.
struct TagCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Tag a revision, or list the tags.",
        discussion: """
            EXAMPLES:
              routedb tag
              routedb tag release-1
              routedb tag before-import @12 --message 'The last good one'
              routedb tag release-1 @14 --move
              routedb tag --remove release-1

            A tag can be used wherever a revision is expected. Setting, moving or removing
            a tag does not create a revision.

            TSV fields: name, revision, time (UTC) when it was set, author, message.
            """)

    @Argument(
        help: "The name: a letter, then letters, digits, '-', '_', '.' and '/'.",
        completion: NameCompletion.tags)
    var name: String?

    @Argument(
        help: "The revision (default: the newest).", completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var revision: RevisionReference?

    @Flag(help: "Remove the tag.")
    var remove = false

    @Flag(help: "Move an existing tag to this revision.")
    var move = false

    @OptionGroup var listing: ListingOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if remove && (name == nil || revision != nil || move) {
            throw ValidationError("'--remove' needs the name of a tag, and nothing else.")
        }
        if move && name == nil { throw ValidationError("'--move' needs the name of a tag.") }
    }

    func run(in context: CommandContext) async throws {
        guard let name else { return try await list(in: context) }
        let registry = try await global.openForWriting(in: context)
        let outcome: String
        let number: Int64
        if remove {
            number = try await registry.removeTag(
                name, expecting: write.expectedRevision, dryRun: write.dryRun)
            outcome = "removed"
        } else {
            let revision = revision ?? .number(registry.table.revision)
            let set = try await registry.setTag(
                name, to: revision, message: write.message, author: write.author(in: context),
                expecting: write.expectedRevision, isMoving: move, dryRun: write.dryRun)
            number = set.revision
            outcome = set.word
        }
        await registry.close()
        guard !global.json else {
            let object: JSONObject = [
                "schema": 1, "dryRun": .bool(write.dryRun), "outcome": .string(outcome),
                "name": .string(name), "revision": .int(number),
            ]
            return try context.output.writeLine(object.description)
        }
        try WriteReport.writeLine(
            "\(outcome) tag \(PlainText.shown(name)) of revision \(number)", revision: nil, write,
            in: context)
    }

    private func list(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let tags = try await registry.tags
        try Self.listing.rows(tags).write(
            as: format,
            whenEmpty: EmptyListNote(noun: ("tag", "tags"), command: "routedb tag NAME"),
            in: context)
    }

    private static let listing = Listing<RevisionTag>(
        "tags",
        columns: [
            .init("name") { $0.name }, .init("revision") { "\($0.revision)" },
            .init("time") { $0.time.inSeconds },
            .init("author") { $0.author },
            .init("message") { $0.message },
        ],
        object: { $0.object })
}
