import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Halts a revision.
struct HubHaltCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "halt",
        abstract: "Promote a revision to no more groups.",
        discussion: """
            EXAMPLES:
              routedb hub halt --reason 'search is slow'
              routedb hub halt 12

            Nodes that have the revision keep it: 'routedb hub rollback' takes it back. The
            hub halts a revision by itself if the hits of a group get worse after it was
            promoted there.
            """)

    @Argument(
        help: "The revision (default: the newest at the hub).", transform: RevisionNumber.read)
    var revision: Int64?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let position = try await hub.revision(revision)
                let isNew = try await hub.halt(
                    position, because: reason ?? "halted by \(context.author())",
                    author: context.author())
                try HubOutcome.write(isNew ? "halted" : "unchanged", position, global, in: context)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Lets a halted revision be promoted again.
struct HubResumeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let a halted revision be promoted again.",
        discussion: """
            EXAMPLES:
              routedb hub resume 12

            The groups that have it already are not watched any more, since somebody has
            looked at their hits; a group that gets it next is.
            """)

    @Argument(
        help: "The revision (default: the newest at the hub).", transform: RevisionNumber.read)
    var revision: Int64?

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let position = try await hub.revision(revision)
                let isDone = try await hub.resume(position)
                try HubOutcome.write(
                    isDone ? "resumed" : "unchanged", position, global, in: context)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Takes a group back to the revision before.
struct HubRollbackCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Take a group of nodes back to where it was before its last promotion.",
        discussion: """
            EXAMPLES:
              routedb hub rollback --group canary
              routedb hub rollback --group all --yes

            The revision is halted, so that nobody promotes it by mistake. The nodes fetch
            the whole registry of the revision before. No group falls below the revision of
            'all'; rolling back 'all' also takes back the groups ahead of it. Asks for
            confirmation on a terminal; elsewhere '--yes' is required.

            At a hub without groups, 'routedb rollback --hub' makes a new revision with the
            content of an old one.
            """)

    @Option(help: ArgumentHelp("The group.", valueName: "name"))
    var group: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let found = try await hub.group(named: group)
                guard let promotion = found.promotion else {
                    throw CommandFailure(
                        "invalidValue", "Nothing that was promoted to '\(group)' can be undone.",
                        hint: "Restore old content with 'routedb rollback --hub', and promote that."
                    )
                }
                try confirmation.require(
                    [
                        "Group '\(group)', \(NumberText.counted(found.nodes, "node")): revision"
                            + " \(promotion.revision) -> \(promotion.oldRevision)"
                    ], because: "This changes what nodes answer.", in: context)
                try await hub.rollBack(group, promotion, author: context.author())
                let position = try await hub.group(named: group).position
                try HubOutcome.write("rolledBack", position, global, in: context)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// The number of a revision in an argument: `12` or `@12`.
private enum RevisionNumber {
    static func read(_ text: String) throws -> Int64 {
        if let number = Int64(text.first == "@" ? text.dropFirst() : text[...]), number > 0 {
            return number
        }
        throw ValidationError("'\(text)' is not the number of a revision, such as '12'.")
    }
}

#if Hub
    extension HubClient {
        /// The position of a revision; of the newest for `nil`.
        fileprivate func revision(_ number: Int64?) async throws -> FeedPosition {
            if let number { return try position(at: number) }
            return try status().position
        }
    }

    /// The outcome of a command on a revision.
    private enum HubOutcome {
        static func write(
            _ outcome: String, _ position: FeedPosition, _ global: GlobalOptions,
            in context: CommandContext
        ) throws {
            guard !global.json else {
                let object: JSONObject = [
                    "schema": 1, "outcome": .string(outcome), "revision": .int(position.revision),
                    "digest": .string(position.digest),
                ]
                return try context.output.writeLine(object.description)
            }
            let text = outcome == "rolledBack" ? "rolled back: now at" : "\(outcome):"
            try context.output.writeLine("\(text) revision \(position.revision)")
        }
    }
#endif
