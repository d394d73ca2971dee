import ArgumentParser
import RouteDB

/// An argument that is one of several words.
enum WordArgument {
    /// Parses the value of an option.
    static func read<Word: CaseIterable & RawRepresentable>(_ text: String) throws -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let hint = Self.hint(for: text, among: Word.allCases.map(\.rawValue))
        throw ValidationError("Invalid value '\(text)'. \(hint)")
    }

    /// Returns a hint for a value that is none of the words.
    static func hint(for text: String, among words: [String]) -> String {
        NameSuggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
            ?? "Use \(words.joined(separator: ", "))."
    }
}

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
