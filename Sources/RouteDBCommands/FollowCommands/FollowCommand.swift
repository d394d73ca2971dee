import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Server || Hub
    import RouteDBFollower
#endif
#if Hub
    import RouteDBHub
#endif

/// Keeps a registry equal to that of a service or a hub.
struct FollowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Mirror a registry from a service or a hub.",
        discussion: """
            EXAMPLES:
              routedb follow https://routes.example.com --db local.db
              routedb follow http://127.0.0.1:7878 --db local.db --once
              routedb follow https://routes.example.com --db local.db --snapshot backup.db
              routedb follow postgresql://db.example.com/routes --db local.db --node web-1
              routedb follow --stop --db local.db

            The file has every revision of the service's registry, with the same digests.
            It is created if it does not exist. Programs that have it open see the changes
            as those of any other process. It cannot be edited here: edit the registry of
            the service, or end following with '--stop'.

            The service needs a token with the scope 'read' for all namespaces, in
            $ROUTEDB_TOKEN or a file. While the service is away, the file stays as it is,
            and 'routedb follow' keeps trying. A revision that this version cannot read is
            refused, and the last good one is kept. A hub, a PostgreSQL database, is
            followed in the same way; 'routedb node' also sends it the hits. See
            Docs/fleet.md.
            """)

    @Argument(help: "The address of the service, or of the hub.")
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Begin with this backup, or saved feed, if the registry does not exist yet.",
            valueName: "file"), completion: .file())
    var snapshot: String?

    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp(
            "A file with the token (default: the token in $ROUTEDB_TOKEN).", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "Trust these certificates, in PEM, instead of the system's.", valueName: "file"),
        completion: .file())
    var authorities: String?

    @Option(
        help: ArgumentHelp(
            "How often to ask, if no event of the service comes first (default: 5s).",
            valueName: "duration"), transform: Self.interval)
    var interval: Duration?

    @Option(
        help: ArgumentHelp(
            "The name of this machine at a hub (default: $ROUTEDB_NODE, else $HOSTNAME).",
            valueName: "name"))
    var node: String?

    @OptionGroup var groups: NodeGroups

    @Flag(help: "Ask once, and end.")
    var once = false

    @Flag(help: "Follow no longer: make the file a registry that can be edited.")
    var stop = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (url == nil) == stop else {
            throw ValidationError(
                stop
                    ? "'--stop' ends following, so leave out the address."
                    : "Give the address of a service, or '--stop'.")
        }
        if stop, once || snapshot != nil || tokenFile != nil || authorities != nil {
            throw ValidationError("'--stop' takes no option but '--db'.")
        }
        if once, interval != nil {
            throw ValidationError("Use only one of '--once' and '--interval'.")
        }
    }

    func run(in context: CommandContext) async throws {
        if stop { return try await stopFollowing(in: context) }
        #if Server || Hub
            let follower = RegistryFollower(try source(in: context), options(in: context))
            do {
                try await follow(with: follower, in: context)
            } catch {
                await follower.shutDown()
                throw error
            }
            await follower.shutDown()
        #else
            throw CommandFailure.withoutServer
        #endif
    }

    private func stopFollowing(in context: CommandContext) async throws {
        let registry = try await global.openForWriting(in: context)
        let origin = try await registry.stopFollowing()
        let revision = registry.table.revision
        await registry.close()
        guard !global.json else {
            let object: JSONObject = [
                "schema": 1, "outcome": origin == nil ? "unchanged" : "stopped",
                "source": origin.map { .string($0.address) } ?? .null,
                "revision": .int(revision),
            ]
            return try context.output.writeLine(object.description)
        }
        try context.output.writeLine(
            origin.map {
                "stopped following \(PlainText.shown($0.address)), at revision \(revision)"
            } ?? "unchanged: the registry follows no other, revision \(revision)")
    }

    private static func interval(_ text: String) throws -> Duration {
        guard let microseconds = DurationText.microseconds(text), microseconds >= 100_000 else {
            throw ValidationError(
                "'\(text)' is not a valid interval; examples are '5s', '500ms' and '1m'.")
        }
        return .microseconds(microseconds)
    }
}

