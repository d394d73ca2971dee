import RouteDBRouting

/// A log format in which each line is one request.
package enum LogFormat: Hashable, Sendable {
    /// `address ident user [time] "request" status bytes`, with optional further fields.
    case common
    /// The common format with referrer and user agent.
    case combined
    /// The common format, preceded by the virtual host and its port.
    case vhostCommon
    /// The combined format, preceded by the virtual host and its port.
    case vhostCombined
    /// JSON objects whose keys are the names of nginx variables.
    case nginx
    /// The access log of Caddy.
    case caddy
    /// The JSON access log of Traefik.
    case traefik
    /// JSON objects with keys such as `url` and `time`; see ``LogColumn``.
    case ndjson
    /// JSON objects whose fields are given by their paths.
    case fields(LogFieldPaths)
    /// Fields between texts, as a format string describes them.
    case template(LogTemplate)
    /// The extended format of the W3C, as IIS and CloudFront write it.
    case w3c(W3CHeader)
    /// Delimited text with a header.
    case delimited(DelimitedHeader)
    /// URLs, one a line.
    case urls

    /// The names of all formats.
    package static let names =
        ["common", "combined", "vhost-common", "vhost-combined", "nginx", "caddy", "traefik"]
        + LogTemplate.known.map(\.name) + ["w3c", "ndjson", "csv", "urls"]

    /// Returns whether a text is the name of a format, or describes one.
    package static func isFormat(_ text: String) -> Bool {
        names.contains(text) || LogFieldPaths(text) != nil
            || (try? LogTemplate(format: text)) != nil
    }

    /// The mistake in a format string, as a sentence; `nil` if the text is one without mistakes.
    package static func mistake(inString text: String) -> String? {
        do throws(LogFormatMistake) {
            _ = try LogTemplate(format: text)
            return nil
        } catch {
            return error.description
        }
    }

    /// The name of the format.
    package var name: String {
        switch self {
        case .common: "common"
        case .combined: "combined"
        case .vhostCommon: "vhost-common"
        case .vhostCombined: "vhost-combined"
        case .nginx: "nginx"
        case .caddy: "caddy"
        case .traefik: "traefik"
        case .ndjson: "ndjson"
        case .fields(let paths): paths.name
        case .template(let template): template.name
        case .w3c: "w3c"
        case .delimited: "csv"
        case .urls: "urls"
        }
    }

    /// Creates the format with a name, or that a text describes.
    package init?(name: String, lines: [[UInt8]]) {
        if name == "w3c" {
            let headers = lines.lazy.compactMap { W3CHeader($0.span.bytes) }
            guard let header = headers.first else { return nil }
            self = .w3c(header)
            return
        }
        if let paths = LogFieldPaths(name) {
            self = .fields(paths)
            return
        }
        if let template = LogTemplate.known.first(where: { $0.name == name })
            ?? (try? LogTemplate(format: name))
        {
            self = .template(template)
            return
        }
        if name == "csv" {
            guard let line = Self.contents(of: lines).first,
                let header = DelimitedHeader(line)
            else { return nil }
            self = .delimited(header)
            return
        }
        let plain: [LogFormat] = [
            .common, .combined, .vhostCommon, .vhostCombined, .nginx, .caddy, .traefik, .ndjson,
            .urls,
        ]
        guard let format = plain.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    /// Returns the format with a name, or that a text describes; of lines alone, the one that they have.
    static func found(_ name: String?, in lines: [[UInt8]]) -> LogFormat? {
        guard let name else { return detect(lines)?.format }
        return LogFormat(name: name, lines: lines)
    }

    /// The unit of durations where neither the name nor the text implies one; `nil` to apply rule 5
    /// of the server formats.
    var durationUnit: DurationUnit? {
        switch self {
        case .nginx, .caddy: .seconds
        case .traefik: .nanoseconds
        default: nil
        }
    }
}

/// A unit of durations in a log.
public enum DurationUnit: String, CaseIterable, Sendable {
    /// Seconds, as nginx writes them.
    case seconds
    /// Thousandths of a second.
    case milliseconds
    /// Millionths of a second, as Apache writes them.
    case microseconds
    /// Billionths of a second, as Traefik writes them.
    case nanoseconds

    /// The length of the unit in nanoseconds.
    private var nanoseconds: Double {
        switch self {
        case .seconds: 1e9
        case .milliseconds: 1e6
        case .microseconds: 1e3
        case .nanoseconds: 1
        }
    }

    /// Returns a duration in microseconds; `nil` if it is negative or out of range.
    func microseconds(_ number: Double) -> Int64? {
        let duration = (number * nanoseconds / 1e3).rounded()
        return duration >= 0 ? Int64(exactly: duration) : nil
    }

    /// Parses the unit after a number, such as the `ms` of `12ms`.
    init?(suffix: some Collection<UInt8>) {
        switch String(decoding: suffix, as: UTF8.self) {
        case "s": self = .seconds
        case "ms": self = .milliseconds
        case "us", "µs": self = .microseconds
        case "ns": self = .nanoseconds
        default: return nil
        }
    }
}

/// A detected log format, with the reason.
package struct DetectedLogFormat: Equatable, Sendable {
    /// The format.
    package let format: LogFormat
    /// The reason, such as `9 of the first 10 lines match`.
    package let reason: String
}

extension LogFormat {
    /// Detects the format of a log: the one that most of its first lines match.
    ///
    /// Blank lines and comments are ignored. A first line that names columns, including one for
    /// URLs, is the header of delimited text.
    package static func detect(_ lines: [[UInt8]]) -> DetectedLogFormat? {
        let lines = contents(of: lines.map(withoutMark)).map(bare)
        if let header = lines.lazy.compactMap({ W3CHeader($0.span.bytes) }).first {
            return DetectedLogFormat(format: .w3c(header), reason: "a line names the fields")
        }
        if let first = lines.first, let header = DelimitedHeader(first) {
            return DetectedLogFormat(
                format: .delimited(header), reason: "the first line is a header")
        }
        var votes: [(format: LogFormat, count: Int)] = []
        for line in lines {
            guard let format = format(of: line) else { continue }
            if let index = votes.firstIndex(where: { $0.format == format }) {
                votes[index].count += 1
            } else {
                votes.append((format, 1))
            }
        }
        // Of formats with equal counts, take the one seen first.
        guard let best = votes.reversed().max(by: { $0.count < $1.count }) else { return nil }
        let reason =
            lines.count == 1
            ? "the first line matches"
            : "\(best.count) of the first \(lines.count) lines \(best.count == 1 ? "matches" : "match")"
        return DetectedLogFormat(format: best.format, reason: reason)
    }

    private static func withoutMark(_ line: [UInt8]) -> [UInt8] {
        Array(line[LogLineParser.start(of: line.span.bytes)...])
    }

    /// Returns the lines that are neither blank nor comments.
    private static func contents(of lines: [[UInt8]]) -> [[UInt8]] {
        lines.filter { !LogLineParser.isIdle($0.span.bytes) }
    }

    /// Returns what the envelope of a line contains.
    private static func bare(_ line: [UInt8]) -> [UInt8] {
        if let start = LogEnvelope.prefix(of: line.span.bytes) { return Array(line[start...]) }
        return LogEnvelope.content(of: line.span.bytes) ?? line
    }

    private static func format(of line: [UInt8]) -> LogFormat? {
        if line.first(where: { !$0.isBlank }) == UInt8(ascii: "{") { return objectFormat(of: line) }
        // The most specific first: a line with a virtual host can be parsed as one without whose
        // user name contains a space, and a combined line as a common one with extra fields.
        for format in [vhostCombined, combined, vhostCommon, common] {
            var parser = LogLineParser(format)
            guard case .record(let record) = parser.parse(line.span.bytes) else { continue }
            if !parser.hasVhost || !record.address.isEmpty { return format }
        }
        for template in LogTemplate.known {
            var parser = LogLineParser(.template(template))
            if case .record = parser.parse(line.span.bytes) { return .template(template) }
        }
        return isURL(line) ? .urls : nil
    }

    private static func objectFormat(of line: [UInt8]) -> LogFormat? {
        guard case .object(let object)? = try? JSONValue(parsing: line) else { return nil }
        if case .object? = object["request"] { return .caddy }
        if object["RequestPath"] != nil || object["DownstreamStatus"] != nil { return .traefik }
        let variables = [
            "request_uri", "request_time", "body_bytes_sent", "http_user_agent", "time_iso8601",
            "time_local", "msec", "remote_addr",
        ]
        if variables.count(where: { object[$0] != nil }) > 1 { return .nginx }
        let nested = LogLineParser.containers.compactMap { object[$0] }
        let hasURL = (nested + [.object(object)]).contains { value in
            guard case .object(let object) = value else { return false }
            return object.members.contains { LogColumn(name: $0.key.utf8)?.isURL == true }
        }
        return hasURL ? .ndjson : nil
    }

    /// Returns whether a line is a path or begins with a scheme, and contains no space.
    private static func isURL(_ line: [UInt8]) -> Bool {
        let words = line.split(whereSeparator: \.isBlank)
        guard words.count == 1, let url = words.first, let first = url.first else { return false }
        if first == UInt8(ascii: "/") { return true }
        let scheme = url.prefix { $0 != UInt8(ascii: ":") }
        return scheme.count < url.count && first.isASCIILetter
            && scheme.allSatisfy { $0.isASCIILetter || $0 &- 0x30 < 10 || "+.-".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
