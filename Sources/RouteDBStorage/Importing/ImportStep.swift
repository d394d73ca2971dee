/// What is written at once of a log: lines that follow on those that were dealt with before.
package struct ImportStep: Sendable {
    /// Which log the lines belong to.
    package enum Log: Sendable {
        /// One that is known, and how many of its lines were dealt with.
        case known(Int64, lines: Int64)
        /// One that is met for the first time, and the newest log when it was looked for.
        case new(newest: Int64)
        /// One that begins with so many lines of another log, and is met for the first time.
        case branch(of: Int64, lines: Int64, newest: Int64)
    }

    /// The log.
    package var log: Log
    /// The name of the file that is read.
    package var name: String
    /// The digest of the log's first line.
    package var first: UInt64
    /// The digests of the lines; the first may be that of the last one before, now whole.
    package var digests: [UInt32] = []
    /// Whether the first digest is that of the last line before.
    package var replacesLast = false
    /// What became of the lines; a branch counts those of the other log as duplicate.
    package var counts = ImportCounts()
    /// How many bytes the log has up to here, with the ends of lines.
    package var bytes: Int64 = 0
    /// How many bytes the last line has, if it had no end.
    package var cut: Int?
    /// The lines that could not be kept.
    package var rejects: [ImportReject] = []
    /// The time, in microseconds since 1970-01-01T00:00:00Z.
    package var timeMicroseconds: Int64
    /// The run that reads the log; nil: of which nothing is kept.
    package var run: ImportRun?

    package init(_ log: Log, name: String, first: UInt64, timeMicroseconds: Int64) {
        self.log = log
        self.name = name
        self.first = first
        self.timeMicroseconds = timeMicroseconds
    }
}
