import ArgumentParser
import RouteDB

/// Where the hits of a replay come from.
struct ReplaySourceOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            """
            A history, a log (gzip too) or '-' for a log on standard input; else the registry's \
            history.
            """, valueName: "file"),
        completion: .file())
    var path: String?

    @OptionGroup var history: HistoryOptions

    @Option(
        help: ArgumentHelp(
            "The format of the log: \(LogFormat.names.joined(separator: ", ")); else as it looks.",
            valueName: "format"),
        transform: Self.format)
    var format: String?

    @Option(
        help: ArgumentHelp(
            "The host of requests whose log has none; else their URLs stay paths.",
            valueName: "host"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The scheme of requests whose log has a host and no scheme; else https.",
            valueName: "scheme"))
    var scheme: String?

    func validate() throws {
        if path != nil && history.history != nil {
            throw ValidationError("Choose one of '--from' and '--history'.")
        }
    }

    /// The source that the options name.
    func source(
        _ global: GlobalOptions, in context: CommandContext
    ) throws -> ReplaySource {
        guard let path else {
            return hits(ofHistory: history.path(global, in: context), in: context)
        }
        let input = try PeekedInput(path, in: context)
        if input.isDatabase { return hits(ofHistory: path, in: context) }
        // Only the thread that reads the log uses it, while the command waits.
        nonisolated(unsafe) let used = input
        return .log(
            input.name, format: format,
            options: LogOptions(scheme: scheme ?? "https", host: host)
        ) { LogInput(used) }
    }

    private func hits(ofHistory path: String, in context: CommandContext) -> ReplaySource {
        .history(path, busyTimeoutMilliseconds: context.busyTimeoutMilliseconds)
    }

    private static func format(_ text: String) throws -> String {
        if LogFormat.names.contains(text) { return text }
        let nearest = NameSuggestion.nearest(to: text, among: LogFormat.names)
        throw ValidationError(
            "There is no log format '\(text)'. "
                + (nearest.map { "Did you mean '\($0)'?" }
                    ?? "There is \(LogFormat.names.joined(separator: ", "))."))
    }
}
