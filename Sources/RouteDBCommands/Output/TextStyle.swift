/// Colour for a terminal, or none.
package struct TextStyle: Sendable {
    private let isColored: Bool

    /// Makes a style: colour is only for terminals, and only where nobody minds.
    package init(isTerminal: Bool, noColor: Bool, in context: CommandContext) {
        isColored =
            isTerminal && !noColor && context.variable("NO_COLOR") == nil
            && context.environment["TERM"] != "dumb"
    }

    /// Good news.
    package func good(_ text: String) -> String { colored(text, "32") }

    /// Bad news.
    package func bad(_ text: String) -> String { colored(text, "31") }

    private func colored(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
