package import RouteDBMigrations
package import RouteDBRouting
import RouteDBSQLite

/// Upgrades a file's schema to the newest version, and refuses files of another kind.
///
/// 1. Versions only increase, one script at a time, each in an immediate transaction.
/// 2. The version is read again inside the transaction, because another process may have migrated.
/// 3. A new file gets all scripts and its first rows in one transaction, so that a registry or
///    history is either complete or absent.
/// 4. The checksum of every script that ran is stored, and must match the script that we have.
/// 5. Objects in the file that have the names of objects that the scripts create must be identical
///    to those: ``SchemaComparison``. A script does not run if a name that it creates is taken.
package struct Migrator {
    package let database: Database
    package let scripts: [MigrationScript]

    package init(database: Database, scripts: [MigrationScript]) {
        self.database = database
        self.scripts = scripts
    }

    /// The newest version that this library knows.
    private var newest: Int64 { Int64(scripts.last?.version ?? 0) }

    /// Checks that the file is of the right kind and has the current schema.
    package func requireCurrent() throws(RouteDBError) {
        try database.transaction(.deferred) {
            let version = try requireOurs(try .read(from: database))
            try verify(upTo: version)
            guard version == newest else {
                throw RouteDBError(
                    .schemaMismatch,
                    "The \(database.kind) '\(database.path)' has the schema version \(version), and this"
                        + " RouteDB reads version \(newest).",
                    hint: database.kind.upgradeHint)
            }
            try requireReadableSchema(at: version)
        }
    }

    /// Checks, within a transaction that writes, that no newer RouteDB has upgraded the file since it was
    /// opened: its new tables would miss what is written.
    package func requireKnownVersion() throws(RouteDBError) {
        _ = try requireOurs(.ours(version: try database.number("PRAGMA user_version") ?? 0))
    }

    /// Upgrades a file to the newest version.
    package func migrate(time: Timestamp) throws(RouteDBError) {
        let version = try database.transaction(.deferred) {
            let version = try requireOurs(try .read(from: database))
            try verify(upTo: version)
            try requireWritableSchema(at: version)
            return version
        }
        for script in scripts where script.version > version {
            try database.transaction(.immediate) {
                let version = try requireOurs(try .read(from: database))
                guard script.version > version else { return }
                try verify(upTo: version)
                try requireFreeNames(for: script)
                try apply(script, time: time)
            }
        }
    }

    /// Sets up an empty file, or upgrades an existing one.
    ///
    /// The closure inserts the first rows of a new file.
    package func create(time: Timestamp, first: () throws -> Void) throws(RouteDBError) {
        if try database.transaction(.deferred, { try SchemaState.read(from: database) }) == .empty {
            try database.transaction(.immediate) {
                guard try SchemaState.read(from: database) == .empty else { return }
                try database.connection.setPragma(
                    "application_id", to: Int(database.kind.applicationID))
                for script in scripts {
                    try apply(script, time: time)
                }
                try first()
            }
        }
        try migrate(time: time)
    }

    /// Checks that the migrations recorded in the file match our scripts.
    package func verify(upTo version: Int64) throws(RouteDBError) {
        let applied = try appliedScripts()
        guard applied.count == version else {
            throw mismatch("it has \(applied.count) migrations, but its version is \(version)")
        }
        for (script, row) in zip(scripts, applied) {
            guard row.version == script.version, row.checksum == script.checksum else {
                throw mismatch(
                    "its migration \(row.version), '\(row.name)', has the checksum"
                        + " \(row.checksum), and ours, '\(script.name)', has \(script.checksum)")
            }
        }
    }

    /// The version of a file of our kind; throws if it is newer than we know.
    private func requireOurs(_ state: SchemaState) throws(RouteDBError) -> Int64 {
        let kind = database.kind
        switch state {
        case .empty:
            throw RouteDBError(
                kind.mismatchCode, "'\(database.path)' is an empty file, not a \(kind).",
                hint: kind.creationHint)
        case .foreign(let identity):
            throw RouteDBError(
                kind.mismatchCode,
                "'\(database.path)' is not a \(kind): it is an SQLite database with the"
                    + " application id \(identity), and a \(kind) has"
                    + " \(kind.applicationID).",
                hint: "Give the path of a \(kind).")
        case .ours(let version) where version > newest:
            throw RouteDBError(
                .schemaTooNew,
                "The \(database.kind) '\(database.path)' has the schema version \(version), and this"
                    + " RouteDB knows versions up to \(newest).",
                hint: "Use the version of RouteDB that created it, or a newer one.")
        case .ours(let version) where version < 1:
            throw mismatch("its version is \(version), and versions begin with 1")
        case .ours(let version):
            return version
        }
    }

    /// Runs a script and records it; the caller has begun a transaction.
    private func apply(_ script: MigrationScript, time: Timestamp) throws {
        try database.connection.execute(script.sql)
        let insert: StaticString = """
            INSERT INTO migration (version, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)
            """
        try database.run(insert) { statement in
            try statement.bind(script.version, at: 1)
            try statement.bind(script.name, at: 2)
            try statement.bind(script.checksum, at: 3)
            try statement.bind(time, at: 4)
            try statement.run()
        }
        try database.connection.setPragma("user_version", to: script.version)
    }

    private struct AppliedScript {
        let version: Int64
        let name: String
        let checksum: String
    }

    private func appliedScripts() throws(RouteDBError) -> [AppliedScript] {
        guard
            try database.number("SELECT 1 FROM sqlite_schema WHERE name = 'migration'") != nil
        else { throw mismatch("it has no table 'migration'") }
        return try database.run(
            "SELECT version, name, checksum FROM migration ORDER BY version"
        ) { statement in
            var rows: [AppliedScript] = []
            while try statement.step() {
                rows.append(
                    AppliedScript(
                        version: statement.int(at: 0), name: statement.string(at: 1),
                        checksum: statement.string(at: 2)))
            }
            return rows
        }
    }

    private func mismatch(_ what: String) -> RouteDBError {
        RouteDBError(
            .schemaMismatch, "The schema of '\(database.path)' is invalid: \(what).",
            hint: "Use the version of RouteDB that created it, or restore it from a backup.")
    }
}

