import ArgumentParser

/// The commands about what is wrong, or may be, in a registry.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find routes and rules that do not do what they were meant to.",
        discussion: """
            EXAMPLES:
              routedb lint
              routedb lint --fail-on warning --sarif > lint.sarif
              routedb lint --code unreachable --code ambiguous --json
              routedb lint suppress ambiguous '#3' '#7' --reason 'The older one is right'
              routedb lint suppressions

            Finds routes that no URL reaches, pairs that the order of registration decides,
            names that differ in case, rules that never apply, and more: Docs/lint.md tells
            of each code. Every URL that it shows was put to the matcher.

            'routedb lint' is short for 'routedb lint run', whose help has the options.
            """,
        subcommands: [
            LintRunCommand.self, LintSuppressCommand.self, LintUnsuppressCommand.self,
            LintSuppressionsCommand.self,
        ], defaultSubcommand: LintRunCommand.self)

    @OptionGroup var global: GlobalOptions
}
