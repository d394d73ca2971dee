/// A table of a list as people read it: a heading in capitals, and a line for each row.
///
/// Columns without anything in them are left out, unless they were asked for. A heading without a
/// row is left out too.
struct TableText {
    private let titles: [String]
    private let rows: [[String]]

    /// How its lines are aligned, which rows to come follow.
    let table: TextTable

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - titles: The titles of the columns.
    ///   - rows: The rows.
    ///   - format: What of the table is shown.
    ///   - areNumbers: Which columns hold numbers; `nil`: those that look like it.
    ///   - hasMore: Whether rows are to come, which are as wide as these.
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

    /// Writes the heading and the rows.
    func write(to output: OutputWriter) throws(StreamError) {
        guard !rows.isEmpty else { return }
        try output.writeLine(table.line(titles))
        for row in rows { try output.writeLine(table.line(row)) }
    }
}
