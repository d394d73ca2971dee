package import RouteDBRouting

/// The numbers of lines by what happened to them.
package struct ImportCounts: Sendable, Hashable {
    /// Lines whose requests became hits.
    package var imported: Int64 = 0
    /// Lines that were imported before.
    package var duplicate: Int64 = 0
    /// Lines that could not be imported.
    package var rejected: Int64 = 0
    /// Blank lines, comments, and repeated headers.
    package var skipped: Int64 = 0

    package init() {}

    /// The total number of lines.
    package var lines: Int64 { imported + duplicate + rejected + skipped }
}

/// The totals of an imported log from several tables, to be compared.
struct ImportTotals {
    let id: Int64
    let lines: Int64
    let imported: Int64
    let rejected: Int64
    /// The number of consecutive digests.
    let digests: Int64
    /// The number of stored rejected lines.
    let rejects: Int64
    /// The number of its hits recorded as pruned.
    let pruned: Int64
    /// The number of imported lines according to its runs.
    let runImported: Int64
    /// True if forgetting the import has begun.
    let isBeingForgotten: Bool
}

/// A run of an import over one log, as of one step.
package struct ImportRun: Sendable {
    /// The number of the run within the log, or `nil` before it has written anything.
    package var number: Int64?
    /// When the run began.
    package let startedAt: Timestamp
    /// The name of the format of the lines.
    package let format: String
    /// The options of the import: a JSON object in UTF-8.
    package let options: [UInt8]
    /// The number of lines so far that were imported before.
    package var duplicate: Int64 = 0
    /// The times of the earliest and the latest hit of the step, or `nil` without hits.
    package var times: ClosedRange<Int64>?

    package init(startedAt: Timestamp, format: String, options: [UInt8]) {
        (self.startedAt, self.format, self.options) = (startedAt, format, options)
    }
}

/// A log that the history knows.
package struct ImportedLog: Sendable {
    /// The id of the log, which is the source of its hits.
    package let id: Int64
    /// The number of lines recorded.
    package let lines: Int64
    /// The length of the last line, in bytes, if it was unterminated.
    package let cut: Int?
}

/// The lines of a log that are written at once, continuing after those already recorded.
package struct ImportStep: Sendable {
    /// The log that the lines belong to.
    package enum Log: Sendable {
        /// A known log, and the number of its lines recorded so far.
        case known(Int64, lines: Int64)
        /// A new log; `newest` is the newest log at the time of the lookup.
        case new(newest: Int64)
        /// A new log that begins with this many lines of another log.
        case branch(of: Int64, lines: Int64, newest: Int64)
    }

    /// The log.
    package var log: Log
    /// The name of the file being read.
    package var name: String
    /// The digest of the log's first line.
    package var first: UInt64
    /// The digests of the lines; the first may replace that of the last recorded line, now
    /// complete.
    package var digests: [UInt32] = []
    /// True if the first digest replaces that of the last recorded line.
    package var replacesLast = false
    /// The numbers of lines by what happened to them; a branch counts the other log's lines as
    /// duplicates.
    package var counts = ImportCounts()
    /// The length of the log up to here, in bytes, including line ends.
    package var bytes: Int64 = 0
    /// The length of the last line, in bytes, if it is unterminated.
    package var cut: Int?
    /// The rejected lines.
    package var rejects: [ImportReject] = []
    /// The current time.
    package var time: Timestamp
    /// The run that reads the log, or `nil` to record none.
    package var run: ImportRun?

    package init(_ log: Log, name: String, first: UInt64, time: Timestamp) {
        self.log = log
        self.name = name
        self.first = first
        self.time = time
    }
}
