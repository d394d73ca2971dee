/// How far a backup has come.
package struct BackupProgress: Hashable, Sendable {
    /// The pages that are copied.
    package let copiedPages: Int
    /// The pages of the database.
    package let totalPages: Int
}
