/// Text as it can be shown on one line of a terminal.
package enum PlainText {
    /// The text, with control characters written as escapes: no tab or line feed in a value breaks
    /// a line of output, and no value moves a terminal's cursor.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": shown += "\\t"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case _ where isControl(scalar):
                shown += (scalar.value < 0x10 ? "\\x0" : "\\x") + String(scalar.value, radix: 16)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
