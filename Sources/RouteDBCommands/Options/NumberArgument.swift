import ArgumentParser

/// The number of a thing that is known by it, such as a rule or an import: `3`, or `#3` as it is
/// shown.
enum NumberArgument {
    /// Reads the number.
    static func read(_ text: String) throws -> Int64 {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
        // Without a sign: `#-3` is a mistake.
        if digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
            let number = Int64(digits)
        {
            return number
        }
        throw ValidationError("'\(text)' is not a number, such as '3' or '#3'.")
    }
}
