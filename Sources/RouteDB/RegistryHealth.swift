/// Whether a registry sees what its file holds.
public struct RegistryHealth: Sendable {
    /// The revision that resolving answers from.
    public let revision: Int64

    /// Why the last look at the file failed; `nil` if it went well.
    ///
    /// While there is an error, resolving goes on from the last table that could be built.
    public let refreshError: RouteDBError?

    /// The time zones that access rules name and the system does not know, by name.
    ///
    /// A rule with such a zone cannot tell the time: it does not apply if it allows, and applies
    /// otherwise.
    public let missingZones: [String]
}
