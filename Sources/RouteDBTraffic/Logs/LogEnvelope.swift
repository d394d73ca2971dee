import RouteDBRouting

/// The text that a collector of logs puts around the lines of a program.
///
/// | written by | form | source |
/// |---|---|---|
/// | syslog | `<190>Mar  1 10:00:00 web1 nginx: …`, with or without `<190>` | RFC 3164, section 4.1 |
/// | syslog | `<190>1 2026-03-01T10:00:00Z web1 nginx 12 - - …` | RFC 5424, section 6 |
/// | rsyslog, Fastly | `<134>2026-03-01T10:00:00Z cache1 name[12]: …`, with or without `<134>` | rsyslog.com, `RSYSLOG_FileFormat`; fastly.com, "Changing log line formats" |
/// | Kubernetes | `2026-03-01T10:00:00.123456789Z stdout F …` | CRI, "Container Runtime Interface logging" |
/// | Docker | `{"log":"…\n","stream":"stdout","time":"…"}` | the `json-file` driver |
enum LogEnvelope {
    /// Returns where the line of the program begins, if it stands in the line as it is.
    @inline(__always)
    static func prefix(of line: RawSpan) -> Int? {
        guard line.byteCount > 24 else { return nil }
        let first = line.byte(at: 0)
        if first == UInt8(ascii: "<") { return afterPriority(line) }
        // Nearly all lines begin with an address.
        if first &- UInt8(ascii: "A") < 26 { return afterDate(line, from: 0) }
        if line.byte(at: 4) == UInt8(ascii: "-"), line.byte(at: 10) == UInt8(ascii: "T") {
            return afterTime(line, from: 0)
        }
        return nil
    }

    /// Returns whether a line begins as Docker writes them.
    @inline(__always)
    static func mayHaveContent(_ line: RawSpan) -> Bool {
        line.byteCount > 2 && line.byte(at: 0) == UInt8(ascii: "{")
            && line.byte(at: 2) == UInt8(ascii: "l") && line.has("{\"log\":\"", at: 0)
    }

    /// Returns the line of the program, if it stands in JSON as Docker writes it.
    static func content(of line: RawSpan) -> [UInt8]? {
        guard mayHaveContent(line) else { return nil }
        guard case .object(let object)? = try? JSONValue(parsing: line.array(0..<line.byteCount)),
            object["stream"] != nil, case .string(let text)? = object["log"]
        else { return nil }
        var bytes = Array(text.utf8)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return bytes
    }

    @inline(never)
    private static func afterPriority(_ line: RawSpan) -> Int? {
        let end = line.offset(of: UInt8(ascii: ">"), from: 1)
        guard 2...4 ~= end, (1..<end).allSatisfy({ line.byte(at: $0) &- 0x30 < 10 }) else {
            return nil
        }
        guard line.has("1 ", at: end &+ 1) else {
            let isFull = line.has("-", at: end &+ 5) && line.has("T", at: end &+ 11)
            return isFull ? afterTime(line, from: end &+ 1) : afterDate(line, from: end &+ 1)
        }
        // The time, the host, the program, its number, the kind of message, and data.
        var offset = end &+ 3
        for _ in 0..<5 { offset = line.offset(of: UInt8(ascii: " "), from: offset) &+ 1 }
        guard offset < line.byteCount else { return nil }
        if line.byte(at: offset) == UInt8(ascii: "[") {
            guard let close = endOfData(line, from: offset) else { return nil }
            offset = close
        } else {
            guard line.has("-", at: offset) else { return nil }
            offset &+= 1
        }
        // A byte order mark says that the text is UTF-8.
        if line.has(" \u{FEFF}", at: offset) { return offset &+ 4 }
        return line.has(" ", at: offset) ? offset &+ 1 : nil
    }

    /// Finds the end of `[a b="c"][d e="f"]`, in whose values `\]` and `\"` are escapes.
    private static func endOfData(_ line: RawSpan, from start: Int) -> Int? {
        var (offset, isQuoted) = (start, false)
        while offset < line.byteCount {
            switch line.byte(at: offset) {
            case UInt8(ascii: "\\") where isQuoted: offset &+= 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "]") where !isQuoted:
                if !line.has("[", at: offset &+ 1) { return offset &+ 1 }
            default: break
            }
            offset &+= 1
        }
        return nil
    }

    /// Skips `Mar  1 10:00:00 host program[12]: `.
    @inline(never)
    private static func afterDate(_ line: RawSpan, from start: Int) -> Int? {
        guard start &+ 20 < line.byteCount, LogClock.isMonth(line, start),
            line.has(" ", at: start &+ 3), line.has(" ", at: start &+ 6),
            line.has(":", at: start &+ 9), line.has(":", at: start &+ 12),
            line.has(" ", at: start &+ 15)
        else { return nil }
        return afterProgram(line, from: start &+ 16)
    }

    /// Skips `host program[12]: `; some servers can leave the host out.
    private static func afterProgram(_ line: RawSpan, from start: Int) -> Int? {
        let host = line.offset(of: UInt8(ascii: " "), from: start)
        guard host < line.byteCount else { return nil }
        let program = line.offset(of: UInt8(ascii: " "), from: host &+ 1)
        if program < line.byteCount, line.has(":", at: program &- 1) { return program &+ 1 }
        return line.has(":", at: host &- 1) ? host &+ 1 : nil
    }

    /// Skips `2026-03-01T10:00:00.123456789Z stdout F `, or the same time before a host and a program.
    @inline(never)
    private static func afterTime(_ line: RawSpan, from start: Int) -> Int? {
        let end = line.offset(of: UInt8(ascii: " "), from: start &+ 11)
        if line.has(" stdout ", at: end) || line.has(" stderr ", at: end),
            line.has(" ", at: end &+ 9)
        {
            return end &+ 10
        }
        return end < line.byteCount ? afterProgram(line, from: end &+ 1) : nil
    }
}

extension LogRecord {
    /// The record with texts that are elsewhere: further behind in the line, or in the parser.
    func moved(by offset: Int, toOwn isOwn: Bool) -> LogRecord {
        func moved(_ text: LogText) -> LogText {
            if text.isOwn || text.isEmpty { return text }
            let range = text.range.lowerBound &+ offset..<text.range.upperBound &+ offset
            return LogText(range, isOwn: isOwn)
        }
        var record = self
        for path in [
            \.url, \.method, \.attributes, \.referrer, \.userAgent, \.principal, \.address,
            \.language,
        ] as [WritableKeyPath<LogRecord, LogText>] {
            record[keyPath: path] = moved(record[keyPath: path])
        }
        return record
    }
}
