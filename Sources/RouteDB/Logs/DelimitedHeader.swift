/// The first line of delimited text: what the columns hold, and what stands between them.
package struct DelimitedHeader: Hashable, Sendable {
    /// The byte between columns: a comma, a semicolon or a tabulator.
    let separator: UInt8
    /// What the columns hold; `nil` where nothing is known by the name.
    let columns: [LogColumn?]
    /// The line as written, without a byte order mark.
    private let text: [UInt8]

    /// Reads a header; `nil` if no column is that of a URL.
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

    /// Whether a line is the header once more, as where files were put together.
    func isHeader(_ line: RawSpan) -> Bool {
        let line = line.extracting(LogLineParser.start(of: line)..<line.byteCount)
        return unsafe line.withUnsafeBytes { unsafe $0.elementsEqual(text) }
    }
}
