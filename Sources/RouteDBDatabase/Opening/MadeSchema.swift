package import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import Synchronization

/// Precomputed digests of schemas, so that opening a file need not run all migrations, which takes
/// a few milliseconds.
///
/// A schema without a digest here is compared nevertheless. A test compares the digests with what
/// the migrations create.
package enum KnownSchema {
    /// The digest for each migration that was the last one.
    package static let digests = [
        "h0007_totals": "6481a13f64c396e7a7b6813b78332a392ab4578b5da3f48ac968ff5288e99217",
        "h0006_shares": "ca0cff5ec289d1b14ac89f1f7fb693c67c2bf6dde37d8b09195e354dc438ba90",
        "h0005_views": "9afa51be128b2f511941420b0b53f0cf8f4b1eec071b405a5fc83bfedddd13c9",
        "h0004_forgetting": "0e3a540bc4bf87c32aafbd5c6109ec33c650fc4e2eada928906c1cd3d9300a4d",
        "h0003_losses": "51d612dbd99367eb6f8ad6306c85c6305eb8a45004a2cf9afaffb61725dae89c",
        "v0011_redirects": "0e9d687674d8a5b54c4d6235fb9954f7bdcdb87d22158aa0f47a76438f1340f9",
        "v0010_apps": "29088ee2ac2d101836dc1cb3872e002ff761c0ead7f74d845da4f6dfee1e2489",
        "v0009_labels": "bb893da830f1c49413953e8194c2b936a4d2a70cff09eba5c0dc1c4281b52aa6",
        "v0008_views": "1921ce58812a62c7a8e2ec238ec29a4ab143a9bd3f364785b2212dc56589c1c2",
        "v0007_cases": "cf7e5cee68ba3a2ce9a9accffac601e2e1492befbcf0090e081ad23c4c3718a7",
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
