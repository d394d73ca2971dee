public import RouteDBStorage

extension HitHistory {
    /// The logs that were imported, with how that was done and what came of it, the earliest first.
    ///
    /// - Returns: The imports that are in the history; forgotten ones are not.
    /// - Throws: ``RouteDBError``: `closed`, `busy`, `corrupt`, `storageFailure`.
    public func imports() async throws(RouteDBError) -> [LogImportRecord] {
        try await read { reader throws(RouteDBError) in try reader.imports() }
    }

    /// The imports that ``forget(imports:timeMicroseconds:)`` would take back.
    ///
    /// - Parameter ids: The imports, by their ids.
    /// - Returns: The imports.
    /// - Throws: ``RouteDBError`` as ``forget(imports:timeMicroseconds:)`` would.
    public func imports(
        toForget ids: Set<Int64>
    ) async throws(RouteDBError) -> [LogImportRecord] {
        try await read { reader throws(RouteDBError) in try reader.imports(toForget: ids) }
    }

    /// Takes imports back, for example of a wrong log, or with a wrong format or host.
    ///
    /// Afterwards the history is as if they had never been imported: their hits are gone from the
    /// tail, the segments and the roll-ups, pruned ones too, and so are their rejected lines and
    /// the record of their lines, so that the logs can be imported again. What stays: the ids are not
    /// used again; the list of prunings says what was pruned then; and hits that were pruned by a
    /// version that did not note whose they were stay in the roll-ups, as
    /// ``ForgottenImports/leftInRollUps`` tells.
    ///
    /// It works beside any writers, in short transactions between which they go on. If it fails
    /// half-way or the process is killed, the file stays whole, the rest is still there, and the
    /// same call finishes it; until then the logs cannot be imported.
    ///
    /// - Parameters:
    ///   - ids: The imports, by their ids.
    ///   - timeMicroseconds: The time, in microseconds since 1970-01-01T00:00:00Z.
    /// - Returns: What went.
    /// - Throws: ``RouteDBError``: `importNotFound`; `importShared` if another import begins with
    ///   lines of the same log, whose hits it has only through this one; `closed`, `busy`, `full`, `permissionDenied`, `readOnly`, `corrupt`,
    ///   `storageFailure`.
    @discardableResult
    public func forget(
        imports ids: Set<Int64>, timeMicroseconds: Int64 = SystemClock.microseconds()
    ) async throws(RouteDBError) -> ForgottenImports {
        try await core.forget(ids, timeMicroseconds: timeMicroseconds)
    }
}
