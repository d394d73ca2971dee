package import RouteDBDatabase

/// An event in an open registry or its recorder, of which observers are told afterwards.
package enum RegistryEvent: Sendable {
    /// A registry was opened, with a table of this revision.
    case opened(path: String, revision: Int64)
    /// A registry was closed.
    case closed(path: String)
    /// A routing table was made and published.
    case rebuilt(TableRebuild)
    /// An edit made a revision.
    case edited(revision: Int64, message: String)
    /// A registry could not be brought up to date with its file; told when it begins, and when the
    /// reason changes.
    case refreshFailed(path: String, RouteDBError)
    /// A registry is up to date again.
    case refreshRecovered(path: String)
    /// How many revisions the file has that the routing table has not; told when it is counted.
    case lagged(revisions: Int64)
    /// A recorder wrote hits, or counted what it dropped.
    case recorded(RecordingProgress)
    /// A recorder's hits could not be written; told when it begins, and when the reason changes.
    case recordingFailed(path: String, RouteDBError)
    /// A recorder writes again.
    case recordingRecovered(path: String)
}

extension RouteDBError {
    /// Returns whether another error says the same, so that observers need not be told again.
    func isSameTrouble(as other: RouteDBError?) -> Bool {
        code == other?.code && message == other?.message
    }
}

/// How a routing table was made.
package struct TableRebuild: Sendable {
    /// The revision of the table.
    package let revision: Int64
    /// True if the whole registry was read, instead of what had changed.
    package let isFull: Bool
    /// How long it took to read and compile.
    package let duration: Duration
    /// The time zones that access rules use and the system does not have.
    package let missingZones: [String]
}

/// The progress of a recorder since it last told, and the hits that wait.
package struct RecordingProgress: Sendable {
    /// The path of the history.
    package let path: String
    /// The hits written.
    package let written: Int
    /// The hits dropped because the queue was full.
    package let dropped: Int
    /// The hits that wait now.
    package let queued: Int
}
