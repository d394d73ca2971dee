/// The header line of delimited text: the meaning of the columns, and their separator.
package struct DelimitedHeader: Hashable, Sendable {
    /// The byte between columns: a comma, a semicolon or a tab.
    let separator: UInt8
    /// The meaning of each column; `nil` if its name is unknown.
    let columns: [LogColumn?]
    /// The line as written, without a byte order mark.
    private let text: [UInt8]

    /// Parses a header; `nil` if no column contains a URL.
    package init?(_ line: [UInt8]) {
        let text = Array(line[LogLineParser.start(of: line.span.bytes)...])
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = separators.map { separator in text.count { $0 == separator } }
        let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        separator = separators[most]
        columns = text.split(separator: separator, omittingEmptySubsequences: false).map {
            LogColumn(name: $0.filter { $0 != 0x0D })
        }
        self.text = text
        guard columns.contains(where: { $0?.isURL == true }) else { return nil }
    }

    /// Returns whether a line repeats the header, as in concatenated files.
    func isHeader(_ line: RawSpan) -> Bool {
        let line = line.extracting(LogLineParser.start(of: line)..<line.byteCount)
        return unsafe line.withUnsafeBytes { unsafe $0.elementsEqual(text) }
    }
}
