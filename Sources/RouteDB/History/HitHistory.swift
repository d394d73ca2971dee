public import RouteDBDatabase
public import RouteDBHistory
import RouteDBRouting

/// Owns the connection to a history file for ``HitHistory`` and does all work on it, on its own
/// dispatch queue.
package actor HistoryCore {
    private let executor = QueueExecutor(label: "routedb.history")
    private let path: String
    package nonisolated let busyTimeout: Duration
    private var reader: HitsReader?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(path: String, busyTimeout: Duration) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    func open() throws(RouteDBError) {
        reader = try HitsReader(path: path, busyTimeout: busyTimeout)
    }

    func close() { reader = nil }

    /// Runs a closure that reads the file, on the history's queue.
    package func read<Result: Sendable>(
        _ body: @Sendable (HitsReader) throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        guard let reader else {
            throw RouteDBError(
                .closed, "The history '\(path)' is closed.", hint: "Open it again.")
        }
        return try body(reader)
    }

    /// Deletes hits and returns their space to the file system.
    func prune(_ retention: HitRetention, time: Timestamp) throws(RouteDBError) -> Int64 {
        // This fails if the history is closed. HitsWriter would reopen it, or create a missing
        // file.
        try read { _ in }
        let writer = try HitsWriter(path: path, time: time, busyTimeout: busyTimeout)
        let hits = try writer.prune(retention, time: time)
        if hits > 0 { try writer.returnFreeSpace() }
        return hits
    }

    /// Sums up the values of these parameters from now on, and anew what is in the file.
    func sumUp(parameters names: [String], time: Timestamp) throws(RouteDBError) {
        try read { _ in }
        let writer = try HitsWriter(path: path, time: time, busyTimeout: busyTimeout)
        try writer.sumUp(parameters: names)
    }

    /// Removes imports and returns their space to the file system.
    package func forget(
        _ ids: Set<Int64>, time: Timestamp
    ) throws(RouteDBError) -> ForgottenImports {
        try read { _ in }
        let writer = try HitsWriter(path: path, time: time, busyTimeout: busyTimeout)
        let result = try writer.forget(ids, time: time)
        try writer.returnFreeSpace()
        return result
    }
}

/// The history of a registry: its recorded and imported hits, in a file beside it.
///
/// You can read a history while this or other processes write to it. Resolving never uses the
/// history, so a missing or damaged one does not affect it.
///
/// ```swift
/// let history = try await HitHistory.open(HitHistory.path(besideRegistry: "routes.db"))
/// for try await hit in history.hits(HitSelection(outcomes: [.unmatched])) {
///     print(hit.time, hit.urlText)
/// }
/// await history.close()
/// ```
public struct HitHistory: Sendable {
    package let core: HistoryCore

    /// The path of the history file.
    public let path: String

    /// Opens a history for reading.
    ///
    /// - Parameters:
    ///   - path: The path of the history file.
    ///   - busyTimeout: How long to wait for another process's lock before failing with `busy`.
    /// - Returns: The history.
    /// - Throws: ``RouteDBError`` with a code: `databaseMissing`, `notAHistory`, `schemaTooNew`,
    ///   `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`, `corrupt`, `storageFailure`.
    public static func open(
        _ path: String, busyTimeout: Duration = .seconds(5)
    ) async throws(RouteDBError) -> HitHistory {
        let core = HistoryCore(path: path, busyTimeout: busyTimeout)
        try await core.open()
        return HitHistory(core: core, path: path)
    }

    /// Returns the default path of a registry's history; for `routes.db`, that is `routes.hits.db`.
    ///
    /// - Parameter path: The path of the registry.
    /// - Returns: The path of its history.
    public static func path(besideRegistry path: String) -> String {
        let suffix = ".db"
        return (path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path) + ".hits.db"
    }

    /// Closes the file.
    ///
    /// Sequences returned by ``hits(_:)`` keep working, since each iteration opens the file itself;
    /// everything else throws `closed`.
    public func close() async { await core.close() }

    /// Returns a sequence of the selected hits.
    ///
    /// An iteration reads a snapshot of the history, taken when its first hit is requested. The
    /// hits come in the order in which they were stored, which is roughly by time. They are read
    /// segment by segment, so that a loop holds the hits of one segment, usually 4,096, in memory.
    /// While an iteration runs, the write-ahead log of the history cannot be reused and may grow.
    ///
    /// - Parameter selection: The hits to read; all of them by default.
    /// - Returns: A sequence that can be iterated several times, each time with a new snapshot. It
    ///   throws ``RouteDBError``, with the code `corrupt` for a damaged segment.
    public func hits(_ selection: HitSelection = HitSelection()) -> RecordedHits {
        RecordedHits(path: path, busyTimeout: core.busyTimeout, selection: selection)
    }

    /// Verifies the integrity of the file, recomputing roll-ups and counts from the hits.
    ///
    /// - Returns: The problems found; empty if there are none.
    /// - Throws: ``RouteDBError`` if the file cannot be read at all.
    /// - Complexity: O(hits); the whole file is read.
    public func verify() async throws(RouteDBError) -> [HistoryFinding] {
        try await core.read { reader throws(RouteDBError) in try reader.verify() }
    }

