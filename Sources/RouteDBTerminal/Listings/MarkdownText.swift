import RouteDB

/// Texts from elsewhere in Markdown, as GitHub and GitLab read it.
///
/// A pattern, a URL or a message never ends the cell of a table, is never read as markup, HTML or a
/// link, and never mentions a person or an issue.
package enum MarkdownText {
    /// The width to which long texts are shortened, so that tables fit a screen.
    package static let width = 60
    /// The width to which long sentences are shortened.
    private static let sentenceWidth = 300

    /// Returns a text as inline code, which also works in the cells of tables; `nil` shortens nothing.
    package static func code(_ text: String, width: Int? = Self.width) -> String {
        let text = width.map { shortened(text, to: $0) } ?? PlainText.shown(text)
        guard !text.isEmpty else { return "" }
        let isPlain =
            !text.utf8.contains { "`|".utf8.contains($0) } && text.utf8.first != space
            && text.utf8.last != space
        return isPlain ? "`\(text)`" : "<code>\(entities(text))</code>"
    }

    /// Returns a sentence with its special characters escaped; long words are shortened.
    package static func prose(_ text: String) -> String {
        let words = shortened(text, to: sentenceWidth).split(
            separator: " ", omittingEmptySubsequences: false)
        return words.map { escaped(shortened(String($0), to: width)) }.joined(separator: " ")
    }

    /// Returns the first of some texts as inline code, the lines of one cell, and how many more there are.
    package static func stacked(_ texts: [String], most: Int) -> String {
        let rest = texts.count - most
        return (texts.prefix(most).map { code($0) } + (rest > 0 ? ["and \(rest) more"] : []))
            .joined(separator: "<br>")
    }

    /// Returns lines that are shown when the reader opens their summary, which is plain words.
    package static func collapsed(_ summary: String, _ lines: [String]) -> [String] {
        ["", "<details>", "<summary>\(summary)</summary>"] + lines + ["", "</details>"]
    }

    /// Returns the names of two states that were compared, after a blank line.
    package static func states(_ old: String, _ new: String, _ more: String = "") -> [String] {
        ["", "From \(code(old)) to \(code(new)).\(more)"]
    }

    private static let space = UInt8(ascii: " ")

    /// Returns a text without control characters, cut to a width.
    private static func shortened(_ text: String, to width: Int) -> String {
        // Combining marks have no width.
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex, offsetBy: 4 * width, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return DisplayWidth.shortened(PlainText.shown(text), to: width) }
        return DisplayWidth.shortened(PlainText.shown(String(text[..<end])) + "…", to: width)
    }

    /// Returns a text whose punctuation is written as character references.
    private static func entities(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            let isSpecial =
                scalar.isASCII && !"/-.,= ".unicodeScalars.contains(scalar)
                && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
            if isSpecial {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns a word with its special characters escaped.
    private static func escaped(_ word: String) -> String {
        var result = ""
        var last: Unicode.Scalar?
        for (index, scalar) in zip(word.unicodeScalars.indices, word.unicodeScalars) {
            let isAtEnd = word.unicodeScalars.index(after: index) == word.unicodeScalars.endIndex
            let isSpecial =
                "\\`*_{}[]<>#|~$&@".unicodeScalars.contains(scalar)
                // The colon of a URL or an emoji, and the dot of 'www.', which begins a link.
                || scalar == ":" && !isAtEnd || scalar == "." && last == "w"
            if isSpecial { result += "\\" }
            result.unicodeScalars.append(scalar)
            // Mentions are found in the text that Markdown leaves, so they need a break.
            if "@#!".unicodeScalars.contains(scalar) { result += "\u{200B}" }
            last = scalar
        }
        return result
    }
}

/// A table in Markdown.
package struct MarkdownTable {
    /// The largest number of rows shown, unless the user chooses another.
    package static let top = 10

    /// A column of a table.
    package struct Column {
        let title: String
        /// True if the cells are aligned on the right.
        let isNumber: Bool

        /// Creates a column of texts.
        package init(_ title: String, isNumber: Bool = false) {
            (self.title, self.isNumber) = (title, isNumber)
        }
    }

    private let columns: [Column]
    private let rows: [[String]]
    private let limit: Int
    private let count: Int

    /// Creates a table of rows whose cells are Markdown, of which at most `limit` are shown; `count` is their
    /// number if not all of them are here.
    package init(
        columns: [Column], rows: [[String]], limit: Int = Self.top, count: Int? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.limit = limit
        self.count = count ?? rows.count
    }

    /// The lines of the table after a blank one, and how many rows are left out.
    package var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let rest = count - min(rows.count, limit)
        return [""] + Self.head(columns) + rows.prefix(limit).map(Self.line)
            + (rest > 0 ? ["", "And \(NumberText.grouped(Int64(rest))) more."] : [])
    }

    /// Returns the lines above the rows.
    static func head(_ columns: [Column]) -> [String] {
        [
            line(columns.map(\.title)),
            "|\(columns.map { $0.isNumber ? "--:" : "---" }.joined(separator: "|"))|",
        ]
    }

    /// Returns a row as a line.
    static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
