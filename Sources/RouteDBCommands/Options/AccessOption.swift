import ArgumentParser
import RouteDB

extension Namespace.Access {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "Access to routes that no allow rule covers: open or closed.",
        valueName: "access")

    /// Reads the access of an option.
    static func read(_ text: String) throws -> Namespace.Access {
        if let access = Namespace.Access(rawValue: text) { return access }
        throw ValidationError("Unknown access policy '\(text)'. \(hint(for: text))")
    }

    /// What to do about a text that is none.
    static func hint(for text: String) -> String {
        WordArgument.hint(for: text, among: names)
    }
}
