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

    package init(version: Int, name: String, sql: [UInt8]) {
        self.version = version
        self.name = name
        self.sql = sql
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
        MigrationScript(version: 1, name: "v0001_initial", sql: PackageResources.v0001_initial_sql)
    ]

    /// Every script of the history, in the order of their versions.
    package static let history = [
        MigrationScript(version: 1, name: "h0001_initial", sql: PackageResources.h0001_initial_sql)
    ]
}
