import RouteDBDatabase
import RouteDBSQLite

extension RegistryStore {
    /// Thrown to roll back a dry run.
    private struct DryRun: Error {}

    /// Edits the registry: one transaction, and one revision if anything changes.
    @discardableResult
    package func write<Result>(
        _ commit: CommitInfo, dryRun: Bool = false,
        _ body: (RegistryEditor) throws -> Result
    ) throws -> (result: Result, revision: Int64?) {
        var tried: (result: Result, revision: Int64?)?
        do {
            return try database.connection.transaction(.immediate) {
                try migrator.requireKnownVersion()
                if !dryRun { try OriginRecord(database: database).requireNone() }
                let done = try edit(commit, body)
                guard dryRun else { return done }
                tried = done
                throw DryRun()
            }
        } catch let error as SQLiteError {
            throw RouteDBError(error, path: path)
        } catch let error as DryRun {
            guard let tried else { throw error }
            return tried
        }
    }

    private func edit<Result>(
        _ commit: CommitInfo, _ body: (RegistryEditor) throws -> Result
    ) throws -> (result: Result, revision: Int64?) {
        try EditRules.check(commit)
        let latest = try RevisionRecords(database: database)
            .require(expected: commit.expectedRevision)
        let editor = RegistryEditor(database: database, commit: commit, base: latest)
        defer { editor.close() }
        let result = try body(editor)
        if let failure = editor.failure { throw failure }
        if let revision = editor.revision {
            try RevisionDigests(database: database).seal(revision)
        }
        return (result, editor.revision)
    }
}
