import RouteDB

/// Aligned columns of text: numbers on the right, everything else on the left.
///
/// If the table must fit into a width, columns of text are shortened, starting with the last one;
/// numbers and times are never cut.
package struct TextTable {
    private static let gap = 2
    /// The widths to which columns may be shortened: each step is tried on all columns before the
    /// next.
    private static let minimums = [24, 12, 6, 2]

    private let widths: [Int]
    private let areNumbers: [Bool]
    /// True at the index of each column whose later cells are cut if they are wider.
    private let areCut: [Bool]

    /// Determines the widths of the columns for some rows.
    package init(
        heading: [String] = [], rows: [[String]], areNumbers: [Bool]? = nil, limit: Int? = nil
    ) {
        let count = max(heading.count, rows.map(\.count).max() ?? 0)
        let titles = (0..<count).map { $0 < heading.count ? DisplayWidth.of(heading[$0]) : 0 }
        var natural = titles
        for row in rows {
            for (index, cell) in row.enumerated() {
                natural[index] = max(natural[index], DisplayWidth.of(cell))
            }
        }
        let numbers =
            areNumbers ?? (0..<count).map { index in Self.isNumeric(rows, index) }
        let isRigid = (0..<count).map { index in
            numbers[index] || Self.areTimes(rows, index)
        }
        widths = Self.widths(natural, titles, isRigid, limit: limit)
        self.areNumbers = numbers
        areCut = isRigid.map { limit != nil && !$0 }
    }

    /// Returns a row without trailing spaces; a cell that is too wide shifts the following ones.
    package func line(_ row: [String]) -> String {
        var line = ""
        var padding = 0
        for (index, cell) in row.enumerated() {
            let cell = areCut[index] ? DisplayWidth.shortened(cell, to: widths[index]) : cell
            let blanks = widths[index] - DisplayWidth.of(cell)
            if areNumbers[index] { padding += max(0, blanks) }
            if !cell.isEmpty {
                line += String(repeating: " ", count: max(0, padding)) + cell
                padding = 0
            }
            padding += (areNumbers[index] ? min(0, blanks) : blanks) + Self.gap
        }
        return line
    }

    /// Returns the widths of columns that together must fit into a limit.
    private static func widths(
        _ natural: [Int], _ titles: [Int], _ isRigid: [Bool], limit: Int?
    ) -> [Int] {
        guard let limit else { return natural }
        var widths = natural
        var excess = natural.reduce(0, +) + gap * max(0, natural.count - 1) - limit
        for minimum in minimums where excess > 0 {
            for index in natural.indices.reversed() where !isRigid[index] && excess > 0 {
                // A title is cut only if nothing else helps.
                let least = minimum > minimums[2] ? max(minimum, titles[index]) : minimum
                let saving = min(excess, max(0, widths[index] - least))
                widths[index] -= saving
                excess -= saving
            }
        }
        return widths
    }

    // MARK: Kinds of cells

    private static func isNumeric(_ rows: [[String]], _ index: Int) -> Bool {
        every(rows, index) { isNumber($0) }
    }

    private static func areTimes(_ rows: [[String]], _ index: Int) -> Bool {
        every(rows, index) { cell in
            let bytes = cell.utf8.prefix(10)
            return bytes.count == 10 && cell.utf8.count <= 32
                && bytes.enumerated().allSatisfy { place, byte in
                    place == 4 || place == 7
                        ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte
                }
        }
    }

    /// Returns whether all cells of a column that have a value satisfy a condition.
    private static func every(
        _ rows: [[String]], _ index: Int, _ isWanted: (String) -> Bool
    ) -> Bool {
        var isAnyWanted = false
        for row in rows where index < row.count && !row[index].isEmpty && row[index] != "-" {
            guard isWanted(row[index]) else { return false }
            isAnyWanted = true
        }
        return isAnyWanted
    }

    /// Returns whether a cell looks like a number, such as `1,242`, `+12.3%`, `<0.01%` or `1h30m`.
    static func isNumber(_ cell: String) -> Bool {
        var bytes = cell.utf8[...]
        if let first = bytes.first, "+-<>".utf8.contains(first) { bytes = bytes.dropFirst() }
        if DurationText.microseconds(Substring(bytes)) != nil { return true }
        if bytes.last == UInt8(ascii: "%") { bytes = bytes.dropLast() }
        guard let first = bytes.first, 0x30...0x39 ~= first else { return false }
        return bytes.allSatisfy { 0x30...0x39 ~= $0 || ",.".utf8.contains($0) }
            && bytes.count { $0 == UInt8(ascii: ".") } < 2
    }
}

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
