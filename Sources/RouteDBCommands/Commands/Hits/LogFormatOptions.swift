import ArgumentParser
import RouteDB

/// What a log does not say, and its reader must know.
struct LogFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The format of logs: \(LogFormat.names.joined(separator: ", ")); else as the first \
            lines tell.
            """, valueName: "format"),
        completion: .list(LogFormat.names), transform: format)
    var format: String?

    @Option(
        help: ArgumentHelp(
            """
            The host, with its port if it has one, of requests whose log has none; else their \
            URLs stay paths.
            """, valueName: "host"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The scheme of requests whose log does not tell it; https unless given.",
            valueName: "scheme"))
    var scheme: String?

    private static func format(_ text: String) throws -> String {
        if LogFormat.names.contains(text) { return text }
        let wayOut = WordArgument.wayOut(from: text, among: LogFormat.names)
        throw ValidationError("There is no log format '\(text)'. \(wayOut)")
    }
}
