package import RouteDBMigrations

extension [MigrationScript] {
    /// Returns the scripts with further ones, as a later version might have.
    package func adding(_ further: String...) -> [MigrationScript] {
        self
            + further.enumerated().map { index, sql in
                let version = count + index + 1
                return MigrationScript(
                    version: version, name: "v\(version)", sql: [UInt8](sql.utf8))
            }
    }
}
