import ArgumentParser
import RouteDB
import RouteDBTerminal

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
              routedb remove --group sale --label season=2025

            \(RouteSelectionOptions.discussion) Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @OptionGroup var routes: RouteSelectionOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let selection = routes.selection
        try await context.edit(write, global, source: "remove", confirming: confirmation) {
            editor in
            CommandEdit("routes", try editor.remove(selection)).asking(to: "remove")
        }
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
        try await context.edit(write, global, source: "rename") { editor in
            let outcome = try editor.rename(reference, to: name)
            let change = try ItemChange(outcome, renamingReplacedTo: "renamed", in: editor)
            return CommandEdit("routes", [change])
        }
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
              routedb enable --namespace web --disabled

            \(RouteSelectionOptions.discussion) If options select them,
            asks for confirmation on a terminal; elsewhere '--yes' is required.
            """)

    @OptionGroup var routes: RouteSelectionOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        try await context.setEnabled(
            true, routes.selection, write, global, confirming: confirmation)
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
              routedb disable --label season=2025 --yes

            \(RouteSelectionOptions.discussion) If options select them,
            asks for confirmation on a terminal; elsewhere '--yes' is required.
            """)

    @OptionGroup var routes: RouteSelectionOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        try await context.setEnabled(
            false, routes.selection, write, global, confirming: confirmation)
    }
}

extension CommandContext {
    /// Enables or disables routes.
    fileprivate func setEnabled(
        _ isEnabled: Bool, _ selection: RouteSelection, _ write: WriteOptions,
        _ global: GlobalOptions, confirming confirmation: Confirmation
    ) async throws {
        let verb = isEnabled ? "enable" : "disable"
        try await edit(write, global, source: verb, confirming: confirmation) { editor in
            CommandEdit("routes", try editor.setEnabled(selection, isEnabled))
                .asking(to: verb, ifSelecting: selection)
        }
    }
}
