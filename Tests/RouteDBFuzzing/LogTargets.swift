import RouteDBRouting
import RouteDBTraffic

extension FuzzTarget {
    /// Every format of logs, and the detection of formats.
    static let logs =
        LogFormat.names.map { name in
            FuzzTarget("log-\(name)") { try checkLog($0, format: name) }
        } + [
            FuzzTarget("log-format") { try checkLog($0, format: nil) },
            FuzzTarget("log-format-string") { bytes in
                // The first line is the format of the others.
                let text = bytes.prefix { $0 != 0x0A }
                try checkLog(
                    Array(bytes[text.endIndex...]), format: String(decoding: text, as: UTF8.self))
            },
        ]

    /// Each line is a record whose texts are within it, or is refused at one of its bytes.
    private static func checkLog(_ bytes: [UInt8], format name: String?) throws {
        let lines = bytes.split(separator: 0x0A).map(Array.init)
        let format =
            name.map { LogFormat(name: $0, lines: lines) } ?? LogFormat.detect(lines)?.format
        guard let format else { return }
        let options = LogOptions(scheme: "https", host: "h.example")
        var (plain, hosted) = (LogLineParser(format), LogLineParser(format, options: options))
        for line in lines {
            try check(line, by: &plain)
            try check(line, by: &hosted)
        }
    }

    private static func check(_ line: [UInt8], by parser: inout LogLineParser) throws {
        let span = line.span.bytes
        switch parser.parse(span) {
        case .skipped: break
        case .rejected(let reject):
            try FuzzFailure.unless(
                (0...line.count).contains(reject.offset), "refused at byte \(reject.offset)")
            try FuzzFailure.unless(!reject.description.isEmpty, "refused without a reason")
        case .record(let record):
            let texts = [
                record.url, record.method, record.referrer, record.userAgent, record.principal,
                record.address,
            ]
            for text in texts { _ = parser.bytes(of: text, in: span) }
            try FuzzFailure.unless(record.weight > 0, "the weight is \(record.weight)")
            try FuzzFailure.unless(record.duration ?? 0 >= 0, "the duration is negative")
        }
    }

    /// A log that may be compressed, whose first byte says how large its chunks are: the lines are
    /// those that one chunk with everything gives, and so is the error.
    static let gzip = FuzzTarget("gzip") { bytes in
        guard let size = bytes.first else { return }
        let content = Array(bytes.dropFirst())
        let whole = read(content, chunk: max(1, content.count))
        let pieces = read(content, chunk: 1 + Int(size))
        try FuzzFailure.unless(whole.lines == pieces.lines, "the chunks change the lines")
        try FuzzFailure.unless(whole.failure == pieces.failure, "the chunks change the error")
    }

    /// Reads the lines of a log, as far as 1 MiB of them: a few bytes may stand for a thousand times
    /// as many.
    private static func read(
        _ bytes: [UInt8], chunk: Int
    ) -> (lines: [[UInt8]], failure: LogSourceError.Code?) {
        var found: [[UInt8]] = []
        var size = 0
        do throws(LogSourceError) {
            var lines = try LogLines(Chunks(bytes: bytes, size: chunk), limit: 4_096)
            while size < 1 << 20,
                try lines.readChunk({ line, _ in
                    found.append(unsafe line.withUnsafeBytes { unsafe Array($0) })
                    size += line.byteCount + 1
                })
            {}
            return (found, nil)
        } catch {
            return (found, error.code)
        }
    }

    /// Bytes that come in chunks of one size.
    private struct Chunks: LogSource {
        let bytes: [UInt8]
        let size: Int
        var position = 0

        mutating func read() throws(LogSourceError) -> [UInt8] {
            let end = min(position + size, bytes.count)
            defer { position = end }
            return Array(bytes[position..<end])
        }
    }
}
