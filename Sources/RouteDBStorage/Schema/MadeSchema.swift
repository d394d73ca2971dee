package import RouteDBMigrations
import RouteDBSQLite
import Synchronization

/// The schema that a list of migrations creates: the tables, indexes and views that a file must
/// have.
package struct MadeSchema: Sendable {
    /// By their ``SchemaObject/key``.
    package let objects: [String: SchemaObject]

    /// The schemas computed so far, by the checksums of their scripts.
    private static let known = Mutex<[[String]: MadeSchema]>([:])

    /// Returns the schema that scripts create.
    ///
    /// The scripts run at most once in a process, in an in-memory database, and not at all if the
    /// file has exactly the known schema.
    ///
    /// - Parameters:
    ///   - scripts: The scripts.
    ///   - found: The schema of the file.
    /// - Returns: The schema.
    /// - Throws: Any error of a script.
    package static func made(
        by scripts: some Sequence<MigrationScript>, asIn found: [SchemaObject] = []
    ) throws -> MadeSchema {
        let scripts = Array(scripts)
        let key = scripts.map(\.checksum)
        if let made = known.withLock({ $0[key] }) { return made }
        let digest = scripts.last.flatMap { KnownSchema.digests[$0.name] }
        let isKnown = digest != nil && KnownSchema.digest(of: found) == digest
        let objects = try isKnown ? found : Self.objects(of: scripts)
        let made = MadeSchema(
            objects: Dictionary(
                objects.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }))
        known.withLock { $0[key] = made }
        return made
    }

    private static func objects(of scripts: [MigrationScript]) throws -> [SchemaObject] {
        let connection = try Connection.inMemory()
        try connection.transaction {
            for script in scripts { try connection.execute(script.sql) }
        }
        return try SchemaObject.all(in: connection)
    }
}
