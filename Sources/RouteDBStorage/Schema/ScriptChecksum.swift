package import RouteDBMigrations
import RouteDBRouting

extension MigrationScript {
    /// The 64-bit FNV-1a hash of the script, as 16 hexadecimal digits.
    ///
    /// It detects accidental edits of a script, not attacks.
    package var checksum: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sql {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return hash.hexadecimal
    }
}
