import RouteDB

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

/// Numbers as text for people.
enum NumberText {
    /// Formats a number with thousands separators.
    static func grouped(_ number: Int64) -> String {
        var digits = Array(String(number.magnitude).utf8)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(UInt8(ascii: ","), at: place)
        }
        return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    /// Formats a number of hits: `1 hit`, `2,500 hits`.
    static func hits(_ number: Int64) -> String {
        "\(grouped(number)) hit\(number == 1 ? "" : "s")"
    }

    /// Formats a share in percent with two decimals; a share that is neither 0 nor 1 never looks
    /// like it.
    static func share(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        if hundredths == 0 && share > 0 { return "<0.01%" }
        if hundredths == 10_000 && share < 1 { return ">99.99%" }
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
