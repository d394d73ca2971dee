/// Text as it can be shown on one line of a terminal.
package enum PlainText {
    /// The text, with what a terminal would obey written as escapes: no tab or line feed in a value
    /// breaks a line of output, and no value moves a terminal's cursor or turns text around.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": shown += "\\t"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case _ where TerminalText.isUnsafe(scalar): shown += TerminalText.escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
