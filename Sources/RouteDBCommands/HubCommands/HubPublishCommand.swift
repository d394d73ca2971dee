import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Publishes the registry.
struct HubPublishCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send the revisions of a file that the hub does not have.",
        discussion: """
            EXAMPLES:
              routedb hub publish postgresql://db.example.com/routes --db routes.db

            Either all of them are at the hub afterwards, or none. If the hub has revisions
            that the registry does not have, nothing is sent, with status 2: then somebody
            has edited the hub or published another registry, or this one was restored from
            an old backup. With '--replace' the hub gets the history of this registry, and
            so do all nodes. To edit the registry at the hub itself, use '--hub' with the
            usual commands.
            """)

    @Flag(help: "Replace a registry at the hub that has another history.")
    var replace = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let path = global.path(in: context)
            try await hub.withHub(global, in: context) { hub in
                let done = try await hub.publish(path, isReplacing: replace)
                let outcome =
                    done.isReplaced ? "replaced" : done.old == done.new ? "unchanged" : "published"
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "outcome": .string(outcome),
                        "revision": .int(done.new.revision), "digest": .string(done.new.digest),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    "\(outcome): the hub is at revision \(done.new.revision)"
                        + (done.old == done.new ? "" : ", was \(done.old.revision)"))
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Deletes old hits at a hub.
struct HubPruneCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old hits at the hub, day by day; the hourly sums are kept.",
        discussion: """
            EXAMPLES:
              routedb hub prune --keep 30d postgresql://db.example.com/routes

            Also joins the hourly sums of all streams. Run it once a day, as the user who
            made the hub. Nothing is deleted if the hub's clock and this machine's are more
            than an hour apart. If 'routedb hub export' was ever used, a day is kept until
            all of its hits are in files, also those that came late; see '--unexported'.
            """)

    @Option(
        help: ArgumentHelp(
            "How long hits are kept; up to a day more.", valueName: "duration"),
        transform: Self.seconds)
    var keep: Int64

    @Flag(help: "Delete days too whose hits were not exported.")
    var unexported = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                try await hub.requireClock(near: context.now())
                let days = try await hub.prune(olderThan: keep, unexported: unexported)
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "days": .array(days.deleted.map(JSONValue.string)),
                        "kept": .array(days.kept.map(JSONValue.string)),
                    ]
                    return try context.output.writeLine(object.description)
                }
                for day in days.deleted { try context.output.writeLine("deleted \(day)") }
                context.printNote("\(NumberText.counted(days.deleted.count, "day")) deleted")
                guard !days.kept.isEmpty else { return }
                context.printNote(
                    "warning: \(NumberText.counted(days.kept.count, "day")) kept, with hits that were"
                        + " not exported: run 'routedb hub export', or add '--unexported'")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    private static func seconds(_ text: String) throws -> Int64 {
        guard let microseconds = DurationText.microseconds(text), microseconds >= 86_400_000_000
        else {
            throw ValidationError(
                "'\(text)' is not a time of at least a day; examples are '1d' and '30d'.")
        }
        return microseconds / 1_000_000
    }
}
