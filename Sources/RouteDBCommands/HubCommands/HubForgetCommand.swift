import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Deletes hits of a principal, or of imports, at a hub.
struct HubForgetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete the hits of a principal, or of imports, at the hub.",
        discussion: """
            EXAMPLES:
              routedb hub forget --principal ada@example.com --dry-run
              routedb hub forget --principal ada@example.com --yes
              routedb hub imports
              routedb hub forget --import 5f0c21d8 --yes

            Deletes the hits with their URLs, parameters and referrers, and subtracts them
            from the hourly sums. The hub refuses them if a node sends them again, or only
            now, and stores new hits of the principal; for that it keeps a digest of the
            name. Days that were pruned are in the sums only, which name no principal.

            An import is named by its identity, or as many digits of it as tell it from
            others: 'routedb hub imports' lists them. Undo it on its node first, with
            'routedb hits forget'.

            Nodes keep their histories until 'routedb hits prune', and files that were
            exported, backups and the server's log do not change: see Docs/fleet.md. Needs
            the user who made the hub. Asks on a terminal; elsewhere '--yes' is required.
            If it is interrupted, repeat it.
            """)

    @Option(help: ArgumentHelp("The principal whose hits are deleted.", valueName: "name"))
    var principal: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "An import, by the first digits of its identity; may be repeated.",
            valueName: "identity"))
    var imports: [String] = []

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Only show how many hits would be deleted.")
    var dryRun = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if principal == "" { throw ValidationError("The name after '--principal' is empty.") }
        guard (principal != nil) != !imports.isEmpty else {
            throw ValidationError("Say which hits: '--principal' or '--import'.")
        }
    }

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let hits = try await hits(at: hub)
                let count = try await hub.count(forgetting: hits)
                if !dryRun {
                    try confirmation.require(["forget \(text(count, hits))"], in: context)
                }
                let forgotten = dryRun ? count : try await hub.forget(hits)
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hits": .int(forgotten), "dryRun": .bool(dryRun),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    "\(dryRun ? "would forget" : "forgot") \(text(forgotten, hits))")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    #if Hub
        private func hits(at hub: HubClient) async throws -> ForgottenHits {
            if let principal { return .principal(principal) }
            var identities: Set<String> = []
            for text in imports { identities.insert(try await hub.importIdentity(text)) }
            return .imports(identities)
        }

        /// Says how many hits of whom, such as `12 hits of principal 'ada'`.
        private func text(_ count: Int64, _ hits: ForgottenHits) -> String {
            let whose =
                switch hits {
                case .principal(let name): "principal '\(PlainText.shown(name))'"
                case .imports(let keys):
                    "\(keys.count == 1 ? "import" : "imports") "
                        + keys.sorted().joined(separator: ", ")
                }
            return "\(NumberText.hits(count)) of \(whose)"
        }
    #endif
}
