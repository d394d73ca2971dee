import RouteDBRouting

/// Parses the lines of a log, one after the other.
///
/// A text is not copied if the line contains it verbatim. Unescaped and joined texts are stored in
/// the parser until the next line is parsed, so each reader needs its own parser.
package struct LogLineParser {
    /// The format of the lines.
    package let format: LogFormat
    let options: LogOptions
    /// The text before a path whose scheme and host are those of the options, if these have a host.
    private let knownOrigin: [UInt8]?
    /// The scheme and the host of the last line with a host, and the text before its path.
    private var lastOrigin: (scheme: [UInt8], host: [UInt8], text: [UInt8]) = ([], [], [])
    // Flags of the format, cached because copying the enum for each line costs reference counting.
    let isServerFormat: Bool
    /// The meaning of the fields below the last `#Fields:` line.
    private var header: W3CHeader?
    /// True if lines may be headers.
    private let hasHeaders: Bool
    let hasVhost: Bool
    let hasAgent: Bool
    var clock = LogClock()
    /// The texts of the current line that it does not contain verbatim.
    var own: [UInt8] = []
    /// The fields of a delimited line.
    var fields: [LogText] = []
    /// The texts of the columns of the current line.
    var found = LogFields()
    /// The values of a line in JSON by their places, and the meanings of its keys.
    var outline = JSONOutline()
    var keys = LogKeys()
    var objectFields = ObjectFields()
    var objectShape = ObjectShape()

    /// Creates a parser.
    package init(_ format: LogFormat, options: LogOptions = LogOptions()) {
        self.format = format
        self.options = options
        knownOrigin = options.host.map { Self.origin(scheme: nil, host: $0, options) }
        hasVhost = format == .vhostCommon || format == .vhostCombined
        hasAgent = format == .combined || format == .vhostCombined
        isServerFormat = hasVhost || hasAgent || format == .common
        switch format {
        case .w3c(let header): (self.header, hasHeaders) = (header, true)
        case .delimited: hasHeaders = true
        default: hasHeaders = false
        }
    }

    /// Parses a line, given without its line ending.
    package mutating func parse(_ line: RawSpan) -> LogLine {
        if !own.isEmpty { own.removeAll(keepingCapacity: true) }
        guard !skips(line) else { return .skipped }
        guard line.byteCount < 1 << 30 else { return .rejected(LogReject(.tooLong, at: 1 << 30)) }
        do throws(LogReject) {
            return .record(try record(line))
        } catch {
            return .rejected(error)
        }
    }

    /// Parses a line, or what its envelope contains.
    @inline(__always)
    private mutating func record(_ line: RawSpan) throws(LogReject) -> LogRecord {
        if let start = LogEnvelope.prefix(of: line) { return try record(line, behind: start) }
        guard LogEnvelope.mayHaveContent(line), mayHaveContent,
            let content = LogEnvelope.content(of: line)
        else {
            return try bareRecord(line)
        }
        // The texts of the record are ranges of what the parser keeps.
        _ = keep(content)
        return try bareRecord(content.span.bytes).moved(by: 0, toOwn: true)
    }

    /// Parses a line that a collector has put its own text before, or one that only looks like that: the fields of a
    /// template may be anything.
    private mutating func record(
        _ line: RawSpan, behind start: Int
    ) throws(LogReject) -> LogRecord {
        do throws(LogReject) {
            return try bareRecord(line.extracting(start..<line.byteCount))
                .moved(by: start, toOwn: false)
        } catch {
            if case .template = format {
                own.removeAll(keepingCapacity: true)
                if let record = try? bareRecord(line) { return record }
            }
            throw LogReject(error.reason, at: start &+ error.offset, detail: error.detail)
        }
    }

    /// True if a line that is a JSON object can be one that a collector has put around another line.
    private var mayHaveContent: Bool {
        if case .template(let template) = format { return !template.isJSON }
        return isServerFormat || format == .nginx || format == .caddy || format == .traefik
            || format == .ndjson
    }

    private mutating func bareRecord(_ line: RawSpan) throws(LogReject) -> LogRecord {
        var record = LogRecord()
        if isServerFormat {
            try parseServerLine(line, into: &record)
            return record
        }
        found.removeAll()
        switch format {
        case .template(let template): try parseTemplate(line, template, into: &record)
        case .delimited(let header): try parseDelimited(line, header, into: &record)
        case .urls: try parseURL(line, into: &record)
        case .w3c:
            guard let header else { throw LogReject(.notThisFormat, at: 0) }
            try parseW3C(line, header, into: &record)
        default: try parseObject(line, into: &record)
        }
        return record
    }

    /// Returns whether a line is blank, a comment, or a repeated header.
    package mutating func skips(_ line: RawSpan) -> Bool {
        if Self.isIdle(line) { return true }
        guard hasHeaders else { return false }
        switch format {
        case .delimited(let header): return header.isHeader(line)
        case .w3c where W3CHeader.isHeader(line):
            // IIS writes the header again when it starts, perhaps with other fields.
            header = W3CHeader(line)
            return true
        default: return false
        }
    }

    /// Calls a closure with the bytes of a text of the last record.
    package func withBytes<Result>(
        of text: LogText, in line: RawSpan, _ body: (RawSpan) throws -> Result
    ) rethrows -> Result {
        let bytes = text.isOwn ? own.span.bytes : line
        return try body(bytes.extracting(text.range))
    }

    /// Returns a copy of the bytes of a text of the last record.
    package func bytes(of text: LogText, in line: RawSpan) -> [UInt8] {
        text.isOwn ? Array(own[text.range]) : line.array(text.range)
    }

    /// Returns a text of the last record, with invalid UTF-8 repaired; `nil` if it is absent.
    package func string(_ text: LogText, in line: RawSpan) -> String? {
        text.isEmpty ? nil : String(decoding: bytes(of: text, in: line), as: UTF8.self)
    }

    /// Returns where the text of a line starts: after a byte order mark, which the first line may
    /// have.
    @inline(__always)
    static func start(of line: RawSpan) -> Int {
        line.byteCount >= 3 && line.byte(at: 0) == 0xEF && line.byte(at: 1) == 0xBB
            && line.byte(at: 2) == 0xBF ? 3 : 0
    }

    /// Returns whether a line is blank or a comment, other than one that names fields.
    static func isIdle(_ line: RawSpan) -> Bool {
        for offset in start(of: line)..<line.byteCount {
            let byte = line.byte(at: offset)
            if !byte.isBlank { return byte == UInt8(ascii: "#") && !W3CHeader.isHeader(line) }
        }
        return true
    }

    /// Parses a line that is a URL, with optional white space around it.
    private func parseURL(_ line: RawSpan, into record: inout LogRecord) throws(LogReject) {
        var (start, end) = (Self.start(of: line), line.byteCount)
        while start < end, line.byte(at: start).isBlank { start &+= 1 }
        while end > start, line.byte(at: end &- 1).isBlank { end &-= 1 }
        record.url = LogText(start..<end)
        try refuseControlCharacters(in: record.url, line)
    }

    /// Rejects binary data, which the less structured formats would accept as URLs.
    func refuseControlCharacters(
        in url: LogText, _ line: RawSpan
    ) throws(LogReject) {
        let found = withBytes(of: url, in: line) { bytes -> Int? in
            let offset = bytes.offsetOfControl()
            return offset < bytes.byteCount ? offset : nil
        }
        guard let found else { return }
        throw LogReject(.controlCharacter, at: url.isOwn ? 0 : url.range.lowerBound &+ found)
    }
}

