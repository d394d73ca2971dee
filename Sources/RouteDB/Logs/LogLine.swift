/// What a line of a log is.
package enum LogLine: Equatable, Sendable {
    /// A request.
    case record(LogRecord)
    /// A blank line, a comment, or a repeated header.
    case skipped
    /// A line that says nothing which could be kept.
    case rejected(LogReject)
}
