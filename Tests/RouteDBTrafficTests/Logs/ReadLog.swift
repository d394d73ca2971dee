import RouteDBRouting
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// A record with its texts, as tests compare it.
struct ReadLog: Equatable {
    var time: Int64?
    var url: String?
    var method: String?
    var referrer: String?
    var userAgent: String?
    var language: String?
    var principal: String?
    var address: String?
    var status: Int?
    var duration: Int64?
    var byteCount: Int64?
    var weight: Int64

    /// Reads a line that must be a record.
    init(_ text: String, _ format: LogFormat, options: LogOptions = LogOptions()) throws {
        let bytes = Array(text.utf8)
        var parser = LogLineParser(format, options: options)
        let line = bytes.span.bytes
        guard case .record(let record) = parser.parse(line) else {
            throw Refusal(text: "\(parser.parse(line))")
        }
        time = record.time
        url = parser.string(record.url, in: line)
        method = parser.string(record.method, in: line)
        referrer = parser.string(record.referrer, in: line)
        userAgent = parser.string(record.userAgent, in: line)
        language = parser.string(record.language, in: line)
        principal = parser.string(record.principal, in: line)
        address = parser.string(record.address, in: line)
        status = record.status.map { Int($0) }
        duration = record.duration
        byteCount = record.byteCount
        weight = record.weight
    }

    /// What a line is instead of a record.
    struct Refusal: Error {
        let text: String
    }

    /// Why a line is rejected; `nil` if it is not.
    static func reject(_ text: String, _ format: LogFormat) -> LogReject? {
        let bytes = Array(text.utf8)
        var parser = LogLineParser(format)
        guard case .rejected(let reject) = parser.parse(bytes.span.bytes) else { return nil }
        return reject
    }
}
