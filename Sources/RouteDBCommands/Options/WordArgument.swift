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
