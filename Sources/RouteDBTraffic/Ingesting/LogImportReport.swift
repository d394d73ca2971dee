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

    /// The number of blank lines, comments and repeated headers, which ``total`` does not include.
    public internal(set) var skipped: Int64 = 0

    /// The counts, indexed by the raw values of ``HitOutcome``.
    private var outcomeCounts = [Int64](repeating: 0, count: 6)

    /// The outcomes of the imported requests; empty if they were not resolved.
    public var outcomes: [Resolution.Outcome: Int64] {
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

    /// Whether the last line has no line ending yet and is left to the next import.
    public internal(set) var hasWaitingLine = false

    /// Whether the caller stopped the import before the end of the log.
    public internal(set) var isStopped = false

    /// Why the log could not be read to its end; the lines before that point are imported.
    public internal(set) var failure: RouteDBError?

    package init(name: String) { self.name = name }

    /// The number of lines, excluding blank lines and comments.
    public var total: Int64 { imported + duplicate + rejected }

    /// Counts the outcome of a request.
    mutating func count(_ outcome: HitOutcome) { outcomeCounts[Int(outcome.rawValue)] += 1 }

    /// Adds the report on more lines of a log with the same name.
    mutating func add(_ other: LogImportReport) {
        log = other.log ?? log
        format = other.format ?? format
        imported += other.imported
        duplicate += other.duplicate
        rejected += other.rejected
        skipped += other.skipped
        for index in outcomeCounts.indices { outcomeCounts[index] += other.outcomeCounts[index] }
        hostWarning = hostWarning ?? other.hostWarning
        earlierRun = earlierRun ?? other.earlierRun
        hasWaitingLine = other.hasWaitingLine
        isStopped = other.isStopped
        failure = other.failure
    }
}
