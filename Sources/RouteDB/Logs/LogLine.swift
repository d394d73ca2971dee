/// The result of parsing a line of a log.
package enum LogLine: Equatable, Sendable {
    /// A request.
    case record(LogRecord)
    /// A blank line, a comment, or a repeated header.
    case skipped
    /// A line that cannot be imported.
    case rejected(LogReject)
}
