/// Writes delimited text, which ``DelimitedReader`` reads back unchanged.
///
/// Records end with LF. A field that contains the delimiter, a quote, CR or LF is quoted, and
/// quotes in it are doubled.
package struct DelimitedWriter {
    package let delimiter: UInt8

    package init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Appends a record.
    package func append(_ fields: [String], to bytes: inout [UInt8]) {
        append(fields.map(\.utf8), to: &bytes)
    }

    /// Appends a record of fields that need not be valid UTF-8.
    package func append(_ fields: [some Collection<UInt8>], to bytes: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(delimiter) }
            append(field, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func append(_ field: some Collection<UInt8>, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard field.contains(where: mustQuote) else {
            bytes.append(contentsOf: field)
            return
        }
        bytes.append(quote)
        for byte in field {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    private func mustQuote(_ byte: UInt8) -> Bool {
        byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
}