extension LogLineParser {
    /// Returns whether a text of the line is `-`, which stands for an absent value.
    @inline(__always)
    func isDash(_ text: LogText, _ line: RawSpan) -> Bool {
        text.range.count == 1 && line.byte(at: text.range.lowerBound) == UInt8(ascii: "-")
    }

    /// Appends a text of the line to what the parser keeps.
    mutating func append(_ text: LogText, of line: RawSpan) {
        guard text.isOwn else { return own.append(contentsOf: line.extracting(text.range)) }
        own.reserveCapacity(own.count + text.range.count)
        for index in text.range { own.append(own[index]) }
    }

    /// Stores a text in the parser.
    mutating func keep(_ text: some Sequence<UInt8>) -> LogText {
        let start = own.count
        own.append(contentsOf: text)
        return LogText(start..<own.count, isOwn: true)
    }

    /// Joins a target with its scheme and host if a host is known and the target is a path.
    ///
    /// The target of a request that begins with two slashes is a path, without a host too.
    mutating func join(
        _ target: LogText, scheme: LogText, host: LogText, in line: RawSpan, isTarget: Bool
    ) -> LogText {
        guard !host.isEmpty || options.host != nil else {
            return isTarget ? asPath(target, in: line) : target
        }
        let isPath =
            !target.isEmpty
            && withBytes(of: target, in: line) { $0.byte(at: 0) == UInt8(ascii: "/") }
        guard isPath else { return target }
        let isWritten =
            !host.isEmpty
            && withBytes(of: host, in: line) {
                !($0.byteCount == 1 && ($0.has("_", at: 0) || $0.has("-", at: 0)))
            }
        guard isWritten || options.host != nil else {
            return isTarget ? asPath(target, in: line) : target
        }
        let start = own.count
        if isWritten {
            let origin = origin(scheme, host, in: line)
            own += origin
        } else if let knownOrigin, scheme.isEmpty {
            own += knownOrigin
        } else {
            own += Self.origin(
                scheme: bytes(of: scheme, in: line), host: options.host ?? [], options)
        }
        append(target, of: line)
        return LogText(start..<own.count, isOwn: true)
    }

