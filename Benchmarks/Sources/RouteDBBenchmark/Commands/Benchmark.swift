import ArgumentParser

@main
struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routedb-benchmark",
        abstract: "Measures RouteDB, beside others in the same run.",
        subcommands: [
            MatcherCommand.self, CompareCommand.self, ResolveCommand.self, StringsCommand.self,
            CompileCommand.self, ThreadsCommand.self,
            ProfilesCommand.self, AccessCommand.self, RecordingCommand.self,
            LintCommand.self, ExplainCommand.self, FollowCommand.self, LiveCommand.self,
            MemoryCommand.self,
            OnceCommand.self,
        ] + peers,
        defaultSubcommand: MatcherCommand.self)

    /// The commands that need what is only fetched on demand.
    private static var peers: [any ParsableCommand.Type] {
        #if PEERS
            [EmptyServerCommand.self]
        #else
            []
        #endif
    }
}
