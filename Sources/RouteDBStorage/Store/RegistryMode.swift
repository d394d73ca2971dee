/// What a registry is opened for.
package enum RegistryMode: Sendable {
    /// To read; nothing is written, and an older schema is an error.
    case reading
    /// To read and write a registry that exists; an older schema is brought up to date.
    case writing(timeMicroseconds: Int64)
    /// As ``writing``, and a missing or empty file becomes a registry whose first revision, with
    /// the namespace `default` alone, says this.
    case creating(CommitInfo)
}
