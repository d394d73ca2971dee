import ArgumentParser
import RouteDB

/// An argument that is one of several words.
enum WordArgument {
    /// Parses the value of an option.
    static func read<Word: CaseIterable & RawRepresentable>(_ text: String) throws -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let hint = NameSuggestion.hint(for: text, among: Word.allCases.map(\.rawValue))
        throw ValidationError("Invalid value '\(text)'. \(hint)")
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

/// Several texts in one argument.
enum CommaList {
    /// Returns the texts of a comma-separated list; a backslash escapes the next character.
    static func texts(_ list: String) -> [String] {
        var texts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in list.utf8 {
            if !isEscaped && byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if !isEscaped && byte == UInt8(ascii: ",") {
                texts.append([])
            } else {
                texts[texts.count - 1].append(byte)
            }
            isEscaped = false
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The revision by which hits are regrouped.
enum RegroupingArgument: Sendable {
    case newest
    case revision(RevisionReference)

    /// Parses a reference to a revision, or `now`.
    static func read(_ text: String) throws -> RegroupingArgument {
        text == "now" || text == "@live"
            ? .newest : .revision(try RevisionReference.read(text))
    }
}
