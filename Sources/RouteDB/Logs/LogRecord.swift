/// A request as one line of a log describes it.
///
/// Its texts are ranges; ``LogLineParser/withBytes(of:in:_:)`` gives access to their bytes.
package struct LogRecord: Equatable, Sendable {
    /// The time of the request, in microseconds since 1970 in UTC.
    package internal(set) var time: Int64?
    /// The URL as requested, with scheme and host if the host is known.
    package internal(set) var url = LogText.none
    /// The HTTP method.
    package internal(set) var method = LogText.none
    /// The page that linked to the URL.
    package internal(set) var referrer = LogText.none
    /// The user agent of the client.
    package internal(set) var userAgent = LogText.none
    /// The authenticated user.
    package internal(set) var principal = LogText.none
    /// The address of the client.
    package internal(set) var address = LogText.none
    /// The status code of the response.
    package internal(set) var status: UInt16?
    /// The duration of the request, in microseconds.
    package internal(set) var duration: Int64?
    /// The size of the response, in bytes.
    package internal(set) var byteCount: Int64?
    /// The number of requests that the line stands for, at least 1; more than 1 in a sampled log.
    package internal(set) var weight: Int64 = 1
}
