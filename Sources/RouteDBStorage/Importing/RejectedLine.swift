/// A line of a log that could not be kept, as the history has it.
package struct RejectedLine: Sendable {
    /// The id of the log, and the name of the file that it was last read from.
    package let log: Int64
    package let name: String
    package let reject: ImportReject
}
