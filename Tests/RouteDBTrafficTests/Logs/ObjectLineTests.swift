import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBTraffic

@Suite("Log lines in JSON, read where they stand")
struct ObjectLineTests {
    /// The format, and lines of it.
    private static let samples: [(format: String, lines: [String])] = [
        (
            "caddy",
            [
                #"{"level":"info","ts":1646861401.5241024,"msg":"handled request","request":{"remote_ip":"127.0.0.1","method":"POST","host":"localhost:8443","uri":"/x?y","headers":{"User-Agent":["curl/7.82.0"],"Link":["/other"],"Referer":["https://r.org/"]},"tls":{"version":772}},"user_id":"ann","duration":0.000929675,"size":10900,"status":201}"#,
                #"{"ts": 1772323204.32, "request": {"remote_ip": "203.0.113.107", "host": "h:80", "uri": "/a", "headers": {"Accept-Language": ["de"]}}, "duration": 1.459267, "size": -0, "status": 404}"#,
            ]
        ),
        (
            "nginx",
            [
                #"{"time_iso8601":"2024-05-01T02:00:00+02:00","remote_addr":"1.2.3.4","remote_user":"","request_method":"GET","scheme":"https","host":"e.com","request_uri":"/a?b=1","status":"200","body_bytes_sent":"12","request_time":"0.012","http_referer":"-","http_user_agent":"cu\"rl"}"#
            ]
        ),
        (
            "traefik",
            [
                #"{"ClientHost":"10.0.0.1","ClientUsername":"-","DownstreamStatus":404,"Duration":1234567,"RequestHost":"e.com","RequestMethod":"GET","RequestPath":"/a?b=c","StartUTC":"2024-05-01T00:00:00.5Z"}"#
            ]
        ),
        (
            "ndjson",
            [
                #"{"url":"https:\/\/e.com\/\u00e9","time":"2026-03-01 10:00:00","status":200.0,"duration":12e-3,"bytes":1.50,"attributes":{"a":[1.0,"é"]},"weight":2}"#,
                #"{"EdgeStartTimestamp":"2026-03-01T00:00:00Z","ClientRequestHost":"e.com","ClientRequestURI":"/a","ClientRequestScheme":"https","EdgeResponseStatus":304,"EdgeResponseBytes":85405}"#,
                #"{"timestamp":1772323200123,"deploymentId":"d","proxy":{"path":"/a","scheme":"http","host":"h","method":"GET"},"httpRequest":{"requestUrl":"/b"},"properties":{"originalHost":"e.com","originalRequestUriWithArgs":"/c?d","timeTaken":"0.1"}}"#,
            ]
        ),
        (
            "json:url=request.uri,time=meta.at,user=who,duration_ms=took",
            [
                #"{"request":{"uri":"/a"},"meta.at":"01/Mar/2026:10:00:00 +0100","who":["ann","bob"],"took":0.00001}"#,
                #"{"request.uri":"//a","meta":{"at":"[01/Mar/2026:10:00:00 +0100]"},"who":"-","took":123456789012345678}"#,
            ]
        ),
    ]

