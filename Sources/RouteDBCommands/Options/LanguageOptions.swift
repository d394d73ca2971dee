import ArgumentParser
import RouteDB

extension Profile {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "The profile, which sets the policies: \(names.joined(separator: ", ")).",
        valueName: "profile")

    static let completion = CompletionKind.list(names)

    /// Reads the profile of an option.
    static func read(_ text: String) throws -> Profile {
        if let profile = Profile(rawValue: text) { return profile }
        throw ValidationError("There is no profile '\(text)'. \(wayOut(from: text))")
    }

    /// What to do about a text that is no profile.
    static func wayOut(from text: String) -> String {
        WordArgument.wayOut(from: text, among: names)
    }
}

extension PatternSyntax {
    static let help = ArgumentHelp(
        """
        The language of the pattern, else the namespace's: a profile's name, for aroute also \
        with marks, as 'aroute : |'.
        """, valueName: "syntax")

    static let completion = Profile.completion

    /// Reads the syntax of an option.
    static func read(_ text: String) throws -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw ValidationError("There is no syntax '\(text)'. \(wayOut(from: text))")
    }

    /// What to do about a text that is no syntax.
    static func wayOut(from text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard Profile(rawValue: String(word)) != nil else { return Profile.wayOut(from: text) }
        return "Only 'aroute' has marks behind it: one character or two, then that before types."
    }
}
