import ArgumentParser

/// Measures the history file, with what only this package may use.
///
/// Build and run it with the variable set that adds it to the package:
///
///     ROUTEDB_BENCHMARKS=1 swift run -c release routedb-history-benchmark make big.hits.db
@main
struct HistoryBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routedb-history-benchmark",
        abstract: "Makes large histories, and measures what is done with them.",
        subcommands: [
            MakeCommand.self, MeasureCommand.self, AnalysisCommand.self, ReplayCommand.self,
        ])
}
