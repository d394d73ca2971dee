import ArgumentParser
import RouteDB

extension Profile {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "The profile, which sets the policies: \(names.joined(separator: ", ")).",
        valueName: "profile")

    static let completion = CompletionKind.list(names)

    /// Parses the value of the option.
    static func read(_ text: String) throws -> Profile {
        if let profile = Profile(rawValue: text) { return profile }
        throw ValidationError("Unknown profile '\(text)'. \(hint(for: text))")
    }
}

extension PatternSyntax {
    static let help = ArgumentHelp(
        """
        The syntax of the pattern (default: the namespace's): the name of a profile; for \
        aroute, optionally with marks, as in 'aroute : |'.
        """, valueName: "syntax")

    static let completion = Profile.completion

    /// Parses the value of the option.
    static func read(_ text: String) throws -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw ValidationError("Unknown syntax '\(text)'. \(hint(for: text))")
    }
}

extension Namespace.Access {
    static let help = ArgumentHelp(
        "Access to routes that no allow rule covers: open or closed.",
        valueName: "access")

    /// Parses the value of the option.
    static func read(_ text: String) throws -> Namespace.Access {
        if let access = Namespace.Access(rawValue: text) { return access }
        throw ValidationError("Unknown access policy '\(text)'. \(hint(for: text))")
    }
}
