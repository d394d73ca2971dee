/// Text that is safe to show on one line of a terminal.
package enum PlainText {
    /// Returns the text with control characters escaped: no tab or line feed in a value breaks a
    /// line of output, and no value moves the cursor or reverses text.
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
