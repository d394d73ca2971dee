public import RouteDB
public import RouteDBDatabase
public import RouteDBHistory
public import RouteDBRouting

/// A line of a log that could not be imported.
public struct LogRejection: Sendable {
    /// The name of the log, such as the path of its file.
    public let name: String
    /// The id of the log in the history; `nil` if none of its lines was written yet.
    public let log: Int64?
    /// The number of the line, from 1.
    public let line: Int64
    /// The offset of the line's first byte in the decompressed log.
    public let offset: Int64
    /// Why the line was rejected.
    public let reason: String
    /// The offset of the mistake in the line, in bytes.
    public let place: Int
    /// The bytes of the line without its line ending, cut after 1 MiB.
    ///
    /// Empty if the log is imported with privacy rules.
    public let text: [UInt8]
}

/// The result of importing a log.
///
/// `total = imported + duplicate + rejected` always holds.
public struct LogImportReport: Sendable {
    /// A reason for which lines were rejected.
    public struct RejectionReason: Hashable, Sendable {
        /// The reason, without what differs from line to line.
        public let reason: String
        /// The number of lines.
        public internal(set) var count: Int64
        /// The numbers of the first lines, from 1; at most five.
        public internal(set) var lines: [Int64]
    }

    /// The name of the log, such as the path of its file.
    public let name: String

    /// The id of the log in the history, which its hits carry as their source; `nil` if none of its
    /// lines was ever imported.
    public internal(set) var log: Int64?

    /// The format of the log; `nil` if it has no lines to detect it from.
    public internal(set) var format: String?

    /// The number of lines imported as hits.
    public internal(set) var imported: Int64 = 0

    /// The number of lines that an earlier import had already processed.
    public internal(set) var duplicate: Int64 = 0

    /// The number of lines that could not be imported; the history keeps them with the reasons.
    public internal(set) var rejected: Int64 = 0

    /// The reasons for which lines were rejected, in the order of their first lines.
    public internal(set) var rejectionReasons: [RejectionReason] = []

    /// The number of blank lines, comments and repeated headers, which ``total`` does not include.
    public internal(set) var skipped: Int64 = 0

    /// The counts, indexed by the raw values of ``HitOutcome``.
    private var outcomeCounts = [Int64](repeating: 0, count: 6)

    /// The outcomes of the imported requests; empty if they were not resolved.
    public var outcomes: [ResolutionOutcome: Int64] {
        var outcomes: [Resolution.Outcome: Int64] = [:]
        for outcome in Resolution.Outcome.allCases {
            let count = outcomeCounts[Int(HitOutcome(outcome).rawValue)]
            if count > 0 { outcomes[outcome] = count }
        }
        return outcomes
    }

    /// A warning that requests have no hosts although routes are bound to hosts.
    public internal(set) var hostWarning: LogHostWarning?

    /// The last earlier run that imported lines of this log with other options or in another
    /// format.
    ///
    /// Its hits are unchanged. To replace them, forget that import and import the log again.
    public internal(set) var earlierRun: LogImportRecord.Run?

    /// True if the last line has no line ending yet and is left to the next import.
    public internal(set) var hasWaitingLine = false

    /// True if the caller stopped the import before the end of the log.
    public internal(set) var isStopped = false

    /// Why the log could not be read to its end; the lines before that point are imported.
    public internal(set) var failure: RouteDBError?

    package init(name: String) { self.name = name }

    /// The number of lines, excluding blank lines and comments.
    public var total: Int64 { imported + duplicate + rejected }

    /// Counts a rejected line.
    mutating func countRejection(_ reason: String, line: Int64) {
        rejected += 1
        add(RejectionReason(reason: reason, count: 1, lines: [line]))
    }

    private mutating func add(_ reason: RejectionReason) {
        guard let index = rejectionReasons.firstIndex(where: { $0.reason == reason.reason }) else {
            return rejectionReasons.append(reason)
        }
        rejectionReasons[index].count += reason.count
        let rest = 5 - rejectionReasons[index].lines.count
        if rest > 0 { rejectionReasons[index].lines += reason.lines.prefix(rest) }
    }

    /// Counts the outcome of a request.
    mutating func count(_ outcome: HitOutcome) { outcomeCounts[Int(outcome.rawValue)] += 1 }

    /// Adds the report on more lines of a log with the same name.
    mutating func add(_ other: LogImportReport) {
        log = other.log ?? log
        format = other.format ?? format
        imported += other.imported
        duplicate += other.duplicate
        rejected += other.rejected
        for reason in other.rejectionReasons { add(reason) }
        skipped += other.skipped
        for index in outcomeCounts.indices { outcomeCounts[index] += other.outcomeCounts[index] }
        hostWarning = hostWarning ?? other.hostWarning
        earlierRun = earlierRun ?? other.earlierRun
        hasWaitingLine = other.hasWaitingLine
        isStopped = other.isStopped
        failure = other.failure
    }
}

extension HitHistory {
    /// Returns the imports in the history, oldest first, with their options and results.
    ///
    /// - Returns: The imports. Forgotten imports are not included.
    /// - Throws: `RouteDBError` with the code `closed`, `busy`, `corrupt` or `storageFailure`.
    public func imports() async throws(RouteDBError) -> [LogImportRecord] {
        try await read { reader throws(RouteDBError) in try reader.imports() }
    }

    /// Returns the imports that ``forget(imports:time:)`` would remove, without
    /// removing them.
    ///
    /// - Parameter ids: The ids of the imports.
    /// - Returns: The imports.
    /// - Throws: `RouteDBError` with the same codes as ``forget(imports:time:)``.
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
    /// their rejected lines. The logs can be imported again. Two things remain: ids are not
    /// reused, and the list of prunings keeps its counts.
    ///
    /// Other processes can keep writing: the removal runs in short transactions. If it fails or the
    /// process is killed, the file stays consistent; call the method again to finish. Until then
    /// the logs cannot be imported.
    ///
    /// - Parameters:
    ///   - ids: The ids of the imports.
    ///   - time: The current time; `nil` for that of the system.
    /// - Returns: What was removed.
    /// - Throws: `RouteDBError` with the code `importNotFound`; `importShared` if another log
    ///   begins with the same lines and its hits were stored by this import; `closed`, `busy`,
    ///   `full`, `permissionDenied`, `readOnly`, `corrupt` or `storageFailure`.
    @discardableResult
    public func forget(
        imports ids: Set<Int64>, time: Timestamp? = nil
    ) async throws(RouteDBError) -> ForgottenImports {
        try await core.forget(ids, time: time ?? SystemClock.now())
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
