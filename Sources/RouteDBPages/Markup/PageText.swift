import RouteDB

/// Foreign text on a page: always text, never markup, and never longer than a page bears.
package enum PageText {
    /// How many bytes of a value are shown.
    package static let limit = 2_000

    /// Returns a text as HTML, cut with a mark if it is very long.
    ///
    /// Works on scalars: a quote followed by an accent is one `Character`, but still ends an
    /// attribute. Control characters, and those that reverse or hide text, are shown as escapes.
    package static func shown(_ text: String) -> String {
        let length = text.utf8.count
        guard length > limit else { return whole(text) }
        return whole(beginning(of: text)) + "… (\(NumberText.grouped(Int64(length))) bytes)"
    }

    /// Returns a text as HTML, however long, for the fields of a form.
    ///
    /// Line feeds and tabs are kept. Browsers send a carriage return before each line feed, which is left
    /// out.
    package static func field(_ text: String) -> Markup {
        var html = ""
        var isReturn = false
        for scalar in text.unicodeScalars {
            if isReturn, scalar != "\n" { append("\r", to: &html) }
            isReturn = scalar == "\r"
            switch scalar {
            case "\r": break
            case "\n", "\t": html.unicodeScalars.append(scalar)
            default: append(scalar, to: &html)
            }
        }
        if isReturn { append("\r", to: &html) }
        return Markup(trusted: html)
    }

    /// Returns a text of many lines as HTML, each line cut as ``shown(_:)`` does.
    package static func lines(_ text: String) -> Markup {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return Markup(trusted: lines.map { shown(String($0)) }.joined(separator: "\n"))
    }

    /// The beginning that is shown of a long text, without half a scalar.
    private static func beginning(of text: String) -> String {
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text.unicodeScalars[..<end])
    }

    private static func whole(_ text: String) -> String {
        guard text.utf8.contains(where: mayNeedEscape) else { return text }
        var html = ""
        html.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars { append(scalar, to: &html) }
        return html
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func append(_ scalar: Unicode.Scalar, to html: inout String) {
        switch scalar {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        case "\t": html += "\\t"
        case "\n": html += "\\n"
        case "\r": html += "\\r"
        case _ where PlainText.isUnsafe(scalar): html += PlainText.escape(scalar)
        default: html.unicodeScalars.append(scalar)
        }
    }
}
