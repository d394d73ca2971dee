/// One numbered step of a file's schema.
///
/// A script that has been released is never edited: a file keeps the checksum of each script
/// that made it, and is refused where the two differ.
package struct MigrationScript: Sendable {
    /// The schema version that the script leads to; scripts are numbered from 1 without gaps.
    package let version: Int
    /// The name of the script's file, without its suffix.
    package let name: String
    /// The UTF-8 text of the script.
    package let sql: [UInt8]
    /// The 64-bit FNV-1a hash of the script, as 16 hexadecimal digits.
    ///
    /// It detects accidental edits of a script, not attacks.
    package let checksum: String
    /// What is done behind the script, in its transaction.
    package let step: Step?

    /// What SQL alone cannot do.
    package enum Step: Sendable {
        /// Gives every revision that is there its digest.
        case digestRevisions
    }

    package init(version: Int, name: String, sql: [UInt8], step: Step? = nil) {
        self.version = version
        self.name = name
        self.sql = sql
        self.step = step
        checksum = Self.checksum(of: sql)
    }

    private static func checksum(of sql: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sql {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Every script of the registry, in the order of their versions.
    package static let all = [
        MigrationScript(
            version: 1, name: "v0001_initial", sql: PackageResources.v0001_initial_sql),
        MigrationScript(
            version: 2, name: "v0002_dialects", sql: PackageResources.v0002_dialects_sql),
        MigrationScript(
            version: 3, name: "v0003_presentation", sql: PackageResources.v0003_presentation_sql),
        MigrationScript(version: 4, name: "v0004_access", sql: PackageResources.v0004_access_sql),
        MigrationScript(
            version: 5, name: "v0005_revisions", sql: PackageResources.v0005_revisions_sql,
            step: .digestRevisions),
        MigrationScript(
            version: 6, name: "v0006_suppressions", sql: PackageResources.v0006_suppressions_sql),
        MigrationScript(version: 7, name: "v0007_cases", sql: PackageResources.v0007_cases_sql),
        MigrationScript(version: 8, name: "v0008_views", sql: PackageResources.v0008_views_sql),
        MigrationScript(version: 9, name: "v0009_labels", sql: PackageResources.v0009_labels_sql),
        MigrationScript(version: 10, name: "v0010_apps", sql: PackageResources.v0010_apps_sql),
        MigrationScript(
            version: 11, name: "v0011_redirects", sql: PackageResources.v0011_redirects_sql),
    ]

    /// Every script of the history, in the order of their versions.
    package static let history = [
        MigrationScript(version: 1, name: "h0001_initial", sql: PackageResources.h0001_initial_sql)
    ]
}
