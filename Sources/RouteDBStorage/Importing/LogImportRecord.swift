public import RouteDBRouting

/// What a history says of a log that was imported into it, in one run or in several.
public struct LogImportRecord: Hashable, Sendable {
    /// One run that brought new lines of the log.
    public struct Run: Hashable, Sendable {
        /// When it began.
        public let started: Timestamp
        /// The name of the file that was read.
        public let name: String
        /// The name of the format of the lines.
        public let format: String
        /// How the log was imported, without what is usual; `Docs/log-import.md` lists the members.
        public let options: JSONObject
        /// How many lines became hits.
        public let imported: Int64
        /// How many lines an earlier run had dealt with.
        public let duplicate: Int64
        /// How many lines were rejected.
        public let rejected: Int64
        /// How many lines were blank, a comment, or a repeated header.
        public let skipped: Int64
        /// The time of the earliest hit; `nil` if there was none.
        public let first: Timestamp?
        /// The time of the latest hit; `nil` if there was none.
        public let last: Timestamp?
    }

    /// The id of the import, which its hits have as their source.
    public let id: Int64
    /// The name of the file that was read last.
    public let name: String
    /// When lines of it were imported last.
    public let importedAt: Timestamp
    /// How many lines became hits.
    public let imported: Int64
    /// How many lines are also in another log, and are its hits.
    public let duplicate: Int64
    /// How many lines were rejected.
    public let rejected: Int64
    /// How many lines were blank, a comment, or a repeated header.
    public let skipped: Int64
    /// How many of its hits were pruned since; of those that went before this was kept, none.
    public let pruned: Int64
    /// Whether it is being forgotten: that was begun, and is to be finished.
    public let isBeingForgotten: Bool
    /// The runs, the earliest first; none of before the history kept them.
    public let runs: [Run]

    /// How many lines the log has, without blank lines and comments.
    public var total: Int64 { imported + duplicate + rejected }

    /// The time of the earliest hit that a run imported; `nil` if that is not known.
    public var first: Timestamp? {
        areRunsWhole ? runs.compactMap(\.first).min(by: Self.precedes) : nil
    }

    /// The time of the latest hit that a run imported; `nil` if that is not known.
    public var last: Timestamp? {
        areRunsWhole ? runs.compactMap(\.last).max(by: Self.precedes) : nil
    }

    /// Whether all that was imported is some run's.
    private var areRunsWhole: Bool { runs.reduce(0) { $0 &+ $1.imported } == imported }

    private static func precedes(_ left: Timestamp, _ right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}
