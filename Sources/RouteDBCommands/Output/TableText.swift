/// A table for people: a header in capitals, and a line for each row.
///
/// Empty columns are left out, unless they were requested. A table without rows has no header
/// either.
struct TableText {
    private let titles: [String]
    private let rows: [[String]]

    /// The alignment of the lines, also for later rows.
    let table: TextTable

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - titles: The titles of the columns.
    ///   - rows: The rows.
    ///   - format: The choice of columns and the width.
    ///   - areNumbers: Which columns contain numbers; `nil` to detect them.
    ///   - hasMore: Whether more rows follow, with the same widths.
    init(
        _ titles: [String], _ rows: [[String]], _ format: ListingFormat,
        areNumbers: [Bool]? = nil, hasMore: Bool = false
    ) {
        let keepsAll = hasMore || format.isWide || format.columns != nil
        let shown = titles.indices.filter { index in
            keepsAll || rows.contains { !$0[index].isEmpty }
        }
        self.titles = shown.map { titles[$0].uppercased() }
        self.rows = shown.count == titles.count ? rows : rows.map { row in shown.map { row[$0] } }
        table = TextTable(
            heading: self.titles, rows: self.rows,
            areNumbers: areNumbers.map { flags in shown.map { flags[$0] } },
            limit: format.isWide ? nil : format.width)
    }

    /// Writes the header and the rows.
    func write(to output: OutputWriter) throws(StreamError) {
        guard !rows.isEmpty else { return }
        try output.writeLine(table.line(titles))
        for row in rows { try output.writeLine(table.line(row)) }
    }
}
