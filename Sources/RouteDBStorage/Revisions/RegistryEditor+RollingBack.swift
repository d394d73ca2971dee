extension RegistryEditor {
    /// Makes the registry say what it said at a revision.
    ///
    /// The past stays as it is: what came since gets an end, and what was there gets a new version
    /// under its old id. Tags and revisions are no part of what a registry says.
    ///
    /// - Parameter reference: The revision.
    /// - Returns: Whether that changed anything.
    /// - Throws: `revisionNotFound`, `tagNotFound`.
    /// - Complexity: O(*n*) in the versions, whatever has changed.
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
