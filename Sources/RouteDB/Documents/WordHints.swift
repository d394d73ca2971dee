package import RouteDBRouting

extension NameSuggestion {
    /// Returns a hint for a text that is none of the known words.
    package static func hint(for text: String, among words: [String]) -> String {
        nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
            ?? "Use \(words.joined(separator: ", "))."
    }
}

extension NamespaceProfile {
    /// Returns a hint for a text that is no profile.
    package static func hint(for text: String) -> String {
        NameSuggestion.hint(for: text, among: allCases.map(\.rawValue))
    }
}

extension PatternSyntax {
    /// Returns a hint for a text that is no syntax.
    package static func hint(for text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard NamespaceProfile(rawValue: String(word)) != nil else {
            return NamespaceProfile.hint(for: text)
        }
        return
            "Only 'aroute' can be followed by marks: one or two characters, then the mark before types."
    }
}

extension RouteNamespace.Access {
    /// Returns a hint for a text that is no access policy.
    package static func hint(for text: String) -> String {
        NameSuggestion.hint(for: text, among: allCases.map(\.rawValue))
    }
}
