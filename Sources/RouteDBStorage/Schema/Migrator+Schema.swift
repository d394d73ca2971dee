import RouteDBMigrations

extension Migrator {
    /// In what the file's schema differs from what the scripts up to its version made.
    func schemaComparison(at version: Int64) throws(RouteDBError) -> SchemaComparison {
        try SchemaComparison(of: database, with: scripts.prefix { $0.version <= version })
    }

    /// Checks that nothing in the schema can lead a reader astray.
    func requireReadableSchema(at version: Int64) throws(RouteDBError) {
        let fault = try schemaComparison(at: version).faults.first { $0.preventsReading }
        if let fault { throw refusal(fault, hint: "Restore it from a backup.") }
    }

    /// Checks that the schema is what the scripts made, as far as it bears names of ours.
    func requireWritableSchema(at version: Int64) throws(RouteDBError) {
        guard let fault = try schemaComparison(at: version).faults.first else { return }
        throw refusal(
            fault,
            hint: fault.preventsReading
                ? "Restore it from a backup."
                : "Nothing is written to it as it is. Undo the change with the program that made"
                    + " it, or restore the file from a backup; \(database.kind.checkCommand) lists"
                    + " all that differs.")
    }

    private func refusal(_ fault: SchemaComparison.Fault, hint: String) -> RouteDBError {
        RouteDBError(
            .schemaMismatch,
            "The schema of the \(database.kind) '\(database.path)' was changed by another program:"
                + " \(fault.message).", hint: hint)
    }
}
