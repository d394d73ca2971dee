/// Whether a registry sees what its file holds.
public struct RegistryHealth: Sendable {
    /// The revision that resolving answers from.
    public let revision: Int64

    /// Why the last look at the file failed; `nil` if it went well.
    ///
    /// While there is an error, resolving goes on from the last table that could be built.
    public let refreshError: RouteDBError?
}
