/// The purpose for which a registry is opened.
package enum RegistryMode: Sendable {
    /// Reading only; an older schema is an error.
    case reading
    /// Reading and writing an existing registry; an older schema is upgraded.
    case writing(timeMicroseconds: Int64)
    /// Like ``writing(timeMicroseconds:)``, but a missing or empty file becomes a registry whose
    /// first revision has this information and contains only the namespace `default`.
    case creating(CommitInfo)
}
