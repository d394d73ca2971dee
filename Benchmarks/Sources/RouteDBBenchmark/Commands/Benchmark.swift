import ArgumentParser

@main
struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routedb-benchmark",
        abstract: "Measures RouteDB, beside others in the same run.",
        subcommands: [
            MatcherCommand.self, StringsCommand.self, CompileCommand.self, ThreadsCommand.self,
            ProfilesCommand.self, AccessCommand.self, LintCommand.self, MemoryCommand.self,
            OnceCommand.self,
        ],
        defaultSubcommand: MatcherCommand.self)
}
