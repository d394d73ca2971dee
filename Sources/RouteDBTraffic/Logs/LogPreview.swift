package import RouteDBRouting

/// The first lines of a log as an import would read them.
package struct LogPreview: Sendable {
    /// A line, with its number from 1.
    package struct Line: Sendable {
        package let number: Int
        /// The fields that were found, by their names.
        package let fields: JSONObject
        /// Why the line is not a request; `nil` if it is one.
        package let reject: LogReject?
    }

    /// The format of the log.
    package let format: LogFormat
    /// Why the format was chosen; `nil` if it was given.
    package let reason: String?
    package let lines: [Line]

    /// The names of the fields, in their order.
    package static let fields = [
        "time", "method", "url", "status", "duration", "principal", "address", "referrer", "agent",
        "language",
    ]

    /// Reads the first lines that are no comments; `nil` if the format cannot be detected.
    package init?(
        _ log: inout LogLines, format name: String? = nil, options: LogOptions = LogOptions(),
        count: Int = 10
    ) {
        let first = log.firstLines()
        let detected = name == nil ? LogFormat.detect(first) : nil
        guard
            let format = name.map({ LogFormat(name: $0, lines: first) }) ?? detected?.format
        else { return nil }
        self.format = format
        reason = detected?.reason
        var parser = LogLineParser(format, options: options)
        var lines: [Line] = []
        for (index, bytes) in first.enumerated() where lines.count < count {
            let line = bytes.span.bytes
            switch parser.parse(line) {
            case .skipped: continue
            case .rejected(let reject):
                lines.append(Line(number: index + 1, fields: [:], reject: reject))
            case .record(let record):
                let fields = Self.object(record, parser, line)
                lines.append(Line(number: index + 1, fields: fields, reject: nil))
            }
        }
        self.lines = lines
    }

    /// The names of the fields that no line has; a host is part of the URL.
    package var missing: [String] {
        let requests = lines.filter { $0.reject == nil }
        guard !requests.isEmpty else { return [] }
        let hasHost = requests.contains { line in
            guard case .string(let url)? = line.fields["url"] else { return false }
            return url.contains("://")
        }
        return (hasHost ? [] : ["host"])
            + Self.fields.filter { name in requests.allSatisfy { $0.fields[name] == nil } }
    }

    private static func object(
        _ record: LogRecord, _ parser: LogLineParser, _ line: RawSpan
    ) -> JSONObject {
        func text(_ text: LogText) -> JSONValue? {
            parser.string(text, in: line).map(JSONValue.string)
        }
        var object = JSONObject()
        object["time"] = record.time.map { .string("\(Timestamp(microseconds: $0))") }
        object["method"] = text(record.method)
        object["url"] = text(record.url)
        object["status"] = record.status.map { .int(Int64($0)) }
        object["duration"] = record.duration.map(JSONValue.int)
        object["principal"] = text(record.principal)
        object["address"] = text(record.address)
        object["referrer"] = text(record.referrer)
        object["agent"] = text(record.userAgent)
        object["language"] = text(record.language)
        return object
    }
}
