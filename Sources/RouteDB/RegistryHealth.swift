/// Whether an open registry is up to date with its file.
public struct RegistryHealth: Sendable {
    /// The revision that URLs are resolved against.
    public let revision: Int64

    /// Why the last refresh failed, or `nil` if it succeeded.
    ///
    /// Until a refresh succeeds, URLs are resolved against the last good table.
    ///
    /// The code is `readOnly` if another process was interrupted in the middle of a write and this
    /// process may not write the file to roll that write back. The registry then reads a copy of
    /// the file without the unfinished write.
    public let refreshError: RouteDBError?

    /// The names of time zones that access rules use and that the system does not have.
    ///
    /// The time conditions of such a rule cannot be evaluated, so it fails closed: a rule that
    /// allows does not apply, and one that denies or challenges does.
    public let missingZones: [String]
}
