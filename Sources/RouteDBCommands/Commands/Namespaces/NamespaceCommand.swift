import ArgumentParser

/// The commands for namespaces.
struct NamespaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "namespace",
        abstract: "Add, change, list, show and remove namespaces.",
        discussion: """
            EXAMPLES:
              routedb namespace list
              routedb namespace show web
              routedb namespace add web --host example.com --host '*.example.com'
              routedb namespace set web case=insensitive trailing-slash=strict
              routedb namespace remove web
            """,
        subcommands: [
            NamespaceAddCommand.self, NamespaceSetCommand.self, NamespaceListCommand.self,
            NamespaceShowCommand.self, NamespaceRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
