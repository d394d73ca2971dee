public import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// Everything that the registry holds, or held, at a revision.
    ///
    /// `RoutingTable(snapshot)` resolves against it; the code behind converters is given to that
    /// again.
    ///
    /// - Parameter revision: The revision; `nil`: the newest.
    /// - Returns: The snapshot.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `busy`, `corrupt`, `closed`.
    public func snapshot(at revision: Int64? = nil) async throws(RouteDBError) -> RegistrySnapshot {
        try await core.read { store throws(RouteDBError) in try store.snapshot(at: revision) }
    }

    /// The languages in which the patterns of a revision's routes are written, of all that are not
    /// written natively.
    ///
    /// - Parameter revision: The revision; `nil`: the newest.
    /// - Returns: The languages, by route.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `busy`, `corrupt`, `closed`.
    public func syntaxes(
        at revision: Int64? = nil
    ) async throws(RouteDBError) -> [RouteID: PatternSyntax] {
        try await core.read { store throws(RouteDBError) in try store.syntaxes(at: revision) }
    }

    /// The revisions, newest first.
    ///
    /// - Parameters:
    ///   - bound: Only revisions with a lower number are listed; `nil`: all.
    ///   - limit: How many at most; 0: all.
    /// - Returns: The revisions.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`.
    public func revisions(
        below bound: Int64? = nil, limit: Int = 0
    ) async throws(RouteDBError) -> [Revision] {
        try await core.read { store throws(RouteDBError) in
            try store.revisions(below: bound, limit: limit)
        }
    }

    /// Looks for damage: in the file, in the schema, and in what the registry says.
    ///
    /// - Returns: What was found; empty if all is well.
    /// - Throws: ``RouteDBError`` with `busy`, `closed`, or `corrupt` if nothing can be read.
    /// - Complexity: Reads the whole file.
    public func check() async throws(RouteDBError) -> [RegistryFinding] {
        try await core.read { store throws(RouteDBError) in try store.check() }
    }

    /// What other programs added to the file under names of their own, such as `the view 'report'`.
    ///
    /// Such views, indexes and tables are left alone. Only a unique index can do harm: it may refuse
    /// what is written.
    ///
    /// - Returns: The additions.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`.
    public func schemaAdditions() async throws(RouteDBError) -> [SchemaAddition] {
        try await core.read { store throws(RouteDBError) in
            try store.schemaAdditions().map(\.addition)
        }
    }

    /// Copies the registry as it is now to a file that does not exist yet; writers wait meanwhile.
    ///
    /// - Parameter path: The path of the copy.
    /// - Throws: ``RouteDBError`` with `fileExists`, `full`, `busy`, `storageFailure`, `closed`.
    public func backUp(to path: String) async throws(RouteDBError) {
        try await core.read { store throws(RouteDBError) in try store.backUp(to: path) }
    }

    /// Removes a registry's file if the registry was made and nothing else was ever done to it.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: Whether it was removed; not if it cannot be opened either.
    package static func removeIfUntouched(_ path: String) -> Bool {
        let store = try? RegistryStore.open(
            path: path, mode: .writing(timeMicroseconds: 0), busyTimeoutMilliseconds: 0)
        return (try? store?.removeIfUntouched()) ?? false
    }
}
