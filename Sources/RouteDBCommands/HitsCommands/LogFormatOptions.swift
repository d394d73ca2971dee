import ArgumentParser
import RouteDB
import RouteDBTraffic

/// The options for what the parser of a log needs besides its format.
struct LogFormatOptions: ParsableArguments {
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
}

extension LogFormat {
    static let help = ArgumentHelp(
        """
        The format of logs: \(names.joined(separator: ", ")) (default: detected from the first \
        lines).
        """, valueName: "format")

    /// Parses the value of the option.
    static func read(_ text: String) throws -> String {
        if names.contains(text) { return text }
        let hint = NameSuggestion.hint(for: text, among: names)
        throw ValidationError("Unknown log format '\(text)'. \(hint)")
    }
}
