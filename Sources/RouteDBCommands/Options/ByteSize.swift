import ArgumentParser

/// A number of bytes in an argument, such as `500M`.
struct ByteSize {
    let bytes: Int64

    /// Parses a non-negative number with an optional unit: `M`, `MB` and `MiB` are the same.
    init(_ text: String) throws {
        let units: [String: Int64] = [
            "": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
        ]
        let digits = text.prefix { ("0"..."9").contains($0) }
        var name = text.dropFirst(digits.count).uppercased()
        for suffix in ["IB", "B"] where name.count > 1 && name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        let unit = units[name]
        guard let unit, let number = Int64(digits),
            case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit),
            !overflow
        else { throw ValidationError("'\(text)' is not a valid size; an example is '500M'.") }
        self.bytes = bytes
    }
}
