import RouteDBRouting

/// The `#Fields:` line of a log in the extended format of the W3C, as IIS and CloudFront write it: the
/// meaning of the fields of the lines below.
///
/// Sources: w3.org, "Extended Log File Format" (WD-logfile-960323); learn.microsoft.com, "W3C Logging";
/// docs.aws.amazon.com, "Standard log file fields" of CloudFront.
package struct W3CHeader: Hashable, Sendable {
    /// The beginning of the line.
    private static let mark: StaticString = "#Fields:"

    /// The meaning of each field; `nil` if its name is unknown.
    let columns: [LogColumn?]
    /// True if fields stand between tabs, as CloudFront writes them; `false` if between spaces.
    let isTabbed: Bool

    /// Reads a line; `nil` if it is none, or no field holds a URL.
    init?(_ line: RawSpan) {
        let start = LogLineParser.start(of: line)
        guard line.has(Self.mark, at: start) else { return nil }
        let names = line.array(start + Self.mark.utf8CodeUnitCount..<line.byteCount)
            .split { $0.isBlank }.map { String(decoding: $0, as: UTF8.self).lowercased() }
        // Only CloudFront names the place that answered; it measures in seconds.
        isTabbed = names.contains("x-edge-location")
        let hasHost = names.contains("x-host-header")
        let isTabbed = isTabbed
        columns = names.map { name in
            // The host that the client asked for, rather than that of the distribution.
            if name == "cs(host)", hasHost { return nil }
            if name == "time-taken" { return .duration(isTabbed ? .seconds : .milliseconds) }
            return LogColumn(name: name.utf8)
        }
        guard columns.contains(where: { $0?.isURL == true }) else { return nil }
    }

    /// Returns whether a line names the fields.
    static func isHeader(_ line: RawSpan) -> Bool {
        line.has(mark, at: LogLineParser.start(of: line))
    }
}

extension LogLineParser {
    /// Parses a line below a `#Fields:` line.
    mutating func parseW3C(
        _ line: RawSpan, _ header: W3CHeader, into record: inout LogRecord
    ) throws(LogReject) {
        let separator = UInt8(ascii: header.isTabbed ? "\t" : " ")
        var offset = Self.start(of: line)
        for (place, column) in header.columns.enumerated() {
            guard offset <= line.byteCount else {
                throw LogReject(.fieldCount, at: line.byteCount)
            }
            let end = line.offset(of: separator, from: offset)
            if place == header.columns.count - 1, end < line.byteCount {
                throw LogReject(.fieldCount, at: end)
            }
            var text = LogText(offset..<end)
            offset = end &+ 1
            let isDash = text.range.count == 1 && line.has("-", at: text.range.lowerBound)
            guard let column, !isDash else { continue }
            if column == .userAgent || (column == .referrer && header.isTabbed) {
                text = decoded(text, line, header)
            }
            found.set(column, text)
        }
        try read(line, into: &record)
    }

    /// Returns a text whose spaces were written as `+` by IIS, or with escapes by CloudFront.
    private mutating func decoded(
        _ text: LogText, _ line: RawSpan, _ header: W3CHeader
    ) -> LogText {
        let bytes = line.array(text.range)
        guard header.isTabbed else {
            return keep(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
        }
        guard bytes.contains(UInt8(ascii: "%")) else { return text }
        var plain: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = bytes[place + 1].hexadecimalValue,
                let low = bytes[place + 2].hexadecimalValue
            {
                plain.append(high << 4 | low)
                place += 3
            } else {
                plain.append(bytes[place])
                place += 1
            }
        }
        return keep(plain)
    }
}
