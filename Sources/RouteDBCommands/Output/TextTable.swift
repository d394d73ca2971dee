/// Aligned columns of text.
struct TextTable {
    private let widths: [Int]

    /// Makes columns wide enough for some rows.
    init(_ rows: some Sequence<[String]>) {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.unicodeScalars.count)
            }
        }
        self.widths = widths
    }

    /// A row, without blanks at its end; a cell that is too wide moves those behind it.
    func line(_ row: [String]) -> String {
        var line = ""
        var padding = 0
        for (index, cell) in row.enumerated() {
            if !cell.isEmpty {
                line += String(repeating: " ", count: max(0, padding)) + cell
                padding = 0
            }
            padding += widths[index] - cell.unicodeScalars.count + 2
        }
        return line
    }
}
