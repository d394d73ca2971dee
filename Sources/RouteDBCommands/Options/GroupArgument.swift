import ArgumentParser
import RouteDB

/// A group as an argument: its name alone, or after that of its namespace, as in `web:shop`.
struct GroupArgument: ExpressibleByArgument, Hashable, Sendable {
    /// How the help names the value.
    static let valueName = "[namespace:]group"

    /// The namespace; `nil` if the argument has none.
    let namespace: String?
    let group: String

    init(argument: String) {
        // Neither name contains a colon.
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        namespace = parts.count == 2 ? String(parts[0]) : nil
        group = String(parts[parts.count - 1])
    }

    /// Returns the place of what applies to the group, with the namespace of another option.
    func place(in namespace: String?) throws(ValidationError) -> DefaultPlace {
        .group(
            namespace: try self.namespace(or: namespace) ?? RouteNamespace.defaultName,
            group: group)
    }

    /// Returns the namespace of the argument or of another option, not of both.
    func namespace(or other: String?) throws(ValidationError) -> String? {
        guard let namespace, other != nil else { return namespace ?? other }
        throw ValidationError(
            "'\(namespace):\(group)' names the namespace already: omit '--namespace'.")
    }
}
