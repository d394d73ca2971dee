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
    /// Whether the first digest replaces that of the last recorded line.
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
    /// The current time, in microseconds since 1970-01-01T00:00:00Z.
    package var timeMicroseconds: Int64
    /// The run that reads the log, or `nil` to record none.
    package var run: ImportRun?

    package init(_ log: Log, name: String, first: UInt64, timeMicroseconds: Int64) {
        self.log = log
        self.name = name
        self.first = first
        self.timeMicroseconds = timeMicroseconds
    }
}
