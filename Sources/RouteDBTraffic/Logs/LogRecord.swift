package import RouteDBHistory

/// A request as one line of a log describes it.
///
/// Its texts are ranges; ``LogLineParser/withBytes(of:in:_:)`` gives access to their bytes.
package struct LogRecord: Equatable, Sendable {
    /// The time of the request, in microseconds since 1970 in UTC.
    package internal(set) var time: Int64?
    /// The URL as requested, with scheme and host if the host is known.
    package internal(set) var url = LogText.none
    /// The HTTP method, or another kind of route that was wanted.
    package internal(set) var method = LogText.none
    /// The other properties of the request that decided, as ``ResolutionRequest.Attributes`` in JSON.
    package internal(set) var attributes = LogText.none
    /// The page that linked to the URL.
    package internal(set) var referrer = LogText.none
    /// The user agent of the client.
    package internal(set) var userAgent = LogText.none
    /// The client, where an exported hit tells it; elsewhere the user agent does.
    package internal(set) var client: HitClient?
    /// The languages that the client prefers, as the header field `Accept-Language` has them.
    package internal(set) var language = LogText.none
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

/// Why and where a line of a log could not be parsed.
package struct LogReject: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake, as a text that is stable across versions.
    package enum Reason: String, CaseIterable, Sendable {
        case tooLong = "the line is too long"
        case notThisFormat = "the line is not in this format"
        case noRequest = "the line has no request"
        case notHTTP = "the request is not HTTP"
        case noPath = "the request has no path"
        case badTime = "the time cannot be read"
        case badNumber = "the number cannot be read"
        case unclosedQuote = "a quote is not closed"
        case notJSON = "the line is not a JSON object"
        case noURL = "the line has no URL"
        case fieldCount = "the number of fields differs from the header"
        case controlCharacter = "the URL contains control characters"
    }

    /// The reason for the rejection.
    package let reason: Reason
    /// The offset of the mistake, in bytes from the start of the line.
    package let offset: Int
    /// Details from a nested parser, such as the one for JSON.
    package let detail: String?

    /// Creates a reject.
    package init(_ reason: Reason, at offset: Int, detail: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    /// The reason and place, such as `the time cannot be read, at byte 15`.
    package var description: String {
        let detail = detail.map { ": \($0)" } ?? ""
        return "\(reason.rawValue)\(detail), at byte \(offset)"
    }
}

/// The result of parsing a line of a log.
package enum LogLine: Equatable, Sendable {
    /// A request.
    case record(LogRecord)
    /// A blank line, a comment, or a repeated header.
    case skipped
    /// A line that cannot be imported.
    case rejected(LogReject)
}

/// Values that a log does not contain but its parser needs.
package struct LogOptions: Equatable, Sendable {
    /// The scheme of requests whose log contains a host, but no scheme and no port that implies
    /// one.
    package var scheme: [UInt8]
    /// The host, optionally with a port, of requests whose log contains none; `nil` to keep such
    /// URLs as paths.
    package var host: [UInt8]?
    /// The unit of durations; `nil` for the default of the format.
    package var durationUnit: DurationUnit?

    /// Creates options.
    package init(
        scheme: String = "https", host: String? = nil, durationUnit: DurationUnit? = nil
    ) {
        self.scheme = Array(scheme.utf8)
        self.host = host.map { Array($0.utf8) }
        self.durationUnit = durationUnit
    }
}
