import RouteDB

/// A cell of a CSV report as a spreadsheet reads it.
///
/// Spreadsheets run what begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula, which
/// may send the sheet's contents anywhere. A report holds texts that strangers chose, such as
/// URLs, so such a cell gets an apostrophe in front, which spreadsheets take as the mark of text.
/// Numbers stay numbers. What is exported to be read back by programs is not treated so.
enum SpreadsheetCell {
    /// The bytes of a cell, made harmless.
    static func harmless(_ cell: [UInt8]) -> [UInt8] {
        isFormula(cell) ? [UInt8(ascii: "'")] + cell : cell
    }

    /// The text of a cell, made harmless.
    static func harmless(_ cell: String) -> String {
        isFormula(cell.utf8) ? "'" + cell : cell
    }

    private static func isFormula(_ cell: some Collection<UInt8>) -> Bool {
        // Spreadsheets pass over spaces, and read full-width forms as the marks that they are.
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

    /// Whether a cell is a decimal number with a sign, such as `-5`, `+1.25` or `-3e10`; or a dash
    /// alone, which stands for nothing.
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
