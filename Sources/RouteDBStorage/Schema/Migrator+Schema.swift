import RouteDBMigrations

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

    private func refusal(_ fault: SchemaComparison.Fault, hint: String) -> RouteDBError {
        RouteDBError(
            .schemaMismatch,
            "The schema of the \(database.kind) '\(database.path)' was changed by another program:"
                + " \(fault.message).", hint: hint)
    }
}
