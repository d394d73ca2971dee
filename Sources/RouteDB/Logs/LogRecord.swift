/// What one line of a log says about a request.
///
/// Its texts are places; ``LogLineParser/withBytes(of:in:_:)`` lends what stands there.
package struct LogRecord: Equatable, Sendable {
    /// The time of the request, in microseconds since 1970 in UTC.
    package internal(set) var time: Int64?
    /// The URL as requested, with scheme and host where the log has the host.
    package internal(set) var url = LogText.none
    /// The method.
    package internal(set) var method = LogText.none
    /// The page that the request came from.
    package internal(set) var referrer = LogText.none
    /// The name of the client's program.
    package internal(set) var userAgent = LogText.none
    /// The user that was logged in.
    package internal(set) var principal = LogText.none
    /// The address of the client.
    package internal(set) var address = LogText.none
    /// The status of the answer.
    package internal(set) var status: UInt16?
    /// How long the answer took, in microseconds.
    package internal(set) var duration: Int64?
    /// The size of the answer, in bytes.
    package internal(set) var byteCount: Int64?
    /// How many requests the line stands for, at least 1: the log may be a sample.
    package internal(set) var weight: Int64 = 1
}
