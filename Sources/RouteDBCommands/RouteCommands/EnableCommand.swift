import ArgumentParser
import RouteDB

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
