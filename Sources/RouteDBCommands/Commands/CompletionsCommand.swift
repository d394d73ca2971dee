import ArgumentParser

/// Prints a completion script.
struct CompletionsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a shell completion script, which also completes names in the registry.",
        discussion: """
            EXAMPLES:
              routedb completions bash > ~/.local/share/bash-completion/completions/routedb
              routedb completions zsh > ~/.zfunc/_routedb
              routedb completions fish > ~/.config/fish/completions/routedb.fish
            """)

    /// The supported shells.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish
    }

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let known: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        try context.output.writeLine(RootCommand.completionScript(for: known))
    }
}
