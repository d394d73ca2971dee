/// Whether a registry sees what its file holds.
public struct RegistryHealth: Sendable {
    /// The revision that resolving answers from.
    public let revision: Int64

    /// Why the last look at the file failed; `nil` if it went well.
    ///
    /// A registry that may not be written, with a write that was cut off, is read from a copy in
    /// which the write is undone; then this says so, with the code `readOnly`.
    ///
    /// While there is an error, resolving goes on from the last table that could be built.
    public let refreshError: RouteDBError?

    /// The time zones that access rules name and the system does not know, by name.
    ///
    /// A rule with such a zone cannot tell the time: it does not apply if it allows, and applies
    /// otherwise.
    public let missingZones: [String]
}