    /// A target that would be read as a host and a path, written as a path (RFC 3986, section 4.2).
    private mutating func asPath(_ target: LogText, in line: RawSpan) -> LogText {
        guard withBytes(of: target, in: line, { $0.has("//", at: 0) }) else { return target }
        return keep("/.".utf8 + bytes(of: target, in: line))
    }

    /// Rejects a request that is no hit of a path: one for a tunnel, or about the whole server.
    func refuseNoPath(_ method: LogText, _ target: LogText, _ line: RawSpan) throws(LogReject) {
        let isPath = withBytes(of: target, in: line) { $0.has("/", at: 0) }
        if isPath { return }
        let isWhole = withBytes(of: target, in: line) { $0.byteCount == 1 && $0.has("*", at: 0) }
        let isTunnel = withBytes(of: method, in: line) {
            $0.byteCount == 7 && $0.has("CONNECT", at: 0)
        }
        guard isWhole || isTunnel else { return }
        throw LogReject(.noPath, at: target.isOwn ? 0 : target.range.lowerBound)
    }

    /// The beginning of a URL; most lines have the scheme and the host of the line before.
    private mutating func origin(
        _ scheme: LogText, _ host: LogText, in line: RawSpan
    ) -> [UInt8] {
        let isLast =
            isText(host, lastOrigin.host, in: line) && isText(scheme, lastOrigin.scheme, in: line)
        if !isLast {
            let (scheme, host) = (bytes(of: scheme, in: line), bytes(of: host, in: line))
            let text = Self.origin(scheme: scheme.isEmpty ? nil : scheme, host: host, options)
            lastOrigin = (scheme, host, text)
        }
        return lastOrigin.text
    }

    private func isText(_ text: LogText, _ bytes: [UInt8], in line: RawSpan) -> Bool {
        text.range.count == bytes.count && withBytes(of: text, in: line) { $0.has(bytes, at: 0) }
    }

    /// The beginning of a URL, without a port that the scheme implies.
    private static func origin(
        scheme: [UInt8]?, host: [UInt8], _ options: LogOptions
    ) -> [UInt8] {
        var host = host
        let told = schemeOfPort(of: host)
        let scheme = scheme ?? told ?? options.scheme
        if scheme == told, let colon = host.lastIndex(of: UInt8(ascii: ":")) {
            host.removeSubrange(colon...)
        }
        return scheme + "://".utf8 + host
    }

    /// Returns the scheme implied by a host's port: HTTP for 80, HTTPS for 443.
    private static func schemeOfPort(of host: [UInt8]) -> [UInt8]? {
        if host.suffix(3).elementsEqual(":80".utf8) { return Array("http".utf8) }
        return host.suffix(4).elementsEqual(":443".utf8) ? Array("https".utf8) : nil
    }
}

extension UInt8 {
    /// True if the byte is white space within a line: a space, a tab or a stray CR.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
