import ArgumentParser
import RouteDB

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
              routedb hub forget --node web-1 --import 3 --yes

            Deletes the hits with their URLs, parameters and referrers, and subtracts them
            from the hourly sums. The hub refuses them if a node sends them again, or only
            now, and stores new hits of the principal; for that it keeps a digest of the
            name. Days that were pruned are in the sums only, which name no principal.

            An import has the id that 'routedb hits imports' shows on the node that sent
            it; undo it there first, with 'routedb hits forget'.

            Nodes keep their histories until 'routedb hits prune', and files that were
            exported, backups and the server's log do not change: see Docs/fleet.md. Needs
            the user who made the hub. Asks on a terminal; elsewhere '--yes' is required.
            If it is interrupted, repeat it.
            """)

    @Option(help: ArgumentHelp("The principal whose hits are deleted.", valueName: "name"))
    var principal: String?

    @Option(help: ArgumentHelp("The node that sent the imports.", valueName: "name"))
    var node: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("An import, by its id on that node; may be repeated.", valueName: "id"),
        transform: NumberArgument.read)
    var imports: [Int64] = []

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Only show how many hits would be deleted.")
    var dryRun = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if principal == "" { throw ValidationError("The name after '--principal' is empty.") }
        guard (principal != nil) != (node != nil && !imports.isEmpty),
            principal == nil || node == nil && imports.isEmpty
        else {
            throw ValidationError(
                "Say which hits: '--principal', or '--node' with '--import'.")
        }
    }

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let count = try await hub.count(forgetting: hits)
                if !dryRun { try confirmation.require(["forget \(text(count))"], in: context) }
                let forgotten = dryRun ? count : try await hub.forget(hits)
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hits": .int(forgotten), "dryRun": .bool(dryRun),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    "\(dryRun ? "would forget" : "forgot") \(text(forgotten))")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    #if Hub
        private var hits: ForgottenHits {
            principal.map { .principal($0) } ?? .imports(Set(imports), node: node ?? "")
        }
    #endif

    /// Says how many hits of whom, such as `12 hits of principal 'ada'`.
    private func text(_ count: Int64) -> String {
        let whose =
            principal.map { "principal '\(PlainText.shown($0))'" }
            ?? "\(imports.count == 1 ? "import" : "imports")"
            + " \(Set(imports).sorted().map(String.init).joined(separator: ", "))"
            + " of node '\(PlainText.shown(node ?? ""))'"
        return "\(NumberText.hits(count)) of \(whose)"
    }
}
