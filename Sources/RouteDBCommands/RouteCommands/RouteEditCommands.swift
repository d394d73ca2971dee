import ArgumentParser
import RouteDB

/// Removes routes.
struct RemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove routes, together with their default values and access rules.",
        discussion: """
            EXAMPLES:
              routedb remove user
              routedb remove '#3' '#4' --yes --message 'The old shop is gone'
              routedb remove '/shop/{category}' --dry-run

            Removes all of them in one revision, or none. Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @Argument(help: "The routes.", completion: NameCompletion.routes)
    var routes: [String]

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let references = routes.map { RouteReference($0) }
        let registry = try await global.openForWriting(in: context)
        let remove: @Sendable (RegistryEditor) throws -> [RouteChange] = { editor in
            try references.map { reference in
                let route = try editor.route(reference)
                let rules = try editor.rules(in: .route(reference)).map(\.id)
                try editor.remove(reference)
                return RouteChange("removed", route, endedRules: rules)
            }
        }
        if !write.dryRun && !confirmation.yes {
            let plan = try await registry.edit(dryRun: true, remove)
            try confirmation.require(
                plan.value.map { "remove \($0.text)" },
                because: Confirmation.edit(of: registry.table.revision), in: context)
        }
        let result = try await registry.edit(write, source: "remove", in: context, remove)
        await registry.close()
        try result.write(write, global, in: context)
    }
}

/// Renames a route.
struct RenameCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a route, or remove its name.",
        discussion: """
            EXAMPLES:
              routedb rename user profile
              routedb rename '#12' profile
              routedb rename profile --unname
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @Argument(help: "The new name.")
    var name: String?

    @Flag(help: "Remove the name.")
    var unname = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if (name == nil) != unname {
            throw ValidationError("Give a new name or '--unname'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let (reference, name) = (RouteReference(route), name)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: "rename", in: context) { editor in
            let outcome = try editor.rename(reference, to: name)
            return [try RouteChange(outcome, renamingReplacedTo: "renamed", in: editor)]
        }
        await registry.close()
        try result.write(write, global, in: context)
    }
}

/// Enables routes.
struct EnableCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable routes, so that they match again.",
        discussion: """
            EXAMPLES:
              routedb enable user
              routedb enable '#3' '#4'
            """)

    @Argument(help: "The routes.", completion: NameCompletion.routes)
    var routes: [String]

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        try await RouteSwitch(routes: routes, isEnabled: true, write: write, global: global)
            .run(in: context)
    }
}

/// Disables routes.
struct DisableCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable routes without removing them.",
        discussion: """
            EXAMPLES:
              routedb disable user
              routedb disable '#3' '#4' --message 'Down for the weekend'
            """)

    @Argument(help: "The routes.", completion: NameCompletion.routes)
    var routes: [String]

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        try await RouteSwitch(routes: routes, isEnabled: false, write: write, global: global)
            .run(in: context)
    }
}

/// The common part of `enable` and `disable`.
private struct RouteSwitch {
    let routes: [String]
    let isEnabled: Bool
    let write: WriteOptions
    let global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (references, isEnabled) = (routes.map { RouteReference($0) }, isEnabled)
        let (source, word) = isEnabled ? ("enable", "enabled") : ("disable", "disabled")
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: source, in: context) { editor in
            try references.map { reference in
                let outcome = try editor.setEnabled(reference, isEnabled)
                return try RouteChange(outcome, renamingReplacedTo: word, in: editor)
            }
        }
        await registry.close()
        try result.write(write, global, in: context)
    }
}
