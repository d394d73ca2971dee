public import RouteDBStorage

/// The history of a registry: every hit, in a file beside it.
///
/// It reads beside any writers, of this process or others. A history that is missing or damaged
/// stops nothing but what asks for it: resolving never looks at it.
///
/// ```swift
/// let history = try await HitHistory.open(HitHistory.path(besideRegistry: "routes.db"))
/// for try await hit in history.hits(HitSelection(outcomes: [.unmatched])) {
///     print(hit.time, hit.urlText)
/// }
/// await history.close()
/// ```
public struct HitHistory: Sendable {
    let core: HistoryCore

    /// The path of the file.
    public let path: String

    /// Opens a history to read it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - busyTimeoutMilliseconds: How long to wait for another process.
    /// - Returns: The history.
    /// - Throws: ``RouteDBError`` with a code: `databaseMissing`, `notAHistory`, `schemaTooNew`,
    ///   `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`, `corrupt`, `storageFailure`.
    public static func open(
        _ path: String, busyTimeoutMilliseconds: Int = 5_000
    ) async throws(RouteDBError) -> HitHistory {
        let core = HistoryCore(path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        try await core.open()
        return HitHistory(core: core, path: path)
    }

    /// The path where the history of a registry is, unless one says otherwise: that of `routes.db`
    /// is `routes.hits.db`.
    ///
    /// - Parameter path: The path of the registry.
    /// - Returns: The path of its history.
    public static func path(besideRegistry path: String) -> String {
        let suffix = ".db"
        return (path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path) + ".hits.db"
    }

    /// Closes the file.
    ///
    /// Sequences of hits that were begun go on to their end; everything else throws `closed`.
    public func close() async { await core.close() }

    /// The hits that a selection wants, as they were when the first of them was asked for.
    ///
    /// They come in the order in which they were sealed, which is nearly that of their times, and
    /// are read as they are asked for: a loop holds the hits of one segment, 4,096 as a rule.
    /// While it runs, the write-ahead log of the history cannot be reused.
    ///
    /// - Parameter selection: Which hits; all, unless given.
    /// - Returns: A sequence that may be gone through several times, each time as of then. It
    ///   throws ``RouteDBError``, with the code `corrupt` for a damaged segment.
    public func hits(_ selection: HitSelection = HitSelection()) -> RecordedHits {
        RecordedHits(
            path: path, busyTimeoutMilliseconds: core.busyTimeoutMilliseconds,
            selection: selection)
    }

    /// Proves that the file keeps its rules, from the hits themselves.
    ///
    /// - Returns: What is wrong; nothing if all is well.
    /// - Throws: ``RouteDBError`` if the file cannot be read at all.
    /// - Complexity: O(hits); the whole file is read.
    public func verify() async throws(RouteDBError) -> [HistoryFinding] {
        try await core.read { reader throws(RouteDBError) in try reader.verify() }
    }

    /// What other programs added to the file under names of their own, such as `the view 'report'`.
    ///
    /// Such views, indexes and tables are left alone. Only a unique index can do harm: it may refuse
    /// what is written.
    ///
    /// - Returns: The additions.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`.
    public func schemaAdditions() async throws(RouteDBError) -> [SchemaAddition] {
        try await core.read { reader throws(RouteDBError) in
            try reader.schemaAdditions().map(\.addition)
        }
    }

    /// Lends the segments that may have hits of a selection, and then the tail as if it were one,
    /// on the history's own queue: the caller's thread is not held.
    ///
    /// A segment may have other hits as well: `selection.filter.rows(of:into:)` finds the wanted
    /// ones. It must not be used after the closure.
    ///
    /// - Parameters:
    ///   - selection: Which hits.
    ///   - texts: Whether texts will be asked for; without them less is read.
    ///   - body: What is done with a segment.
    /// - Throws: `corrupt` for a damaged segment; what the closure throws, as `storageFailure`
    ///   unless it is a `RouteDBError`.
    package func scan(
        _ selection: HitSelection, texts: Bool,
        _ body: @Sendable (HitSegment) throws -> Void
    ) async throws(RouteDBError) {
        try await read { reader throws(RouteDBError) in
            try reader.scan(selection.filter.times, texts: texts, body)
        }
    }

    /// Runs a read on the history's own queue.
    package func read<Result: Sendable>(
        _ body: @Sendable (HitsReader) throws(RouteDBError) -> Result
    ) async throws(RouteDBError) -> Result {
        try await core.read(body)
    }
}
