/// A rejected line of a log, as stored in the history.
package struct RejectedLine: Sendable {
    /// The id of the log, and the name of the file from which it was last read.
    package let log: Int64
    package let name: String
    package let reject: ImportReject
}
