import ArgumentParser
import RouteDBTraffic

/// The options for the hits of a replay.
struct ReplaySourceOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            """
            A history, a log (may be gzipped), or '-' for a log on standard input (default: the \
            registry's history).
            """, valueName: "file"),
        completion: .file())
    var path: String?

    @OptionGroup var history: HistoryOptions

    @Option(
        name: .customLong("log-format"), help: LogFormat.help,
        completion: .list(LogFormat.names), transform: LogFormat.read)
    var format: String?

    @OptionGroup var log: LogFormatOptions

    func validate() throws {
        if path != nil && history.history != nil {
            throw ValidationError("Use only one of '--from' and '--history'.")
        }
    }

    /// Returns the source that the options name.
    func source(
        _ global: GlobalOptions, in context: CommandContext
    ) throws -> ReplaySource {
        guard let path else {
            return hits(ofHistory: history.path(global, in: context), in: context)
        }
        let input = try PeekedInput(path, in: context)
        if input.isDatabase { return hits(ofHistory: path, in: context) }
        // Only the thread that reads the log uses the input, while the command waits.
        nonisolated(unsafe) let used = input
        return .log(
            input.name, format: format,
            options: LogOptions(scheme: log.scheme ?? "https", host: log.host)
        ) { unsafe LogInput(used) }
    }

    private func hits(ofHistory path: String, in context: CommandContext) -> ReplaySource {
        .history(path, busyTimeoutMilliseconds: context.busyTimeoutMilliseconds)
    }
}
