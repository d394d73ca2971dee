public import RouteDB
public import RouteDBDatabase
public import RouteDBHistory

extension HitHistory {
    /// Returns the imports in the history, oldest first, with their options and results.
    ///
    /// - Returns: The imports. Forgotten imports are not included.
    /// - Throws: `RouteDBError` with the code `closed`, `busy`, `corrupt` or `storageFailure`.
    public func imports() async throws(RouteDBError) -> [LogImportRecord] {
        try await read { reader throws(RouteDBError) in try reader.imports() }
    }

    /// Returns the imports that ``forget(imports:timeMicroseconds:)`` would remove, without
    /// removing them.
    ///
    /// - Parameter ids: The ids of the imports.
    /// - Returns: The imports.
    /// - Throws: `RouteDBError` with the same codes as ``forget(imports:timeMicroseconds:)``.
    public func imports(
        toForget ids: Set<Int64>
    ) async throws(RouteDBError) -> [LogImportRecord] {
        try await read { reader throws(RouteDBError) in try reader.imports(toForget: ids) }
    }

    /// Removes imports from the history, such as that of a wrong log or one made with a wrong
    /// format or host.
    ///
    /// Afterwards the history is as if the logs had never been imported: their hits are gone from
    /// the tail, the segments and the roll-ups, including hits that were pruned since, and so are
    /// their rejected lines. The logs can be imported again. Three things remain: ids are not
    /// reused; the list of prunings keeps its counts; and hits that were pruned by a version that
    /// did not record their import stay in the roll-ups, as `ForgottenImports.leftInRollUps`
    /// reports.
    ///
    /// Other processes can keep writing: the removal runs in short transactions. If it fails or the
    /// process is killed, the file stays consistent; call the method again to finish. Until then
    /// the logs cannot be imported.
    ///
    /// - Parameters:
    ///   - ids: The ids of the imports.
    ///   - timeMicroseconds: The current time, in microseconds since 1970-01-01T00:00:00Z; `nil` for
    ///     that of the system.
    /// - Returns: What was removed.
    /// - Throws: `RouteDBError` with the code `importNotFound`; `importShared` if another log
    ///   begins with the same lines and its hits were stored by this import; `closed`, `busy`,
    ///   `full`, `permissionDenied`, `readOnly`, `corrupt` or `storageFailure`.
    @discardableResult
    public func forget(
        imports ids: Set<Int64>, timeMicroseconds: Int64? = nil
    ) async throws(RouteDBError) -> ForgottenImports {
        try await core.forget(ids, timeMicroseconds: timeMicroseconds ?? SystemClock.microseconds())
    }
}

extension HitHistory {
    /// Returns the lines of imported logs that were rejected, log by log.
    ///
    /// - Parameters:
    ///   - log: The id of a log, as in reports and hits; `nil` for all logs.
    ///   - limit: The largest number of lines to return; 0 for all.
    /// - Returns: The lines. The text of a line is cut after 4,096 bytes; it is empty if the log
    ///   was imported with privacy rules.
    /// - Throws: `RouteDBError` with the code `busy`, `corrupt` or `closed`.
    public func rejections(
        of log: Int64? = nil, limit: Int = 0
    ) async throws(RouteDBError) -> [LogRejection] {
        let rejects = try await read { reader throws(RouteDBError) in
            try reader.rejects(of: log, limit: limit)
        }
        return rejects.map { line in
            LogRejection(
                name: line.name, log: line.log, line: line.reject.line,
                offset: line.reject.offset, reason: line.reject.reason, place: line.reject.place,
                text: line.reject.text)
        }
    }
}
