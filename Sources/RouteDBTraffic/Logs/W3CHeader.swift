import RouteDBRouting

/// The `#Fields:` line of a log in the extended format of the W3C, as IIS and CloudFront write it: the
/// meaning of the fields of the lines below.
///
/// Sources: w3.org, "Extended Log File Format" (WD-logfile-960323); learn.microsoft.com, "W3C Logging";
/// docs.aws.amazon.com, "Standard log file fields" of CloudFront.
package struct W3CHeader: Hashable, Sendable {
    /// The beginning of the line.
    private static let mark: StaticString = "#Fields:"

    /// A field of a line.
    struct Field: Hashable, Sendable {
        /// The meaning of the field; `nil` if its name is unknown.
        let column: LogColumn?
        /// True if spaces in the field are written otherwise.
        let isEncoded: Bool
    }

    /// The fields in their order.
    let fields: [Field]
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
        fields = names.map { name in
            let column = Self.column(name, isTabbed: isTabbed, hasHost: hasHost)
            let isEncoded = column == .userAgent || (column == .referrer && isTabbed)
            return Field(column: column, isEncoded: isEncoded)
        }
        guard fields.contains(where: { $0.column?.isURL == true }) else { return nil }
    }

    private static func column(_ name: String, isTabbed: Bool, hasHost: Bool) -> LogColumn? {
        // The host that the client asked for, rather than that of the distribution.
        if name == "cs(host)", hasHost { return nil }
        if name == "time-taken" { return .duration(isTabbed ? .seconds : .milliseconds) }
        return LogColumn(name: name.utf8)
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
        for (place, field) in header.fields.enumerated() {
            guard offset <= line.byteCount else {
                throw LogReject(.fieldCount, at: line.byteCount)
            }
            let end = line.nearOffset(of: separator, from: offset)
            if place == header.fields.count &- 1, end < line.byteCount {
                throw LogReject(.fieldCount, at: end)
            }
            var text = LogText(offset..<end)
            offset = end &+ 1
            guard let column = field.column, !isDash(text, line) else { continue }
            if field.isEncoded {
                text = header.isTabbed ? unescaped(text, line) : spaced(text, line)
            }
            found.set(column, text)
        }
        try read(line, into: &record)
    }

    /// Returns a text whose spaces IIS has written as `+`.
    private mutating func spaced(_ text: LogText, _ line: RawSpan) -> LogText {
        let start = own.count
        own.append(contentsOf: line.extracting(text.range))
        // The buffer is written at its own indices, inside the closure only.
        unsafe own.withUnsafeMutableBufferPointer { bytes in
            for index in start..<bytes.count where unsafe bytes[index] == UInt8(ascii: "+") {
                unsafe bytes[index] = UInt8(ascii: " ")
            }
        }
        return LogText(start..<own.count, isOwn: true)
    }

    /// Returns a text whose spaces CloudFront has percent-encoded.
    private mutating func unescaped(_ text: LogText, _ line: RawSpan) -> LogText {
        let bytes = line.array(text.range)
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
