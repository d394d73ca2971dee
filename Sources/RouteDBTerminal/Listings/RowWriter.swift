package import RouteDB

/// Writes rows as they arrive, in any format of lists.
///
/// Every list and every report goes through it.
///
/// - NULL is `null` in JSON, and empty elsewhere.
/// - A BLOB is written as in SQL, `x'00ff'`; in JSON as a string of that form.
/// - CSV is that of ``CSVRows``.
/// - Text that is not valid UTF-8 keeps its bytes in CSV; elsewhere invalid bytes become U+FFFD.
/// - A number that is not finite is `null` in JSON, and `inf` or `-inf` elsewhere.
package final class RowWriter {
    /// The surroundings of the rows, and how their cells are read.
    package struct Frame {
        /// The key of the rows in JSON.
        let key: String
        /// The members of the JSON object before the rows.
        let head: JSONObject
        /// The number of rows of a table that determine its widths; `nil` for all of them.
        let measuredRows: Int?
        /// True if text that looks like a number counts as one in tables.
        let findsNumbers: Bool
        /// True if the rows are read by programs, so that CSV has every cell as it is.
        let isExact: Bool

        /// Creates a frame.
        package init(
            key: String, head: JSONObject = ["schema": 1], measuredRows: Int? = nil,
            findsNumbers: Bool = true, isExact: Bool = false
        ) {
            self.key = key
            self.head = head
            self.measuredRows = measuredRows
            self.findsNumbers = findsNumbers
            self.isExact = isExact
        }
    }

    private let frame: Frame
    private let csv: CSVRows
    private let format: ListingFormat
    private let output: OutputWriter
    private let titles: [String]
    /// The indices of the shown columns, in order.
    private let indices: [Int]
    /// True at the index of each shown column that contained only numbers so far.
    private var areNumbers: [Bool]
    private var waiting: [[String]] = []
    private var table: TextTable?
    private var isFirst = true
    private var line: [UInt8] = []

    /// Creates a writer, and writes what precedes the rows.
    package init(
        _ columns: [String], in frame: Frame, as format: ListingFormat, to output: OutputWriter
    ) throws {
        self.frame = frame
        csv = CSVRows(isExact: frame.isExact)
        self.format = format
        self.output = output
        indices = try format.indices(of: columns)
        titles = indices.map { PlainText.shown(columns[$0]) }
        areNumbers = titles.map { _ in true }
        switch format.kind {
        case .json:
            let head = JSONValue.object(frame.head).description.dropLast()
            try output.write("\(head),\(JSONValue.string(frame.key)):[")
        case .csv:
            csv.append(head: indices.map { columns[$0] }, to: &line)
            try output.write(utf8: line)
        case .markdown:
            let columns = titles.map { MarkdownTable.Column(MarkdownText.prose($0)) }
            for line in MarkdownTable.head(columns) { try output.writeLine(line) }
        case .table, .plain, .ndjson: break
        }
    }

    /// Writes a row.
    package func write(
        _ cell: (Int) -> SQLCell, object appendObject: (inout [UInt8]) -> Void
    ) throws(StreamError) {
        switch format.kind {
        case .csv: try writeRecord(cell)
        case .table: try writeLine(indices.map(cell))
        case .plain:
            try output.writeLine(indices.map { cell($0).shown }.joined(separator: "\t"))
        case .markdown:
            try output.writeLine(
                MarkdownTable.line(indices.map { cell($0).markdown(isWide: format.isWide) }))
        case .json, .ndjson:
            line.removeAll(keepingCapacity: true)
            if format.kind == .json, !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
            appendObject(&line)
            if format.kind == .ndjson { line.append(UInt8(ascii: "\n")) }
            try output.write(utf8: line)
        }
    }

    /// Writes what follows the rows.
    package func end() throws(StreamError) {
        switch format.kind {
        case .json: try output.write("]}\n")
        case .table where table == nil: try writeWaiting(hasMore: false)
        case .ndjson, .csv, .plain, .table, .markdown: break
        }
    }

    /// Writes a row of a table, once the widths of its columns are known.
    private func writeLine(_ cells: [SQLCell]) throws(StreamError) {
        if let table { return try output.writeLine(table.line(cells.map(\.shown))) }
        for (index, cell) in cells.enumerated() where !cell.isNumber { areNumbers[index] = false }
        waiting.append(cells.map(\.shown))
        // Empty columns are kept then: later rows may fill them.
        if waiting.count == frame.measuredRows { try writeWaiting(hasMore: true) }
    }

    private func writeWaiting(hasMore: Bool) throws(StreamError) {
        let text = TableText(
            titles, waiting, format, areNumbers: frame.findsNumbers ? nil : areNumbers,
            hasMore: hasMore)
        try text.write(to: output)
        table = text.table
        waiting = []
    }

    private func writeRecord(_ cell: (Int) -> SQLCell) throws(StreamError) {
        line.removeAll(keepingCapacity: true)
        csv.append(indices.map(cell), to: &line)
        try output.write(utf8: line)
    }
}

extension SQLCell {
    /// True if the value is a number or NULL.
    fileprivate var isNumber: Bool {
        switch self {
        case .null, .integer, .real: true
        case .text, .blob: false
        }
    }

    /// Returns the value as the cell of a table in Markdown.
    fileprivate func markdown(isWide: Bool) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return isNumber || TextTable.isNumber(text)
            ? text : MarkdownText.code(text, width: isWide ? nil : MarkdownText.width)
    }

    /// The value as text for a terminal.
    fileprivate var shown: String { PlainText.shown(String(decoding: bytes, as: UTF8.self)) }
}
