import ArgumentParser
import RouteDB

extension NamespaceProfile {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "The profile, which sets the policies: \(names.joined(separator: ", ")).",
        valueName: "profile")

    static let completion = CompletionKind.list(names)

    /// Parses the value of the option.
    static func read(_ text: String) throws -> NamespaceProfile {
        if let profile = NamespaceProfile(rawValue: text) { return profile }
        throw ValidationError("Unknown profile '\(text)'. \(hint(for: text))")
    }

    /// Returns a hint for an invalid value.
    static func hint(for text: String) -> String {
        WordArgument.hint(for: text, among: names)
    }
}

extension PatternSyntax {
    static let help = ArgumentHelp(
        """
        The syntax of the pattern (default: the namespace's): the name of a profile; for \
        aroute, optionally with marks, as in 'aroute : |'.
        """, valueName: "syntax")

    static let completion = NamespaceProfile.completion

    /// Parses the value of the option.
    static func read(_ text: String) throws -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw ValidationError("Unknown syntax '\(text)'. \(hint(for: text))")
    }

    /// Returns a hint for an invalid value.
    static func hint(for text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard NamespaceProfile(rawValue: String(word)) != nil else {
            return NamespaceProfile.hint(for: text)
        }
        return
            "Only 'aroute' can be followed by marks: one or two characters, then the mark before types."
    }
}

extension RouteNamespace.Access {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "Access to routes that no allow rule covers: open or closed.",
        valueName: "access")

    /// Parses the value of the option.
    static func read(_ text: String) throws -> RouteNamespace.Access {
        if let access = RouteNamespace.Access(rawValue: text) { return access }
        throw ValidationError("Unknown access policy '\(text)'. \(hint(for: text))")
    }

    /// Returns a hint for an invalid value.
    static func hint(for text: String) -> String {
        WordArgument.hint(for: text, among: names)
    }
}