#if Server || Hub
    extension FollowCommand {
        private func options(in context: CommandContext) -> FollowOptions {
            var options = FollowOptions(path: global.path(in: context))
            options.snapshot = snapshot
            options.interval = interval ?? options.interval
            options.busyTimeout = context.busyTimeout
            options.now = context.now
            options.warn = { context.printNote(PlainText.shown("warning: \($0)")) }
            return options
        }

        private func source(in context: CommandContext) throws -> any RegistrySource {
            let url = url ?? ""
            #if Hub
                if HubAddress.isMeant(url) {
                    let groups = groups.find(in: context)
                    for group in groups { try GroupName.check(group) }
                    return HubSource(
                        try HubAddress(url), node: try NodeName.find(node, in: context),
                        groups: groups)
                }
            #endif
            #if Server
                return try ServiceSource(
                    SourceAddress(url), tokenFile: tokenFile, authorities: authorities, in: context)
            #else
                throw CommandFailure.withoutServer
            #endif
        }
    }
#endif

#if Server || Hub
    extension FollowCommand {
        private func follow(
            with follower: RegistryFollower, in context: CommandContext
        ) async throws {
            let display = FollowDisplay(options: global, context: context)
            if let step = try await follower.prepare() { try display.show(.took(step)) }
            if once {
                let event = try await follower.step()
                try display.show(event)
                if let error = event.error { throw error }
                return
            }
            try await context.serving { begun in
                begun()
                try await follower.run { event in
                    try display.show(event)
                    try display.warn(of: event)
                }
            }
        }
    }

    /// Shows what happens while a registry is followed.
    private final class FollowDisplay: Sendable {
        private let options: GlobalOptions
        private let context: CommandContext
        /// The text that was shown last, so that nothing is said twice.
        private let last = Locked("")

        init(options: GlobalOptions, context: CommandContext) {
            (self.options, self.context) = (options, context)
        }

        func show(_ event: FollowEvent) throws {
            switch event {
            case .unchanged(let position):
                try say("unchanged", position, "equal, at revision \(position.revision)")
            case .took(let step):
                if step.isReplaced {
                    let what = "replaced: the history of the source is another one"
                    try say("replaced", step.new, "\(what), at revision \(step.new.revision)")
                } else if step.old != step.new || step.refusal == nil {
                    try say(
                        "advanced", step.new,
                        "at revision \(step.new.revision), was \(step.old.revision)")
                }
            case .failed: break
            }
        }

        /// Shows why something was not taken, without ending the command.
        func warn(of event: FollowEvent) throws {
            guard let error = event.error, isNews("\(error.code) \(error.message)") else { return }
            guard options.json else {
                return context.printNote(PlainText.shown("warning: \(error)"))
            }
            var position: FeedPosition?
            if case .took(let step) = event { position = step.new }
            let outcome = position == nil ? "failed" : "refused"
            try context.output.writeLine(Self.json(outcome, position, error).description)
            try context.output.flush()
        }

        private func say(_ outcome: String, _ position: FeedPosition, _ text: String) throws {
            guard isNews(outcome == "unchanged" ? "\(position)" : "\(outcome) \(position)") else {
                return
            }
            last.withLock { $0 = "\(position)" }
            try context.output.writeLine(
                options.json ? Self.json(outcome, position, nil).description : text)
            try context.output.flush()
        }

        private func isNews(_ text: String) -> Bool {
            last.withLock { last in
                defer { last = text }
                return last != text
            }
        }

        private static func json(
            _ outcome: String, _ position: FeedPosition?, _ error: RouteDBError?
        ) -> JSONObject {
            [
                "schema": 1, "outcome": .string(outcome),
                "revision": position.map { .int($0.revision) } ?? .null,
                "digest": position.map { .string($0.digest) } ?? .null,
                "error": error.map { CommandFailure($0).object["error"] ?? .null } ?? .null,
            ]
        }
    }
#endif