extension Migrator {
    /// Compares the file's schema with the one that the scripts up to its version create.
    package func schemaComparison(at version: Int64) throws(RouteDBError) -> SchemaComparison {
        try SchemaComparison(of: database, with: scripts.prefix { $0.version <= version })
    }

    /// Throws if the schema could make a reader return wrong data.
    package func requireReadableSchema(at version: Int64) throws(RouteDBError) {
        let fault = try schemaComparison(at: version).faults.first { $0.preventsReading }
        if let fault { throw refusal(fault, hint: "Restore it from a backup.") }
    }

    /// Throws if any object with one of our names differs from what the scripts create.
    package func requireWritableSchema(at version: Int64) throws(RouteDBError) {
        guard let fault = try schemaComparison(at: version).faults.first else { return }
        throw refusal(
            fault,
            hint: fault.preventsReading
                ? "Restore it from a backup."
                : "The file can still be read, but not written. Undo the change with the program"
                    + " that made it, or restore the file from a backup;"
                    + " \(database.kind.checkCommand) lists all differences.")
    }

    /// Checks that our views are there as the scripts made them, for those who read views.
    package func requireOwnViews() throws(RouteDBError) {
        let fault = try database.transaction(.deferred) {
            let version = try database.number("PRAGMA user_version") ?? 0
            return try schemaComparison(at: version).faults.first { $0.isOfView }
        }
        if let fault {
            throw refusal(
                fault,
                hint: "Undo the change with the program that made it, or restore the file from a"
                    + " backup. All commands but 'sql' and 'hits export' can still read it.")
        }
    }

    /// Checks that nobody has used a name that a script is about to give to something of ours.
    ///
    /// The caller holds the transaction in which the script runs next.
    func requireFreeNames(for script: MigrationScript) throws {
        let before = try ExpectedSchema.made(by: scripts.prefix { $0.version < script.version })
        let after = try ExpectedSchema.made(by: scripts.prefix { $0.version <= script.version })
        let other = try SchemaObject.all(in: database.connection).first {
            after.objects[$0.key] != nil && before.objects[$0.key] == nil
        }
        guard let other, let ours = after.objects[other.key] else { return }
        throw RouteDBError(
            .schemaMismatch,
            "The \(database.kind) '\(database.path)' cannot be brought to the schema version"
                + " \(script.version): another program added \(other), and this version adds"
                + " \(ours) itself.",
            hint:
                "Nothing was changed. Rename or drop \(other) with the program that added it, then"
                + " try again.")
    }

    private func refusal(_ fault: SchemaComparison.Fault, hint: String) -> RouteDBError {
        RouteDBError(
            .schemaMismatch,
            "The schema of the \(database.kind) '\(database.path)' was changed by another program:"
                + " \(fault.message).", hint: hint)
    }
}
