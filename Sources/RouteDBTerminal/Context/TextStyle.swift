/// Colors for a terminal, or none.
package struct TextStyle: Sendable {
    private let isColored: Bool

    /// Creates a style, with colors only for terminals, and only unless they are disabled.
    package init(isTerminal: Bool, noColor: Bool, in context: CommandContext) {
        isColored =
            isTerminal && !noColor && context.variable("NO_COLOR") == nil
            && context.environment["TERM"] != "dumb"
    }

    /// Returns a text marked as good news.
    package func good(_ text: String) -> String { colored(text, "32") }

    /// Returns a text marked as bad news.
    package func bad(_ text: String) -> String { colored(text, "31") }

    private func colored(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
