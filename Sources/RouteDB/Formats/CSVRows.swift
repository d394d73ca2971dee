/// Writes rows as CSV: the one writer of all lists, reports and results.
///
/// - NULL is empty, and a BLOB is written as in SQL, `x'00ff'`.
/// - Records end with LF; fields are quoted as ``DelimitedWriter`` does.
/// - Text that a spreadsheet would run as a formula gets an apostrophe: ``SpreadsheetCell``.
package struct CSVRows: Sendable {
    /// True if the rows are read by programs, so that every text is written as it is.
    private let isExact: Bool
    private let writer = DelimitedWriter(delimiter: UInt8(ascii: ","))

    package init(isExact: Bool = false) { self.isExact = isExact }

    /// Appends a row.
    package func append(_ cells: [SQLCell], to bytes: inout [UInt8]) {
        writer.append(cells.map(field), to: &bytes)
    }

    /// Appends the row with the names of the columns.
    package func append(head names: [String], to bytes: inout [UInt8]) {
        append(names.map { .text(Array($0.utf8)) }, to: &bytes)
    }

    private func field(_ cell: SQLCell) -> [UInt8] {
        guard !isExact, case .text(let bytes) = cell else { return cell.bytes }
        return SpreadsheetCell.harmless(bytes)
    }
}
