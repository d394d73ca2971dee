import RouteDBMigrations
import RouteDBSQLite

extension Migrator {
    /// Compares the file's schema with the one that the scripts up to its version create.
    func schemaComparison(at version: Int64) throws(RouteDBError) -> SchemaComparison {
        try SchemaComparison(of: database, with: scripts.prefix { $0.version <= version })
    }

    /// Throws if the schema could make a reader return wrong data.
    func requireReadableSchema(at version: Int64) throws(RouteDBError) {
        let fault = try schemaComparison(at: version).faults.first { $0.preventsReading }
        if let fault { throw refusal(fault, hint: "Restore it from a backup.") }
    }

    /// Throws if any object with one of our names differs from what the scripts create.
    func requireWritableSchema(at version: Int64) throws(RouteDBError) {
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
    func requireOwnViews() throws(RouteDBError) {
        let fault = try database.transaction(.deferred) {
            try SchemaComparison(of: database, with: scripts).faults.first { $0.isOfView }
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
        let before = try MadeSchema.made(by: scripts.prefix { $0.version < script.version })
        let after = try MadeSchema.made(by: scripts.prefix { $0.version <= script.version })
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
