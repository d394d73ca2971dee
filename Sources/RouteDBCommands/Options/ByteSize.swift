import ArgumentParser

/// A number of bytes on the command line, such as `500M`.
struct ByteSize {
    let bytes: Int64

    /// Reads a number that is not negative, and perhaps a unit behind it.
    init(_ text: String) throws {
        let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard let number = Int64(digits), number >= 0,
            case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1),
            !overflow
        else { throw ValidationError("'\(text)' is not a valid size; an example is '500M'.") }
        self.bytes = bytes
    }
}
