import ArgumentParser
import RouteDB

/// One of a few words as the command line gives it.
enum WordArgument {
    /// Reads the word of an option.
    static func read<Word: CaseIterable & RawRepresentable>(_ text: String) throws -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let wayOut = wayOut(from: text, among: Word.allCases.map(\.rawValue))
        throw ValidationError("There is no '\(text)' here. \(wayOut)")
    }

    /// What to do about a text that is none of some words.
    static func wayOut(from text: String, among words: [String]) -> String {
        NameSuggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
            ?? "There is \(words.joined(separator: ", "))."
    }
}
