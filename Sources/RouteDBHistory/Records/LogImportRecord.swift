package import RouteDBDatabase
public import RouteDBRouting

/// A log that was imported into a history, in one or several runs.
public struct LogImportRecord: Hashable, Sendable {
    /// A run that imported new lines of the log.
    public struct Run: Hashable, Sendable {
        /// When the run began.
        public let started: Timestamp
        /// The name of the file that was read.
        public let name: String
        /// The name of the format of the lines.
        public let format: String
        /// The options of the import that differ from the defaults; `Docs/log-import.md` lists the
        /// members.
        public let options: JSONObject
        /// The number of lines that became hits.
        public let imported: Int64
        /// The number of lines that an earlier run had imported.
        public let duplicate: Int64
        /// The number of rejected lines.
        public let rejected: Int64
        /// The number of lines that were blank, a comment, or a repeated header.
        public let skipped: Int64
        /// The time of the earliest hit; `nil` if there was none.
        public let first: Timestamp?
        /// The time of the latest hit; `nil` if there was none.
        public let last: Timestamp?
    }

    /// The id of the import, which is the source of its hits.
    public let id: Int64
    /// The identity of the import, 32 hexadecimal digits, which copies of the history share, and no other
    /// import has.
    public let identity: String
    /// The name of the file that was read last.
    public let name: String
    /// When lines of the log were last imported.
    public let importedAt: Timestamp
    /// The number of lines that became hits.
    public let imported: Int64
    /// The number of lines that another log has in common with this one, and whose hits belong to
    /// it.
    public let duplicate: Int64
    /// The number of rejected lines.
    public let rejected: Int64
    /// The number of lines that were blank, a comment, or a repeated header.
    public let skipped: Int64
    /// The number of hits that were pruned since.
    public let pruned: Int64
    /// True if forgetting the import has begun but is not complete.
    public let isBeingForgotten: Bool
    /// The runs, oldest first.
    public let runs: [Run]

    /// The number of lines, without blank lines and comments.
    public var total: Int64 { imported + duplicate + rejected }

    /// The time of the earliest hit of all runs; `nil` if there was none.
    public var first: Timestamp? { runs.compactMap(\.first).min() }

    /// The time of the latest hit of all runs; `nil` if there was none.
    public var last: Timestamp? { runs.compactMap(\.last).max() }
}

/// A line of a log that could not be imported.
package struct ImportReject: Sendable, Hashable {
    /// The number of bytes of a line that are stored.
    package static let keptBytes = 4_096

    /// The number of the line, from 1.
    package let line: Int64
    /// The offset of its first byte in the decompressed log.
    package let offset: Int64
    /// Why the line was rejected.
    package let reason: String
    /// The offset of the problem in the line, in bytes.
    package let place: Int
    /// The line, truncated if it is long.
    package let text: [UInt8]

    package init(line: Int64, offset: Int64, reason: String, place: Int, text: [UInt8]) {
        self.line = line
        self.offset = offset
        self.reason = reason
        self.place = place
        self.text = text
    }
}

/// A rejected line of a log, as stored in the history.
package struct RejectedLine: Sendable {
    /// The id of the log, and the name of the file from which it was last read.
    package let log: Int64
    package let name: String
    package let reject: ImportReject
}

extension [LogImportRecord] {
    /// Returns the import with a number.
    package func numbered(_ number: String) throws(RouteDBError) -> LogImportRecord {
        if let found = first(where: { "\($0.id)" == number }) { return found }
        throw RouteDBError(noImport: Int64(number) == nil ? number.excerpt : number)
    }
}

extension RouteDBError {
    /// Creates the error for an import that does not exist, or not any more.
    init(noImport number: String, isForgotten: Bool = false) {
        self.init(
            .importNotFound,
            isForgotten
                ? "Import \(number) has already been forgotten."
                : "There is no import \(number).",
            hint: "`routedb hits imports` lists all imports.")
    }
}
