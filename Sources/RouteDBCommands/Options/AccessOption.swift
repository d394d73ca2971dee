import ArgumentParser
import RouteDB

extension Namespace.Access {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "Access to routes that no allow rule covers: open or closed.",
        valueName: "access")

    /// Parses the value of the option.
    static func read(_ text: String) throws -> Namespace.Access {
        if let access = Namespace.Access(rawValue: text) { return access }
        throw ValidationError("Unknown access policy '\(text)'. \(hint(for: text))")
    }

    /// Returns a hint for an invalid value.
    static func hint(for text: String) -> String {
        WordArgument.hint(for: text, among: names)
    }
}
