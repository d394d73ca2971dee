import ArgumentParser
import RouteDB

/// A policy in an argument: `policy=value`, or `policy=` for the value of the profile.
struct PolicyAssignment: Hashable, Sendable {
    let policy: Policy
    /// The value; `nil` for that of the profile.
    let value: String?

    /// Parses assignments.
    static func read(_ texts: [String]) throws(CommandFailure) -> [PolicyAssignment] {
        try texts.map { (text) throws(CommandFailure) in try PolicyAssignment(text) }
    }

    private init(_ text: String) throws(CommandFailure) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw .usage(
                "'\(text)' is not in the form 'policy=value'.",
                hint: "The policies are \(Self.names.joined(separator: ", ")).")
        }
        let name = String(text[..<equals])
        guard let policy = Policy(rawValue: name) else {
            let nearest = NameSuggestion.nearest(to: name, among: Self.names)
            throw CommandFailure(
                "invalidValue", "Unknown policy '\(name)'.",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? "The policies are \(Self.names.joined(separator: ", ")).")
        }
        let value = String(text[text.utf8.index(after: equals)...])
        self.policy = policy
        self.value = value.isEmpty ? nil : value
    }

    private static let names = Policy.allCases.map(\.rawValue)

    /// The help text about policies.
    static let help =
        "POLICIES:\n"
        + Policy.allCases.map { "  \($0.rawValue)=\($0.valueDescription)" }
        .joined(separator: "\n")
}
