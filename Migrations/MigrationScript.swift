/// One numbered step of the registry's schema.
package struct MigrationScript: Sendable {
    /// The schema version that the script leads to; scripts are numbered from 1 without gaps.
    package let version: Int
    /// The name of the script's file, without its suffix.
    package let name: String
    /// The UTF-8 text of the script.
    package let sql: [UInt8]
}
