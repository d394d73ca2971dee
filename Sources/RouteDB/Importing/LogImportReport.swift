public import RouteDBRouting
public import RouteDBStorage

/// What became of the lines of a log.
///
/// `total = imported + duplicate + rejected`, always.
public struct LogImportReport: Sendable {
    /// The name of the log, such as the path of its file.
    public let name: String

    /// The id of the log in the history, which its hits have as their source; `nil` if nothing of
    /// it was ever imported.
    public internal(set) var log: Int64?

    /// The format of its lines; `nil` if there were none to tell it from.
    public internal(set) var format: String?

    /// How many lines became hits.
    public internal(set) var imported: Int64 = 0

    /// How many lines an earlier import has dealt with.
    public internal(set) var duplicate: Int64 = 0

    /// How many lines say nothing that could be kept; the history has them with their reasons.
    public internal(set) var rejected: Int64 = 0

    /// How many lines are blank, a comment, or a repeated header; they do not count in the total.
    public internal(set) var skipped: Int64 = 0

    /// By the numbers of ``HitOutcome``.
    private var outcomeCounts = [Int64](repeating: 0, count: 6)

    /// What the imported requests came to; empty if they were not resolved.
    public var outcomes: [Resolution.Outcome: Int64] {
        var outcomes: [Resolution.Outcome: Int64] = [:]
        for outcome in Resolution.Outcome.allCases {
            let count = outcomeCounts[Int(HitOutcome(outcome).rawValue)]
            if count > 0 { outcomes[outcome] = count }
        }
        return outcomes
    }

    /// That requests have no hosts, where routes are only reached with one.
    public internal(set) var hostWarning: LogHostWarning?

    /// The last run that imported lines of the log before, with other options or another format.
    ///
    /// Its lines stay as they are. Forgetting the import takes them back.
    public internal(set) var earlierRun: LogImportRecord.Run?

    /// Whether the last line has no end yet, and waits for the next import.
    public internal(set) var hasWaitingLine = false

    /// Whether the caller stopped the import before the end.
    public internal(set) var isStopped = false

    /// Why the log could not be read to its end; what was read before is imported.
    public internal(set) var failure: RouteDBError?

    package init(name: String) { self.name = name }

    /// How many lines there were, without blank lines and comments.
    public var total: Int64 { imported + duplicate + rejected }

    /// Counts what a request came to.
    mutating func count(_ outcome: HitOutcome) { outcomeCounts[Int(outcome.rawValue)] += 1 }

    /// Takes what became of more lines of a log with the same name.
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
