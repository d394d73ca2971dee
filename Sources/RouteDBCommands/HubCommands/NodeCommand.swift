import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBFollower
    import RouteDBHub
#endif

#if Server
    import RouteDBServer
#endif

/// Runs a node of a hub.
struct NodeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "node",
        abstract: "Mirror the hub's registry, and send the hits of this machine to the hub.",
        discussion: """
            EXAMPLES:
              routedb node postgresql://db.example.com/routes --db local.db --node web-1
              routedb node --db local.db --group canary --group region-eu
              routedb node --db local.db --probes 127.0.0.1:9090

            Mirrors the registry as 'routedb follow' does. The hits of the history beside
            it reach the hub, each exactly once, however often this process, the hub or
            the network fails: the hub stores its position in each stream of hits. Nothing
            is deleted here; 'routedb hits prune' does that, and the hub records a gap for
            hits that were deleted before it had them. What the privacy rules removed when
            a hit was recorded is in no file, and so does not leave the machine. If the hub
            has groups, the node gets the newest revision that was promoted to one of its
            groups, or to all nodes; see 'routedb hub promote' and Docs/fleet.md.

            With '--probes', /livez, /readyz and /metrics are answered at that address;
            the node is ready once its file has a registry. systemd is told when the node
            has begun, and when it ends: it begins without the hub, too.
            """)

    @Option(
        help: ArgumentHelp(
            "The name of this node at the hub (default: $ROUTEDB_NODE, else $HOSTNAME).",
            valueName: "name"))
    var node: String?

    @OptionGroup var groups: NodeGroups

    @Option(
        help: ArgumentHelp(
            "Begin with this backup, or saved feed, if the registry does not exist yet.",
            valueName: "file"), completion: .file())
    var snapshot: String?

    @Flag(name: .customLong("no-hits"), help: "Do not bring hits to the hub.")
    var noHits = false

    @OptionGroup var probes: ProbeOptions
    @OptionGroup var hub: HubOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let made = try hubNode(in: context)
            let display = NodeDisplay(isJSON: global.json, context: context)
            let watched = try WatchedNode(probes, global, in: context)
            try await context.serving { begun in
                var node = made
                node.measure = { step in
                    watched.note(step)
                    if case .begun = step { begun() }
                }
                try await watched.beside { [node] in
                    try await node.run { try display.show($0) }
                }
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

#if Hub
    extension NodeCommand {
        private func hubNode(in context: CommandContext) throws -> HubNode {
            var made = try HubNode(
                hub.text(global, in: context), registry: global.path(in: context),
                history: history.path(global, in: context),
                name: try NodeName.find(node, in: context), shipsHits: !noHits)
            made.groups = groups.find(in: context)
            made.snapshot = snapshot
            made.busyTimeout = context.busyTimeout
            return made
        }
    }

    /// Shows what a node does.
    private final class NodeDisplay: Sendable {
        private let isJSON: Bool
        private let context: CommandContext
        private let errors = ErrorDeduplicator()

        init(isJSON: Bool, context: CommandContext) {
            (self.isJSON, self.context) = (isJSON, context)
        }

        func show(_ event: HubNode.Event) throws {
            switch event {
            case .followed(let revision):
                _ = errors.isNews("notFollowed", nil)
                try write(
                    "at revision \(revision)",
                    ["outcome": "followed", "revision": .int(revision)])
            case .shipped(let hits, let missing):
                _ = errors.isNews("notShipped", nil)
                if missing > 0 {
                    let hits = NumberText.counted(missing, "hit was", "hits were")
                    context.printNote("warning: \(hits) deleted before the hub had them")
                }
                try write(
                    "shipped \(NumberText.counted(hits, "hit"))",
                    ["outcome": "shipped", "hits": .int(hits), "missing": .int(missing)])
            case .notFollowed(let error): try warn("notFollowed", error)
            case .notShipped(let error): try warn("notShipped", error)
            case .noticed(let error): try warn("noticed", error)
            }
        }

        private func warn(_ kind: String, _ error: RouteDBError) throws {
            guard errors.isNews(kind, error) else { return }
            guard isJSON else { return context.printNote(PlainText.shown("warning: \(error)")) }
            let object = CommandFailure(error).object["error"] ?? .null
            try write("", ["outcome": .string(kind), "error": object])
        }

        private func write(_ text: String, _ members: JSONObject) throws {
            var object: JSONObject = ["schema": 1]
            for member in members.members { object[member.key] = member.value }
            try context.output.writeLine(isJSON ? object.description : text)
            try context.output.flush()
        }
    }
#endif
