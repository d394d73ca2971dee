import RouteDBRouting

/// A cell of a CSV report as a spreadsheet reads it.
///
/// Spreadsheets run a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a
/// formula, which can send the sheet's contents anywhere. Reports contain texts chosen by
/// strangers, such as URLs, so such a cell is prefixed with an apostrophe, which marks it as text.
/// Numbers are left unchanged, and so are exports meant to be read by programs.
package enum SpreadsheetCell {
    /// Returns the bytes of a cell, made harmless.
    package static func harmless(_ cell: [UInt8]) -> [UInt8] {
        isFormula(cell) ? [UInt8(ascii: "'")] + cell : cell
    }

    private static func isFormula(_ cell: [UInt8]) -> Bool {
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
    private static func isNumber(_ cell: [UInt8]) -> Bool {
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
