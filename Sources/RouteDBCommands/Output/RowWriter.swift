import RouteDB
import RouteDBTraffic

/// A cell of a CSV report as a spreadsheet reads it.
///
/// Spreadsheets run a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a
/// formula, which can send the sheet's contents anywhere. Reports contain texts chosen by
/// strangers, such as URLs, so such a cell is prefixed with an apostrophe, which marks it as text.
/// Numbers are left unchanged, and so are exports meant to be read by programs.
enum SpreadsheetCell {
    /// Returns the bytes of a cell, made harmless.
    static func harmless(_ cell: [UInt8]) -> [UInt8] {
        isFormula(cell) ? [UInt8(ascii: "'")] + cell : cell
    }

    /// Returns the text of a cell, made harmless.
    static func harmless(_ cell: String) -> String {
        isFormula(cell.utf8) ? "'" + cell : cell
    }

    private static func isFormula(_ cell: some Collection<UInt8>) -> Bool {
        // Spreadsheets skip spaces, and treat full-width characters like their ASCII counterparts.
        let text = Array(cell.drop { $0 == UInt8(ascii: " ") }.prefix(3))
        guard let first = text.first else { return false }
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(cell)
        case 0xEF: return fullWidthMarks.contains(text)
        default: return false
        }
    }

    private static let fullWidthMarks: [[UInt8]] = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"]
        .map { Array($0.utf8) }

    /// Returns whether a cell is a signed decimal number such as `-5`, `+1.25` or `-3e10`, or a
    /// single dash, which stands for no value.
    private static func isNumber(_ cell: some Collection<UInt8>) -> Bool {
        let text = String(decoding: cell, as: UTF8.self)
        if text == "-" { return true }
        let digits = text.utf8.dropFirst()
        guard let first = digits.first, first.isASCIIDigit || first == UInt8(ascii: ".") else {
            return false
        }
        let isPlain = digits.allSatisfy { byte in
            byte.isASCIIDigit || "+-.eE".utf8.contains(byte)
        }
        return isPlain && Double(text) != nil
    }
}

/// Writes rows as they arrive, in any format of lists.
///
/// - NULL is `null` in JSON, and empty elsewhere.
/// - A BLOB is written as in SQL, `x'00ff'`; in JSON as a string of that form.
/// - In CSV, text that a spreadsheet would run as a formula gets an apostrophe:
///   ``SpreadsheetCell``.
/// - Text that is not valid UTF-8 keeps its bytes in CSV; elsewhere invalid bytes become U+FFFD.
/// - A number that is not finite is `null` in JSON, and `inf` or `-inf` elsewhere.
/// - If several columns have the same name, JSON calls the second one `name_2`.
final class RowWriter {
    /// The number of rows of a table that determine the widths of its columns.
    private static let measuredRows = 1_000

    private let format: ListingFormat
    private let output: OutputWriter
    /// The names as JSON strings, each followed by a colon.
    private var keys: [[UInt8]] = []
    private var titles: [String] = []
    /// The indices of the shown columns, in order.
    private var indices: [Int] = []
    /// Whether each shown column contained only numbers so far.
    private var areNumbers: [Bool] = []
    private var waiting: [[String]] = []
    private var table: TextTable?
    private var isFirst = true
    private var line: [UInt8] = []

    init(_ format: ListingFormat, to output: OutputWriter) {
        self.format = format
        self.output = output
    }

    /// Writes what precedes the rows.
    func begin(_ columns: [String]) throws {
        indices = try format.indices(of: columns)
        titles = indices.map { PlainText.shown(columns[$0]) }
        areNumbers = titles.map { _ in true }
        switch format.kind {
        case .json, .ndjson:
            let names = Self.distinct(columns)
            keys = names.map { Array("\(JSONValue.string($0)):".utf8) }
            guard format.kind == .json else { return }
            let list = JSONValue.array(names.map { .string($0) })
            try output.write("{\"schema\":1,\"columns\":\(list),\"rows\":[")
        case .csv:
            try writeRecord(indices.map { SpreadsheetCell.harmless(Array(columns[$0].utf8)) })
        case .table, .plain: break
        }
    }

    /// Writes a row.
    func write(_ cells: [SQLCell]) throws(StreamError) {
        switch format.kind {
        case .json, .ndjson: return try writeObject(cells)
        case .csv, .plain, .table: break
        }
        let cells = indices.map { cells[$0] }
        switch format.kind {
        case .csv: try writeRecord(cells.map(\.spreadsheetBytes))
        case .table: try writeLine(cells)
        default: try output.writeLine(cells.map(\.shown).joined(separator: "\t"))
        }
    }

    /// Writes what follows the rows.
    func end() throws(StreamError) {
        switch format.kind {
        case .json: try output.write("]}\n")
        case .table where table == nil:
            try TableText(titles, waiting, format, areNumbers: areNumbers).write(to: output)
        case .ndjson, .csv, .plain, .table: break
        }
    }

    /// Writes a row of a table, once the widths of its columns are known.
    private func writeLine(_ cells: [SQLCell]) throws(StreamError) {
        if let table { return try output.writeLine(table.line(cells.map(\.shown))) }
        for (index, cell) in cells.enumerated() where !cell.isNumber {
            areNumbers[index] = false
        }
        waiting.append(cells.map(\.shown))
        guard waiting.count == Self.measuredRows else { return }
        // Keep empty columns: later rows may fill them.
        let text = TableText(titles, waiting, format, areNumbers: areNumbers, hasMore: true)
        try text.write(to: output)
        table = text.table
        waiting = []
    }

    private func writeRecord(_ fields: [[UInt8]]) throws(StreamError) {
        line.removeAll(keepingCapacity: true)
        DelimitedWriter(delimiter: UInt8(ascii: ",")).append(fields, to: &line)
        try output.write(utf8: line)
    }

    private func writeObject(_ cells: [SQLCell]) throws(StreamError) {
        line.removeAll(keepingCapacity: true)
        if format.kind == .json, !isFirst { line.append(UInt8(ascii: ",")) }
        isFirst = false
        line.append(UInt8(ascii: "{"))
        for (index, cell) in cells.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line.append(contentsOf: keys[index])
            JSONWriter.append(cell.json, to: &line)
        }
        line.append(UInt8(ascii: "}"))
        if format.kind == .ndjson { line.append(UInt8(ascii: "\n")) }
        try output.write(utf8: line)
    }

    private static func distinct(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var (distinct, number) = (name, 1)
            while !taken.insert(distinct).inserted {
                number += 1
                distinct = "\(name)_\(number)"
            }
            return distinct
        }
    }
}

extension SQLCell {
    /// The value as JSON.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .int(value)
        case .real(let value): .double(value)
        case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .blob: .string(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The value as bytes of delimited text.
    var bytes: [UInt8] {
        switch self {
        case .null: []
        case .integer(let value): Array(String(value).utf8)
        case .real(let value): Array(String(value).utf8)
        case .text(let bytes): bytes
        case .blob(let bytes): Array("x'\(bytes.hexadecimal)'".utf8)
        }
    }

    /// Whether the value is a number or NULL.
    fileprivate var isNumber: Bool {
        switch self {
        case .null, .integer, .real: true
        case .text, .blob: false
        }
    }

    /// The value as bytes of a report that may be opened in a spreadsheet.
    var spreadsheetBytes: [UInt8] {
        if case .text(let bytes) = self { SpreadsheetCell.harmless(bytes) } else { bytes }
    }

    /// The value as text for a terminal.
    var shown: String { PlainText.shown(String(decoding: bytes, as: UTF8.self)) }
}
