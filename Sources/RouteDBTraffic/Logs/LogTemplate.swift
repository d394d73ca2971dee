import RouteDBRouting

/// A format of lines in which fields stand between fixed texts.
///
/// 1. A field ends before the first place of the text behind it. The last one ends at a space, if it is one
///    word, and what follows is ignored.
/// 2. A field between quotes may have the escapes of the server formats. It ends at a quote that is
///    followed by the rest of the text behind it, or at one that ends the line.
/// 3. `-` stands for an absent value.
package struct LogTemplate: Hashable, Sendable {
    /// A field, and the text behind it.
    struct Field: Hashable, Sendable {
        /// The meaning of the field; `nil` if it is ignored.
        let column: LogColumn?
        /// The text behind the field, as a range of ``LogTemplate/text``; empty for the last one.
        let end: Range<Int>
        /// True if the field stands between quotes.
        let isQuoted: Bool
    }

    /// The name of the format, or the text that describes it.
    package let name: String
    /// The texts before, between and behind the fields, one after the other.
    let text: [UInt8]
    /// The number of bytes before the first field.
    let start: Int
    let fields: [Field]

    /// Creates a template of fields, each with the text before it, and of the text behind the last one;
    /// `nil` if no field holds a URL, or no text is between two fields.
    init?(name: String, _ parts: [(before: String, column: LogColumn?)], end: String) {
        guard let first = parts.first, parts.contains(where: { $0.column?.isURL == true }) else {
            return nil
        }
        let ends = parts.dropFirst().map(\.before) + [end]
        guard ends.dropLast().allSatisfy({ !$0.isEmpty }) else { return nil }
        self.name = name
        var text = Array(first.before.utf8)
        start = text.count
        var fields: [Field] = []
        for (part, end) in zip(parts, ends) {
            let place = text.count
            text += end.utf8
            let isQuoted = part.before.last == "\"" && end.first == "\""
            fields.append(
                Field(column: part.column, end: place..<text.count, isQuoted: isQuoted))
        }
        (self.text, self.fields) = (text, fields)
    }

    /// The formats of servers and balancers that are not configured otherwise, with the pages that
    /// describe them.
    static let known: [LogTemplate] = [
        // docs.aws.amazon.com: "Access log entries" of Application Load Balancers
        known(
            "alb",
            #"$_ $time $_ $remote_addr:$_ $_ $_ $duration_s $_ $status $_ $_ $bytes_sent "$request" "$http_user_agent" $_"#
        ),
        // docs.haproxy.org, configuration manual, "HTTP log format"
        known(
            "haproxy",
            #"$remote_addr:$_ [$time] $_ $_/$_ $_/$_/$_/$_/$duration_ms $status $bytes_sent $_ "$request""#
        ),
        // www.envoyproxy.io, "Access logging", the default format string
        known(
            "envoy",
            #"[$time] "$request" $status $_ $_ $bytes_sent $duration_ms $_ "$_" "$http_user_agent" "$_" "$host" $_"#
        ),
        // istio.io, "Envoy Access Logs", the default format of a mesh
        known(
            "istio",
            #"[$time] "$request" $status $_ $_ $_ "$_" $_ $bytes_sent $duration_ms $_ "$_" "$http_user_agent" "$_" "$host" $_"#
        ),
    ].compactMap(\.self)

    private static func known(_ name: String, _ format: String) -> LogTemplate? {
        LogFormatString(format).flatMap { LogTemplate(name: name, $0.parts, end: $0.end) }
    }

    /// Creates the template that a format string of nginx, Apache or GoAccess describes; `nil` if the text
    /// is none, or none with a URL.
    package init?(format: String) {
        guard let string = LogFormatString(format) else { return nil }
        self.init(name: format, string.parts, end: string.end)
    }
}

extension LogLineParser {
    /// Parses a line of a template.
    mutating func parseTemplate(
        _ line: RawSpan, _ template: LogTemplate, into record: inout LogRecord
    ) throws(LogReject) {
        let texts = template.text.span.bytes
        var offset = Self.start(of: line)
        guard line.has(texts.extracting(0..<template.start), at: offset) else {
            throw LogReject(.notThisFormat, at: offset)
        }
        offset &+= template.start
        for field in template.fields {
            let end = texts.extracting(field.end)
            let text =
                field.isQuoted
                ? try quotedField(line, &offset, before: end)
                : try plainField(line, &offset, field.column, before: end)
            guard let column = field.column else { continue }
            let isDash = withBytes(of: text, in: line) { $0.byteCount == 1 && $0.has("-", at: 0) }
            if !isDash { found.set(column, text) }
        }
        try read(line, into: &record)
    }

    /// Consumes a field without quotes, and the text behind it.
    private func plainField(
        _ line: RawSpan, _ offset: inout Int, _ column: LogColumn?, before text: RawSpan
    ) throws(LogReject) -> LogText {
        let start = offset
        guard text.byteCount > 0 else {
            let isWord = column.map { !$0.isURL } ?? false
            offset = isWord ? line.offset(of: UInt8(ascii: " "), from: start) : line.byteCount
            return LogText(start..<offset)
        }
        let first = text.byte(at: 0)
        var end = line.nearOffset(of: first, from: start)
        while end < line.byteCount, !line.has(text, at: end) {
            end = line.nearOffset(of: first, from: end &+ 1)
        }
        guard end < line.byteCount else { throw LogReject(.notThisFormat, at: start) }
        offset = end &+ text.byteCount
        return LogText(start..<end)
    }

    /// Consumes a field behind a quote, and the text behind it, which begins with one.
    private mutating func quotedField(
        _ line: RawSpan, _ offset: inout Int, before text: RawSpan
    ) throws(LogReject) -> LogText {
        let start = offset
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var isEscaped = false
        var end = start
        while true {
            end = line.offset(of: quote, or: backslash, from: end)
            guard end < line.byteCount else { throw LogReject(.unclosedQuote, at: start) }
            if line.byte(at: end) == backslash {
                isEscaped = true
                end = min(end &+ 2, line.byteCount)
            } else if line.has(text, at: end) {
                offset = end &+ text.byteCount
                break
            } else if end &+ 1 == line.byteCount {
                offset = line.byteCount
                break
            } else {
                end &+= 1
            }
        }
        return isEscaped ? unescape(start..<end, of: line) : LogText(start..<end)
    }
}
