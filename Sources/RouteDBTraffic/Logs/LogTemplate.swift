import RouteDBRouting

/// A format of lines in which fields stand between fixed texts.
///
/// 1. A field ends before the first place of the text behind it. The last one ends at a space, if it is one
///    word, and what follows is ignored.
/// 2. A field between quotes may have the escapes of the server formats. It ends at a quote that is
///    followed by the rest of the text behind it, or at one that ends the line.
/// 3. `-` stands for an absent value.
/// 4. A host with a path right behind it ends where the path begins, at its slash.
/// 5. If the template begins as a JSON object does, `\u00HH` is an escape too.
package struct LogTemplate: Hashable, Sendable {
    /// A field, and the text behind it.
    struct Field: Hashable, Sendable {
        /// The meaning of the field; `nil` if it is ignored.
        let column: LogColumn?
        /// The text behind the field, as a range of ``LogTemplate/text``; empty for the last one.
        let end: Range<Int>
        /// The place of the field.
        let place: Place
    }

    /// The place of a field among the texts, which decides how it ends.
    enum Place: Hashable, Sendable {
        case bare
        /// Right before a path.
        case beforePath
        /// Within quotes that go on behind the field.
        case insideQuotes
        /// Within quotes that end behind the field.
        case beforeQuote
    }

    /// The name of the format, or the text that describes it.
    package let name: String
    /// The texts before, between and behind the fields, one after the other.
    let text: [UInt8]
    /// The number of bytes before the first field.
    let start: Int
    let fields: [Field]

    /// True if the lines are JSON objects, read by the places of their texts.
    let isJSON: Bool

    /// Creates a template of the fields and texts of a format string.
    init(name: String, _ string: LogFormatString) throws(LogFormatMistake) {
        guard string.parts.contains(where: { $0.column?.isURL == true }) else { throw .noURL }
        self.name = name
        var (text, isInside) = ([UInt8](), false)
        var fields: [Field] = []
        for (index, part) in string.parts.enumerated() {
            if index == 0 { text += part.before.utf8 }
            if part.before.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 {
                isInside.toggle()
            }
            let next = index + 1 < string.parts.count ? string.parts[index + 1] : nil
            var end = next?.before ?? string.end
            var place: Place = isInside ? .insideQuotes : .bare
            if let next, end.isEmpty {
                guard part.column == .host, next.column == .path || next.column == .target else {
                    throw .adjacent(part.written, next.written)
                }
                (end, place) = ("/", .beforePath)
            } else if end.first == "\"", isInside || part.before.last == "\"" {
                place = .beforeQuote
            }
            let start = text.count
            text += end.utf8
            fields.append(Field(column: part.column, end: start..<text.count, place: place))
        }
        start = string.parts.first?.before.utf8.count ?? 0
        isJSON = text.first == UInt8(ascii: "{")
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
        // docs.aws.amazon.com: "Access logs for your Classic Load Balancer"
        known(
            "elb",
            #"$time $_ $remote_addr:$_ $_ $_ $duration_s $_ $status $_ $_ $bytes_sent "$request" "$http_user_agent" $_"#
        ),
    ].compactMap(\.self)

    private static func known(_ name: String, _ format: String) -> LogTemplate? {
        try? LogTemplate(name: name, LogFormatString(format))
    }

    /// Creates the template that a format string of nginx, Apache or GoAccess describes.
    package init(format: String) throws(LogFormatMistake) {
        try self.init(name: format, LogFormatString(format))
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
                field.place == .beforeQuote
                ? try quotedField(line, &offset, before: end, isJSON: template.isJSON)
                : try plainField(line, &offset, field, before: end, isJSON: template.isJSON)
            guard let column = field.column else { continue }
            let isDash = withBytes(of: text, in: line) { $0.byteCount == 1 && $0.has("-", at: 0) }
            if !isDash { found.set(column, text) }
        }
        try read(line, into: &record)
    }

    /// Consumes a field that no quote ends, and the text behind it.
    private mutating func plainField(
        _ line: RawSpan, _ offset: inout Int, _ field: LogTemplate.Field, before text: RawSpan,
        isJSON: Bool
    ) throws(LogReject) -> LogText {
        let start = offset
        guard text.byteCount > 0 else {
            let isWord = field.column.map { !$0.isURL } ?? false
            offset = isWord ? line.offset(of: UInt8(ascii: " "), from: start) : line.byteCount
            return LogText(start..<offset)
        }
        let first = text.byte(at: 0)
        var end = line.nearOffset(of: first, from: start)
        while text.byteCount > 1, end < line.byteCount, !line.has(text, at: end) {
            end = line.nearOffset(of: first, from: end &+ 1)
        }
        guard end < line.byteCount else { throw LogReject(.notThisFormat, at: start) }
        offset = field.place == .beforePath ? end : end &+ text.byteCount
        guard field.place == .insideQuotes,
            line.offset(of: UInt8(ascii: "\\"), from: start) < end
        else { return LogText(start..<end) }
        return unescape(start..<end, of: line, isJSON: isJSON)
    }

    /// Consumes a field behind a quote, and the text behind it, which begins with one.
    private mutating func quotedField(
        _ line: RawSpan, _ offset: inout Int, before text: RawSpan, isJSON: Bool
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
        return isEscaped
            ? unescape(start..<end, of: line, isJSON: isJSON) : LogText(start..<end)
    }
}
