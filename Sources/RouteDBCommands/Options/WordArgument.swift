import ArgumentParser
import RouteDB

/// One of a few words as the command line gives it.
enum WordArgument {
    /// Reads the word of an option.
    static func read<Word: CaseIterable & RawRepresentable>(_ text: String) throws -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let hint = Self.hint(for: text, among: Word.allCases.map(\.rawValue))
        throw ValidationError("Invalid value '\(text)'. \(hint)")
    }

    /// What to do about a text that is none of some words.
    static func hint(for text: String, among words: [String]) -> String {
        NameSuggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
            ?? "Use \(words.joined(separator: ", "))."
    }
}
