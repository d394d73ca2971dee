/// The progress of a backup.
package struct BackupProgress: Hashable, Sendable {
    /// How many pages have been copied.
    package let copiedPages: Int
    /// How many pages the database has.
    package let totalPages: Int
}
