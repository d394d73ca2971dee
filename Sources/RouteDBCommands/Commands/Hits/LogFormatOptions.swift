import ArgumentParser
import RouteDB

/// What a log does not say, and its reader must know.
struct LogFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The format of logs: \(LogFormat.names.joined(separator: ", ")) (default: \
            detected from the first lines).
            """, valueName: "format"),
        completion: .list(LogFormat.names), transform: format)
    var format: String?

    @Option(
        help: ArgumentHelp(
            """
            The host, with an optional port, for logs that do not record it; without it, their \
            URLs are paths.
            """, valueName: "host"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The scheme for logs that do not record it (default: https).",
            valueName: "scheme"))
    var scheme: String?

    private static func format(_ text: String) throws -> String {
        if LogFormat.names.contains(text) { return text }
        let hint = WordArgument.hint(for: text, among: LogFormat.names)
        throw ValidationError("Unknown log format '\(text)'. \(hint)")
    }
}
