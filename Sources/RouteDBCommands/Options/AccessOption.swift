import ArgumentParser
import RouteDB

extension Namespace.Access {
    private static let names = allCases.map(\.rawValue)

    static let help = ArgumentHelp(
        "Whether routes that no access rule allows may be reached: open or closed.",
        valueName: "access")

    /// Reads the access of an option.
    static func read(_ text: String) throws -> Namespace.Access {
        if let access = Namespace.Access(rawValue: text) { return access }
        throw ValidationError("There is no access '\(text)'. \(wayOut(from: text))")
    }

    /// What to do about a text that is none.
    static func wayOut(from text: String) -> String {
        WordArgument.wayOut(from: text, among: names)
    }
}
