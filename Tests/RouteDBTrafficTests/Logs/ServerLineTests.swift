import RouteDBRouting
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Lines of server logs")
struct ServerLineTests {
    private static let agent = "Mozilla/5.0 (X11; Linux)"
    private static let head =
        #"10.0.0.7 - frank [10/Oct/2000:13:55:36 -0700] "GET /a?b=c HTTP/1.1""#

    /// Reads a combined line with a request.
    private func request(_ text: String) throws -> ReadLog {
        try ReadLog(#"::1 - - [01/Jan/1970:00:00:00 +0000] "\#(text)" 200 5 "-" "-""#, .combined)
    }

    @Test("a common line has all its parts")
    func common() throws {
        let log = try ReadLog("\(Self.head) 200 2326", .common)
        #expect(log.address == "10.0.0.7")
        #expect(log.principal == "frank")
        #expect(log.time == 971_211_336_000_000)
        #expect(log.method == "GET")
        #expect(log.url == "/a?b=c")
        #expect(log.status == 200)
        #expect(log.byteCount == 2326)
        #expect(log.referrer == nil)
        #expect(log.duration == nil)
    }

    @Test("a combined line has referrer and user agent too")
    func combined() throws {
        let log = try ReadLog(#"\#(Self.head) 304 - "https://e.com/" "\#(Self.agent)""#, .combined)
        #expect(log.byteCount == nil)
        #expect(log.referrer == "https://e.com/")
        #expect(log.userAgent == Self.agent)
        #expect(ReadLog.reject("\(Self.head) 200 5", .combined)?.reason == .notThisFormat)
    }

    @Test(
        "a virtual host precedes the path, with the scheme implied by its port",
        arguments: [
            ("example.com:443", "https://example.com/a?b=c"),
            ("example.com:80", "http://example.com/a?b=c"),
            ("example.com:8443", "https://example.com:8443/a?b=c"),
            ("example.com", "https://example.com/a?b=c"),
            ("[::1]:80", "http://[::1]/a?b=c"), ("-", "/a?b=c"), ("_", "/a?b=c"),
        ])
    func virtualHost(_ host: String, url: String) throws {
        let log = try ReadLog("\(host) \(Self.head) 200 5", .vhostCommon)
        #expect(log.url == url)
        #expect(log.address == "10.0.0.7")
    }

    @Test("options give the host and scheme missing in a log")
    func options() throws {
        let options = LogOptions(scheme: "http", host: "example.com:8080")
        #expect(
            try ReadLog("\(Self.head) 200 5", .common, options: options).url
                == "http://example.com:8080/a?b=c")
    }

    @Test(
        "a target is kept as requested",
        arguments: [
            ("GET / HTTP/1.0", "/"), ("GET /a b  c HTTP/1.1", "/a b  c"), ("GET /old", "/old"),
            ("GET //admin/x HTTP/1.1", "/.//admin/x"), ("GET //", "/.//"),
            ("GET http://e.com/x HTTP/1.1", "http://e.com/x"), ("PROPFIND /d HTTP/2", "/d"),
            (#"GET /say\"x\" HTTP/1.1"#, "/say\"x\""), (#"GET /\\a HTTP/1.1"#, #"/\a"#),
            (#"GET /\xc3\xA9 HTTP/1.1"#, "/é"), (#"GET /\x22\t HTTP/2.0"#, "/\"\t"),
            (#"GET /\q\x4 HTTP/2.0"#, #"/\q\x4"#), (#"GET /a"b HTTP/1.0"#, #"/a"b"#),
        ])
    func target(_ text: String, url: String) throws {
        #expect(try request(text).url == url)
    }

    @Test("a target that begins with two slashes follows the host that is known")
    func slashes() throws {
        let line = #"::1 - - [01/Jan/1970:00:00:00 +0000] "GET //a/x HTTP/1.1" 200 5"#
        #expect(try ReadLog("h:80 " + line, .vhostCommon).url == "http://h//a/x")
        #expect(try ReadLog("- " + line, .vhostCommon).url == "/.//a/x")
        let options = LogOptions(host: "h")
        #expect(try ReadLog(line, .common, options: options).url == "https://h//a/x")
    }

    @Test("invalid UTF-8 is kept")
    func invalidText() {
        let bytes = Array(
            #"::1 - - [01/Jan/1970:00:00:00 +0000] "GET /\xFF\x80 HTTP/1.1" 200 5"#.utf8)
        var parser = LogLineParser(.common)
        guard case .record(let record) = parser.parse(bytes.span.bytes) else {
            Issue.record("the line is not read")
            return
        }
        #expect(parser.bytes(of: record.url, in: bytes.span.bytes) == [0x2F, 0xFF, 0x80])
    }

    @Test(
        "an invalid request is rejected",
        arguments: [
            ("-", LogReject.Reason.noRequest), ("", .noRequest), ("GET  HTTP/1.1", .noRequest),
            (#"\x16\x03\x01\x02"#, .notHTTP), ("quit", .notHTTP), ("GET", .notHTTP),
            ("hello world", .notHTTP), ("get / HTTP/1.1", .notHTTP),
            ("CONNECT e.com:443 HTTP/1.1", .noPath), ("OPTIONS * HTTP/1.1", .noPath),
        ])
    func noRequest(_ text: String, reason: LogReject.Reason) {
        let line = #"::1 - - [01/Jan/1970:00:00:00 +0000] "\#(text)" 400 0"#
        #expect(ReadLog.reject(line, .common)?.reason == reason)
    }

    @Test(
        "invalid parts are rejected at their place",
        arguments: [
            ("junk", LogReject.Reason.notThisFormat, 0), ("a b c d", .notThisFormat, 4),
            ("a - - [32/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5", .badTime, 7),
            ("a - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1 200 5", .unclosedQuote, 35),
            ("a - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 2x 5", .badNumber, 52),
            ("a - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 1000 5", .badNumber, 52),
            ("a - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 200", .notThisFormat, 55),
            (
                "a - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 200 99999999999999999999",
                .badNumber, 56
            ),
        ])
    func rejects(_ line: String, reason: LogReject.Reason, offset: Int) {
        let reject = ReadLog.reject(line, .common)
        #expect(reject?.reason == reason)
        #expect(reject?.offset == offset)
    }

    @Test(
        "times are converted to UTC",
        arguments: [
            ("01/Jan/1970:00:00:00 +0000", 0), ("01/Jan/1970:01:00:00 +0100", 0),
            ("31/Dec/1969:14:30:00 -0930", 0),
            ("29/Feb/2024:23:59:60 +0000", 1_709_251_200_000_000),
            ("01/Jan/1970:00:00:01.5 +0000", 1_500_000), ("1970-01-01T00:00:02Z", 2_000_000),
            ("1970-01-01T05:30:00.000001+05:30", 1), ("1970-01-01T00:00:02+0000", 2_000_000),
            ("1970-01-01 01:00:02,5 +0100", 2_500_000), ("01/Jan/1970:00:00:01,5 +0000", 1_500_000),
            ("Thu, 01 Jan 1970 00:00:03 GMT", 3_000_000), ("1970-01-01T00:00:04", 4_000_000),
        ])
    func times(_ text: String, time: Int64) throws {
        #expect(try ReadLog(#"a - - [\#(text)] "GET / HTTP/1.1" 200 5"#, .common).time == time)
    }

    @Test(
        "an invalid time is rejected",
        arguments: [
            "29/Feb/2023:00:00:00 +0000", "00/Jan/2023:00:00:00 +0000",
            "01/Foo/2023:00:00:00 +0000",
            "01/Jan/2023:24:00:00 +0000", "01/Jan/2023:00:60:00 +0000", "01/Jan/2023:00:00:00 0000",
            "01/Jan/2023:00:00:00", "01/Jan/2023:00:00:00 +0060", "1/Jan/2023",
            "2023-13-01T00:00:00Z",
        ])
    func badTimes(_ text: String) {
        let reject = ReadLog.reject(#"a - - [\#(text)] "GET / HTTP/1.1" 200 5"#, .common)
        #expect(reject?.reason == .badTime)
    }

    @Test(
        "a trailing duration is recognized by its unit, then its decimal point",
        arguments: [
            ("", nil), (" 0.005", 5_000), (" 1234", 1_234), (" 7 0.002", 2_000), (" -", nil),
            (" 17 \"router@docker\" \"http://10.0.0.1\" 12ms", 12_000),
            (" rt=0.25 uct=9.5", 250_000),
            (" \"-\" \"a 1.5 b\" 9", 9), (" 350us", 350), (" \"cut 0.5", nil), (" 1.5x", nil),
        ])
    func durations(_ text: String, duration: Int64?) throws {
        #expect(
            try ReadLog(#"\#(Self.head) 200 5 "-" "x"\#(text)"#, .combined).duration == duration)
        #expect(try ReadLog(#"\#(Self.head) 200 5\#(text)"#, .common).duration == duration)
    }

    @Test("a given unit of durations overrides the rule")
    func givenUnit() throws {
        let options = LogOptions(durationUnit: .milliseconds)
        #expect(try ReadLog("\(Self.head) 200 5 12", .common, options: options).duration == 12_000)
    }

    @Test("a user name may contain spaces and brackets, and a user agent may be cut")
    func oddTexts() throws {
        let log = try ReadLog(
            #"a - J [x] Doe [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 5 "-" "Bot; http"#,
            .combined)
        #expect(log.principal == "J [x] Doe")
        #expect(log.userAgent == "Bot; http")
    }

    @Test(
        "blank lines and comments are skipped", arguments: ["", "  ", "\t", "\r", "# text", " #"])
    func idle(_ text: String) {
        for format in [LogFormat.common, .combined, .vhostCombined, .ndjson, .urls] {
            var parser = LogLineParser(format)
            #expect(parser.parse(Array(text.utf8).span.bytes) == .skipped)
        }
    }
}
