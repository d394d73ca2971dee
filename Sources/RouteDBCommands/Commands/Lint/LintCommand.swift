import ArgumentParser

/// The commands for finding mistakes in a registry.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find routes and rules that probably do not do what you intended.",
        discussion: """
            EXAMPLES:
              routedb lint
              routedb lint --fail-on warning --sarif > lint.sarif
              routedb lint --code unreachable --code ambiguous --json
              routedb lint suppress ambiguous '#3' '#7' --reason 'The older one is right'
              routedb lint suppressions

            Finds routes that no URL reaches, pairs of routes whose order depends on
            registration only, names that differ only in case, rules that never apply, and
            more: Docs/lint.md describes each code. Every URL that lint shows was resolved
            to make sure.

            'routedb lint' is short for 'routedb lint run', whose help has the options.
            """,
        subcommands: [
            LintRunCommand.self, LintSuppressCommand.self, LintUnsuppressCommand.self,
            LintSuppressionsCommand.self,
        ], defaultSubcommand: LintRunCommand.self)

    @OptionGroup var global: GlobalOptions
}
