package import ArgumentParser

/// The root command of the tool.
package struct RootCommand: AsyncParsableCommand {
    /// The configuration; while a command line of a known command is parsed, with that command only.
    ///
    /// The parser makes a tree of all commands that it is told of, which takes more than a millisecond.
    package static var configuration: CommandConfiguration {
        guard let index = known else { return whole }
        return CommandConfiguration(
            commandName: whole.commandName, version: whole.version,
            subcommands: [whole.subcommands[index]])
    }

    /// The index of the command that the command line begins with, if it is known.
    @TaskLocal private static var known: Int?

    /// Parses a command line that begins with the name of a command.
    static func parsedKnown(_ arguments: [String]) -> (any RegistryCommand)? {
        let index = whole.subcommands.firstIndex { $0.configuration.commandName == arguments.first }
        guard let index else { return nil }
        return $known.withValue(index) { try? parseAsRoot(arguments) as? any RegistryCommand }
    }

    private static let whole = CommandConfiguration(
        commandName: "routedb",
        abstract: "Administers a registry of URL routes.",
        discussion: """
            EXAMPLES:
              routedb import routes.csv
              routedb add 'myapp://user/{id:int}' --target user.profile --name user
              routedb resolve 'myapp://user/42?ref=mail'
              routedb replay access.log --head candidate.db
              routedb stats unmatched --since 7d

            The registry is the file of --db, else of $ROUTEDB_DB, else ./routes.db.

            Exit status: 0 success; 1 a negative answer, such as 'unmatched'; 2 failure;
            3 finished, but part of the input was rejected; 64 invalid command line; 130
            interrupted.
            """,
        version: toolVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Routes",
                subcommands: [
                    InitCommand.self, AddCommand.self, SetCommand.self, RemoveCommand.self,
                    RenameCommand.self, EnableCommand.self, DisableCommand.self, ListCommand.self,
                    ShowCommand.self, ResolveCommand.self, ExplainCommand.self, URLCommand.self,
                    LinkCommand.self,
                ]),
            CommandGroup(
                name: "Namespaces and access",
                subcommands: [
                    NamespaceCommand.self, DefaultCommand.self, ConverterCommand.self,
                    ConvertCommand.self, AccessCommand.self, AppCommand.self,
                ]),
            CommandGroup(
                name: "Files",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, PlanCommand.self, ApplyCommand.self,
                    GenerateCommand.self, BackupCommand.self, CheckCommand.self,
                    RecoverCommand.self,
                ]),
            CommandGroup(
                name: "Revisions",
                subcommands: [
                    LogCommand.self, DiffCommand.self, MergeCommand.self, BlameCommand.self,
                    RevertCommand.self, RollbackCommand.self, TagCommand.self, DigestCommand.self,
                ]),
            CommandGroup(
                name: "Checking changes",
                subcommands: [
                    ReviewCommand.self, LintCommand.self, TestCommand.self, ReplayCommand.self,
                    AppLinksCommand.self,
                ]),
            CommandGroup(
                name: "History",
                subcommands: [
                    HitsCommand.self, StatsCommand.self, ReportCommand.self, SQLCommand.self,
                ]),
            CommandGroup(
                name: "The service",
                subcommands: [
                    ServeCommand.self, LoginCommand.self, TokenCommand.self, FollowCommand.self,
                    HubCommand.self,
                    NodeCommand.self,
                ]),
            CommandGroup(
                name: "The tool",
                subcommands: [
                    CompletionsCommand.self, ReferenceCommand.self,
                ]),
        ])

    @OptionGroup package var global: GlobalOptions

    package init() {}
}
