import RouteDBRouting

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
    ///
    /// - Returns: The format, or `nil` if no line matches any format.
    package static func detect(_ lines: [[UInt8]]) -> DetectedLogFormat? {
        let lines = contents(of: lines.map(withoutMark))
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
        return DetectedLogFormat(
            format: best.format,
            reason: "\(best.count) of the first \(lines.count) lines match")
    }

    private static func withoutMark(_ line: [UInt8]) -> [UInt8] {
        Array(line[LogLineParser.start(of: line.span.bytes)...])
    }

    /// Returns the lines that are neither blank nor comments.
    static func contents(of lines: [[UInt8]]) -> [[UInt8]] {
        lines.filter { line in
            guard let first = line.first(where: { !$0.isBlank }) else { return false }
            return first != UInt8(ascii: "#")
        }
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
        let names = object.members.compactMap { LogColumn(name: Array($0.key.utf8)) }
        return names.contains(where: \.isURL) ? .ndjson : nil
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
