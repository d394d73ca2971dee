extension RegistryEditor {
    /// Restores the content of the registry at a revision.
    ///
    /// History is preserved: what was added since is ended, and what was there gets a new version
    /// with its old id. Tags and revisions are not part of the content.
    ///
    /// - Parameter reference: The revision.
    /// - Returns: Whether anything changed.
    /// - Throws: `revisionNotFound`, `tagNotFound`.
    /// - Complexity: O(*n*) in the number of versions, however little has changed.
    @discardableResult
    public func rollBack(to reference: RevisionReference) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            let target = try RevisionRecords(database: database).find(reference).number
            var rollbacks: [TableRollback] = []
            for table in VersionedTable.all {
                let rollback = try TableRollback(of: table, to: target, in: database)
                if !rollback.isEmpty { rollbacks.append(rollback) }
            }
            guard !rollbacks.isEmpty else { return false }
            let revision = try makeRevision()
            for rollback in rollbacks { try rollback.run(in: revision) }
            forgetNamespaces()
            forgetConverters()
            return true
        }
    }
}
