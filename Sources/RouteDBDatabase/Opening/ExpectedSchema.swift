package import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import Synchronization

/// Precomputed digests of schemas, so that opening a file need not run all migrations, which takes
/// a few milliseconds.
///
/// A schema without a digest here is compared nevertheless. A test compares the digests with what
/// the migrations create.
package enum KnownDigests {
    /// The digest for each migration that was the last one.
    package static let digests = [
        "h0001_initial": "7bdfd034f10f2262eb7b799b76eae433e4fe0958374ffbdac1dc64e42cfb8787",
        "v0001_initial": "d429745bb7bb94709a7dabf7c6e08e6830cea5327608425c6ea338a153fa9b7e",
    ]

    /// The SHA-256 hash of the objects of a schema, sorted by name.
    package static func digest(of objects: [SchemaObject]) -> String {
        var encoder = CanonicalEncoder()
        for object in objects.sorted(by: { ($0.key, $0.type) < ($1.key, $1.type) }) {
            for text in [object.type, object.name, object.table, object.sql] {
                encoder.append(text)
            }
        }
        return SHA256.digest(of: encoder.bytes).hexadecimal
    }
}

/// The schema that a list of migrations creates: the tables, indexes and views that a file must
/// have.
package struct ExpectedSchema: Sendable {
    /// By their ``SchemaObject/key``.
    package let objects: [String: SchemaObject]

    /// The schemas computed so far, by the checksums of their scripts.
    private static let known = Mutex<[[String]: ExpectedSchema]>([:])

    /// Returns the schema that scripts create.
    ///
    /// The scripts run at most once in a process, in an in-memory database, and not at all if the
    /// file has exactly the known schema.
    package static func made(
        by scripts: some Sequence<MigrationScript>, asIn found: [SchemaObject] = []
    ) throws -> ExpectedSchema {
        let scripts = Array(scripts)
        let key = scripts.map(\.checksum)
        if let made = known.withLock({ $0[key] }) { return made }
        let digest = scripts.last.flatMap { KnownDigests.digests[$0.name] }
        let isKnown = digest != nil && KnownDigests.digest(of: found) == digest
        let objects = try isKnown ? found : Self.objects(of: scripts)
        let made = ExpectedSchema(
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
