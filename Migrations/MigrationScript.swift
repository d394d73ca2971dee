/// One numbered step of the registry's schema.
///
/// A script that has been released is never edited: a registry keeps the checksum of each script
/// that made it, and is refused where the two differ.
package struct MigrationScript: Sendable {
    /// The schema version that the script leads to; scripts are numbered from 1 without gaps.
    package let version: Int
    /// The name of the script's file, without its suffix.
    package let name: String
    /// The UTF-8 text of the script.
    package let sql: [UInt8]

    package init(version: Int, name: String, sql: [UInt8]) {
        self.version = version
        self.name = name
        self.sql = sql
    }

    /// Every script, in the order of their versions.
    package static let all = [
        MigrationScript(
            version: 1, name: "v0001_initial", sql: PackageResources.v0001_initial_sql),
        MigrationScript(
            version: 2, name: "v0002_dialects", sql: PackageResources.v0002_dialects_sql),
        MigrationScript(
            version: 3, name: "v0003_presentation", sql: PackageResources.v0003_presentation_sql),
    ]
}
