import RouteDB

/// Aligned columns of text: numbers to the right, all else to the left.
///
/// Where there is a width that the table has to fit, columns of text are shortened, the last one
/// first; numbers and times are never cut.
struct TextTable {
    private static let gap = 2
    /// How narrow columns may become: each step is tried on all columns before the next.
    private static let minimums = [24, 12, 6, 2]

    private let widths: [Int]
    private let areNumbers: [Bool]
    /// Whether cells of a column are cut that come later and are wider.
    private let areCut: [Bool]

    /// Makes columns wide enough for some rows.
    ///
    /// - Parameters:
    ///   - heading: The titles of the columns.
    ///   - rows: The rows.
    ///   - areNumbers: Which columns hold numbers; `nil`: those in which every cell reads as one.
    ///   - limit: The width that lines may have; `nil`: any.
    init(
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

    /// A row, without blanks at its end; a cell that is too wide moves those behind it.
    func line(_ row: [String]) -> String {
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

    /// How wide columns become that together may have a limit.
    private static func widths(
        _ natural: [Int], _ titles: [Int], _ isRigid: [Bool], limit: Int?
    ) -> [Int] {
        guard let limit else { return natural }
        var widths = natural
        var excess = natural.reduce(0, +) + gap * max(0, natural.count - 1) - limit
        for minimum in minimums where excess > 0 {
            for index in natural.indices.reversed() where !isRigid[index] && excess > 0 {
                // A title is cut only where nothing else helps.
                let least = minimum > minimums[2] ? max(minimum, titles[index]) : minimum
                let saving = min(excess, max(0, widths[index] - least))
                widths[index] -= saving
                excess -= saving
            }
        }
        return widths
    }

    // MARK: What cells are

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

    /// Whether all cells of a column are something, as far as they say anything.
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

    /// Whether a cell reads as a number, as `1,242`, `+12.3%`, `<0.01%` or `1h30m` do.
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