    /// Lists the views, indexes and tables that other programs have added to the file.
    ///
    /// RouteDB leaves them alone. Only a unique index can do harm: it may refuse what is written.
    package func schemaAdditions() async throws(RouteDBError) -> [SchemaAddition] {
        try await core.read { reader throws(RouteDBError) in
            try reader.schemaAdditions().map(\.addition)
        }
    }

    /// Calls a closure with each segment that may contain selected hits, then with the tail as if
    /// it were a segment.
    ///
    /// The closure runs on the history's own queue and does not block the caller's thread. A
    /// segment may also contain other hits; call `selection.filter.rows(of:into:)` to find the
    /// selected ones. Do not use a segment after the closure has returned.
    package func scan(
        _ selection: HitSelection, texts: TextSelection,
        _ body: @Sendable (HitSegment) throws -> Void
    ) async throws(RouteDBError) {
        try await read { reader throws(RouteDBError) in
            try reader.scan(selection.filter.times, texts: texts, body)
        }
    }

    /// Returns about how many hits a scan of a selection reads: those of its time.
    ///
    /// - Complexity: O(segments); no hit is read.
    package func scannedCount(_ selection: HitSelection) async throws(RouteDBError) -> Int64 {
        try await read { reader throws(RouteDBError) in
            try reader.count(selection.filter.times)
        }
    }

    /// Runs a closure that reads the file, on the history's own queue.
    package func read<Result: Sendable>(
        _ body: @Sendable (HitsReader) throws(RouteDBError) -> Result
    ) async throws(RouteDBError) -> Result {
        try await core.read(body)
    }
}

extension HitHistory {
    /// The counts and sizes of what the file holds.
    ///
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(segments).
    public func info() async throws(RouteDBError) -> HistoryInfo {
        try await core.read { reader throws(RouteDBError) in try reader.info() }
    }

    /// Returns the number of hits that ``prune(_:time:)`` would delete now.
    ///
    /// - Parameter retention: The hits to keep.
    /// - Returns: The number of hits: approximate if the retention limits the file's size,
    ///   otherwise exact.
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `corrupt`, `storageFailure`.
    public func count(
        pruning retention: HitRetention
    ) async throws(RouteDBError) -> Int64 {
        try await core.read { reader throws(RouteDBError) in
            try reader.count(pruning: retention)
        }
    }

    /// Deletes the oldest hits according to a retention, and returns their space to the file
    /// system.
    ///
    /// The totals of the deleted hits stay in the roll-ups, and the file logs the deletion. Pruning
    /// works beside other writers, in short transactions between which they can continue. If it
    /// fails half-way, the hits deleted so far stay deleted; call it again with the same retention
    /// to continue.
    ///
    /// - Parameters:
    ///   - retention: The hits to keep.
    ///   - time: The current time; `nil` for that of the system.
    /// - Returns: The number of deleted hits.
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `full`, `permissionDenied`, `readOnly`,
    ///   `corrupt`, `storageFailure`.
    public func prune(
        _ retention: HitRetention, time: Timestamp? = nil
    ) async throws(RouteDBError) -> Int64 {
        try await core.prune(retention, time: time ?? SystemClock.now())
    }
}

extension HitHistory {
    /// The largest number of parameters whose values are summed up.
    private static let parameterLimit = 16

    /// Returns the names of the parameters of queries whose values are summed up, in the order in which they were
    /// given.
    ///
    /// - Throws: ``RouteDBError`` with `closed`, `busy`, `corrupt`, `storageFailure`.
    public func summedParameters() async throws(RouteDBError) -> [String] {
        try await core.read { reader throws(RouteDBError) in try reader.summedParameters() }
    }

    /// Sums up the values of parameters of queries, such as `utm_campaign`, for each quarter of an hour.
    ///
    /// Reports by the values of such a parameter read the sums in place of the hits, so that their time depends on the
    /// numbers of values and quarters. The sums are made anew of the hits in the file now, and from then on by
    /// each writer when a quarter is over, which takes it some 0.4 µs a hit and parameter. A quarter with more than
    /// 1,000 values is left out: reports read its hits.
    ///
    /// Other writers can continue meanwhile. If it fails half-way, reports read the hits of the rest; call it again to
    /// continue.
    ///
    /// - Parameters:
    ///   - parameters: The names of up to 16 parameters, each of 1 to 255 bytes, in place of those before.
    ///   - time: The current time; `nil` for that of the system.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `closed`, `busy`, `full`, `permissionDenied`, `readOnly`,
    ///   `corrupt`, `storageFailure`.
    /// - Complexity: O(*n*) in the number of hits.
    public func sumUp(parameters: [String], time: Timestamp? = nil) async throws(RouteDBError) {
        guard parameters.count <= Self.parameterLimit else {
            throw RouteDBError(
                .invalidValue, "\(parameters.count) parameters cannot be summed up.",
                hint: "Name at most \(Self.parameterLimit).")
        }
        for (index, name) in parameters.enumerated() {
            guard 1...255 ~= name.utf8.count else {
                throw RouteDBError(
                    .invalidValue,
                    "The name of a parameter has \(NumberText.counted(name.utf8.count, "byte")).",
                    hint: "Give names of 1 to 255 bytes.")
            }
            guard !parameters[..<index].contains(name) else {
                throw RouteDBError(
                    .invalidValue, "The parameter '\(PlainText.shown(name))' is named twice.",
                    hint: "Name each once.")
            }
        }
        try await core.sumUp(parameters: parameters, time: time ?? SystemClock.now())
    }
}
