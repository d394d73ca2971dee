import ArgumentParser

/// The commands for default values.
struct DefaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Set, unset and list default values.",
        discussion: """
            EXAMPLES:
              routedb default set lang=en --namespace default
              routedb default set tab=posts --route user
              routedb default list --route user

            The default value of a route overrides that of its group, which overrides that
            of the namespace.
            """,
        subcommands: [
            DefaultSetCommand.self, DefaultUnsetCommand.self, DefaultListCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
