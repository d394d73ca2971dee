import ArgumentParser

/// Prints the reference of all commands.
struct ReferenceCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Print the command reference as Markdown.",
        discussion: """
            EXAMPLES:
              routedb reference > Docs/cli.md
            """,
        shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        try context.output.write(CommandReference.markdown())
    }
}
