/// The progress of a backup.
package struct BackupProgress: Hashable, Sendable {
    /// The number of pages copied so far.
    package let copiedPages: Int
    /// The number of pages of the database.
    package let totalPages: Int
}
