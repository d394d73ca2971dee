import ArgumentParser

@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routedb-benchmark",
        abstract: "Measures RouteDB, beside others in the same run.",
        subcommands: [
            MatcherCommand.self, CompareCommand.self, ResolveCommand.self, StringsCommand.self,
            CompileCommand.self, ThreadsCommand.self,
            ProfilesCommand.self, AccessCommand.self, RecordingCommand.self,
            LintCommand.self, ExplainCommand.self, FollowCommand.self, MemoryCommand.self,
            OnceCommand.self,
        ],
        defaultSubcommand: MatcherCommand.self)
}