    private static let inserts =
        [
            "\\u0041", "\\", "\"", "1e5", "1e999", "-0", "0.00012", "99999999999999999999", "é",
            "\\u002d", "{}", "[]", "[[]]", "null", ",", ":", "\"url\":\"/z\",", "  ", "\t", "\u{1}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

    @Test("a line is the record, or the mistake, that values of its parts give")
    func damaged() throws {
        let marks = Array(#" "[]\{}:,.-0123456789eE/u"#.utf8)
        var generator = SeededGenerator(seed: 92)
        for (name, lines) in Self.samples {
            let format = try #require(LogFormat(name: name, lines: []), "\(name)")
            let options = LogOptions(host: "h")
            var pairs = [
                (LogLineParser(format), LogLineParser(format)),
                (LogLineParser(format, options: options), LogLineParser(format, options: options)),
            ]
            for line in lines {
                for round in 0..<700 * FuzzBudget.rounds {
                    var bytes = Array(line.utf8)
                    if round > 0, !generator.oneIn(3) {
                        bytes = generator.damaged(bytes, marks: marks)
                    }
                    if round > 0 {
                        let place = generator.below(bytes.count + 1)
                        bytes.insert(contentsOf: generator.pick(Self.inserts), at: place)
                    }
                    guard LogEnvelope.prefix(of: bytes.span.bytes) == nil else { continue }
                    for index in pairs.indices { expectSame(bytes, by: &pairs[index]) }
                }
            }
        }
    }

    @Test("a line of the shape of the line before is the record that values of its parts give")
    func shapes() throws {
        let marks = Array(#" "[]\{}:,.-0123456789eE/u"#.utf8)
        var generator = SeededGenerator(seed: 93)
        for (name, lines) in Self.samples {
            let format = try #require(LogFormat(name: name, lines: []), "\(name)")
            for line in lines {
                var learned = LogLineParser(format)
                let sample = Array(line.utf8)
                _ = learned.parse(sample.span.bytes)
                let values = Self.values(of: sample)
                var count = 0
                for _ in 0..<700 * FuzzBudget.rounds {
                    var bytes = sample
                    let value = generator.pick(values)
                    let content = generator.damaged(Array(sample[value]), marks: marks)
                    bytes.replaceSubrange(value, with: content)
                    guard LogEnvelope.prefix(of: bytes.span.bytes) == nil else { continue }
                    var shape = learned.objectShape
                    if shape.read(bytes.span.bytes, from: 0) { count += 1 }
                    var pair = (learned, LogLineParser(format))
                    expectSame(bytes, by: &pair)
                }
                // An object that is a value is not part of a shape.
                #expect((count > 100) != line.contains("attributes"), "\(line)")
            }
        }
    }

    @Test("lines of changing shapes are read as lines of one shape are")
    func changingShapes() throws {
        var generator = SeededGenerator(seed: 94)
        for (name, lines) in Self.samples {
            let format = try #require(LogFormat(name: name, lines: []), "\(name)")
            var pair = (LogLineParser(format), LogLineParser(format))
            var (bytes, stretch) = ([UInt8](), 0)
            for number in 0..<3_000 {
                if stretch == 0 {
                    bytes = Array(generator.pick(lines).utf8)
                    // Often so many that no shape is looked for any more.
                    stretch = generator.pick([1, 1, 1, 2, 9])
                }
                stretch -= 1
                var line = bytes
                let value = generator.pick(Self.values(of: line))
                line.replaceSubrange(value, with: Array("\(number)".utf8))
                expectSame(line, by: &pair)
            }
        }
    }

    /// The places of the numbers, and of what the strings contain, in a line.
    private static func values(of line: [UInt8]) -> [Range<Int>] {
        var outline = JSONOutline()
        try? outline.read(line.span.bytes)
        return outline.nodes.filter { [.string, .int, .double].contains($0.kind) }.map(\.range)
    }

    private func expectSame(
        _ bytes: [UInt8], by parsers: inout (LogLineParser, LogLineParser)
    ) {
        let line = bytes.span.bytes
        let text = String(decoding: bytes, as: UTF8.self)
        switch (parsers.0.parse(line), parsers.1.parseByValues(bytes)) {
        case (.record(let record), .record(let expected)):
            #expect(
                Texts(record, parsers.0, line) == Texts(expected, parsers.1, line), "\(text)")
        case (.rejected(let reject), .rejected(let expected)):
            #expect(reject.reason == expected.reason, "\(text)")
            #expect(reject.detail == expected.detail, "\(text)")
            // Copies of values have no place.
            #expect(reject.offset == expected.offset || expected.offset == 0, "\(text)")
        case (let line, let expected): #expect(line == expected, "\(text)")
        }
    }

    /// The texts of a record, and the record without them.
    private struct Texts: Equatable {
        let texts: [[UInt8]?]
        let others: LogRecord

        init(_ record: LogRecord, _ parser: LogLineParser, _ line: RawSpan) {
            let paths: [WritableKeyPath<LogRecord, LogText>] = [
                \.url, \.method, \.attributes, \.referrer, \.userAgent, \.language, \.principal,
                \.address,
            ]
            var others = record
            texts = paths.map { path in
                others[keyPath: path] = .none
                let text = record[keyPath: path]
                return text.isAbsent ? nil : parser.bytes(of: text, in: line)
            }
            self.others = others
        }
    }

    @Test("a mistake in a value is at its place")
    func places() {
        let line = #"{"url":"/a","status":"OK"}"#
        #expect(ReadLog.reject(line, .ndjson) == LogReject(.badNumber, at: 22))
    }

    @Test("more different keys than are kept are read as few are")
    func manyKeys() throws {
        var parser = LogLineParser(.ndjson)
        for number in 0..<2_000 {
            let bytes = Array(#"{"key\#(number)":"/b","url":"/\#(number)","u\#(number)":1}"#.utf8)
            let line = bytes.span.bytes
            guard case .record(let record) = parser.parse(line) else {
                Issue.record("line \(number) is refused")
                return
            }
            #expect(parser.string(record.url, in: line) == "/\(number)")
        }
    }
}
