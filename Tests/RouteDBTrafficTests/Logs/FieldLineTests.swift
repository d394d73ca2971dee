import RouteDBRouting
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Log lines of named fields")
struct FieldLineTests {
    @Test("nginx's variables in JSON make a record")
    func nginx() throws {
        let log = try ReadLog(
            """
            {"time_iso8601":"2024-05-01T02:00:00+02:00","remote_addr":"1.2.3.4","remote_user":"",\
            "request_method":"GET","scheme":"https","host":"e.com","request_uri":"/a?b=1",\
            "uri":"/a","status":"200","body_bytes_sent":"12","request_time":"0.012",\
            "http_referer":"-","http_user_agent":"curl/8"}
            """, .nginx)
        #expect(log.time == 1_714_521_600_000_000)
        #expect(log.url == "https://e.com/a?b=1")
        #expect(log.method == "GET")
        #expect(log.status == 200)
        #expect(log.byteCount == 12)
        #expect(log.duration == 12_000)
        #expect(log.principal == nil)
        #expect(log.referrer == nil)
        #expect(log.userAgent == "curl/8")
        #expect(log.address == "1.2.3.4")
    }

    @Test("a line of Caddy's makes a record")
    func caddy() throws {
        let log = try ReadLog(
            """
            {"level":"info","ts":1646861401.5241024,"logger":"http.log.access","msg":"handled \
            request","request":{"remote_ip":"127.0.0.1","remote_port":"41342","proto":"HTTP/2.0",\
            "method":"POST","host":"localhost:8443","uri":"/x?y","headers":{"User-Agent":\
            ["curl/7.82.0"],"Link":["/other"],"Date":["never"],"Referer":["https://r.org/"]},"tls":{"version":772}},"bytes_read":9,\
            "user_id":"ann","duration":0.000929675,"size":10900,"status":201}
            """, .caddy)
        #expect(log.time == 1_646_861_401_524_102)
        #expect(log.url == "https://localhost:8443/x?y")
        #expect(log.method == "POST")
        #expect(log.address == "127.0.0.1")
        #expect(log.userAgent == "curl/7.82.0")
        #expect(log.referrer == "https://r.org/")
        #expect(log.principal == "ann")
        #expect(log.duration == 930)
        #expect(log.byteCount == 10_900)
        #expect(log.status == 201)
        #expect(ReadLog.reject(#"{"ts":1,"msg":"started"}"#, .caddy)?.reason == .noRequest)
    }

    @Test("a line of Traefik's makes a record")
    func traefik() throws {
        let log = try ReadLog(
            """
            {"ClientAddr":"10.0.0.1:5342","ClientHost":"10.0.0.1","ClientUsername":"-",\
            "DownstreamContentSize":12,"DownstreamStatus":404,"Duration":1234567,"OriginStatus":0,\
            "RequestHost":"e.com","RequestMethod":"GET","RequestPath":"/a?b=c","RequestPort":"-",\
            "RequestScheme":"http","StartUTC":"2024-05-01T00:00:00.5Z","level":"info",\
            "request_User-Agent":"curl/8","time":"2024-05-01T00:00:09Z"}
            """, .traefik)
        #expect(log.url == "http://e.com/a?b=c")
        #expect(log.time == 1_714_521_600_500_000)
        #expect(log.duration == 1_235)
        #expect(log.status == 404)
        #expect(log.address == "10.0.0.1")
        #expect(log.principal == nil)
        #expect(log.userAgent == "curl/8")
    }

    @Test(
        "the URL comes from a URL, else path and query, else the request line",
        arguments: [
            (#"{"url":"app://a/b","path":"/c","host":"h"}"#, "app://a/b"),
            (#"{"path":"/c","query":"x=1"}"#, "/c?x=1"), (#"{"path":"/c","args":"?x"}"#, "/c?x"),
            (#"{"uri":"/c?y","query":"x=1","Host":"h"}"#, "https://h/c?y"),
            (#"{"path":"/c","scheme":"http","host":"h:80"}"#, "http://h/c"),
            (#"{"path":"/c","scheme":"http","host":"h:443"}"#, "http://h:443/c"),
            (#"{"request":"GET /a b HTTP/1.1"}"#, "/a b"), (#"{"request":"GET /a"}"#, "/a"),
            (#"{"URL":"\u00e9:\/\/a"}"#, "é://a"), (#"{"url":"","path":"/c"}"#, "/c"),
            (#"{"path":"//a/x"}"#, "/.//a/x"), (#"{"request_uri":"//a?x"}"#, "/.//a?x"),
            (#"{"request":"GET //a HTTP/1.1"}"#, "/.//a"), (#"{"url":"//h/x"}"#, "//h/x"),
            (#"{"uri":"/c","request_uri":"/a%20b"}"#, "/a%20b"),
        ])
    func urls(_ line: String, url: String) throws {
        #expect(try ReadLog(line, .ndjson).url == url)
    }

    @Test(
        "a time is a number in any unit, or a text",
        arguments: [
            ("1714521600", 1_714_521_600_000_000), ("1714521600.25", 1_714_521_600_250_000),
            ("1714521600123", 1_714_521_600_123_000), ("1714521600123456", 1_714_521_600_123_456),
            ("1714521600123456789", 1_714_521_600_123_456),
            (#""1714521600""#, 1_714_521_600_000_000),
            (#""2024-05-01T00:00:00Z""#, 1_714_521_600_000_000),
            (#""2024-05-01 00:00:00""#, 1_714_521_600_000_000),
            (#""2024-05-01 02:00:00.5+02:00""#, 1_714_521_600_500_000),
            (#""01/May/2024:02:00:00 +0200""#, 1_714_521_600_000_000),
            (#""[01/May/2024:02:00:00 +0200]""#, 1_714_521_600_000_000), ("-5", -5_000_000),
            ("\"1.9999999\"", 1_999_999), (#""2024-05-01T00:00:00+0000""#, 1_714_521_600_000_000),
            (#""2024-05-01T02:00:00.5+0200""#, 1_714_521_600_500_000),
            (#""2024-05-01 02:00:00 +02""#, 1_714_521_600_000_000),
            (#""2024-05-01 00:00:00,123""#, 1_714_521_600_123_000),
            (#""Wed, 01 May 2024 00:00:00 GMT""#, 1_714_521_600_000_000),
        ])
    func times(_ text: String, time: Int64) throws {
        #expect(try ReadLog(#"{"url":"/","ts":\#(text)}"#, .ndjson).time == time)
    }

    @Test("a line counts with its weight, by default one")
    func weights() throws {
        #expect(try ReadLog(#"{"url":"/"}"#, .ndjson).weight == 1)
        #expect(try ReadLog(#"{"url":"/","weight":null}"#, .ndjson).weight == 1)
        #expect(try ReadLog(#"{"url":"/","weight":40}"#, .ndjson).weight == 40)
        for weight in ["0", "-1", "1.5", "\"many\""] {
            let line = #"{"url":"/","weight":\#(weight)}"#
            #expect(ReadLog.reject(line, .ndjson)?.reason == .badNumber, "\(weight)")
        }
    }

    @Test(
        "a duration has the unit of its text or name, or depends on its decimal point",
        arguments: [
            (#""duration":"12ms""#, 12_000), (#""duration_ms":1.5"#, 1_500),
            (#""request_time":2"#, 2_000_000), (#""latency":0.25"#, 250_000),
            (#""elapsed":250"#, 250), (#""durationNs":1500"#, 2), (#""duration":"7µs""#, 7),
        ])
    func durations(_ member: String, duration: Int64) throws {
        #expect(try ReadLog(#"{"url":"/",\#(member)}"#, .ndjson).duration == duration)
    }

    @Test(
        "invalid lines are rejected",
        arguments: [
            (#"{"url":"/""#, LogReject.Reason.notJSON), ("[]", .notJSON), (#"{"a":1}"#, .noURL),
            (#"{"url":null}"#, .noURL), (#"{"url":"/","time":"noon"}"#, .badTime),
            (#"{"url":"/","status":"OK"}"#, .badNumber), (#"{"url":"/","status":-1}"#, .badNumber),
            (#"{"url":"/","bytes":1.5}"#, .badNumber), (#"{"url":"/","time":1e300}"#, .badTime),
            (#"{"url":"/","duration":"soon"}"#, .badNumber),
            (#"{"url":"/","duration":"1e999"}"#, .badNumber),
            (#"{"url":"/a\u0000b"}"#, .controlCharacter), ("/a", .notJSON),
            (#"{"method":"CONNECT","uri":"e.com:443"}"#, .noPath),
            (#"{"method":"OPTIONS","uri":"*"}"#, .noPath),
            (#"{"request":"CONNECT e.com:443 HTTP/1.1"}"#, .noPath),
            (#"{"url":"/","time":"Wed, 32 May 2024 00:00:00 GMT"}"#, .badTime),
            (#"{"url":"/","time":"2024-05-01T00:00:00+000"}"#, .badTime),
        ])
    func rejects(_ line: String, reason: LogReject.Reason) {
        #expect(ReadLog.reject(line, .ndjson)?.reason == reason)
    }

    @Test(
        "delimited lines follow their header",
        arguments: [
            ("time,url,status", "1714521600,/a?x=1,200"),
            ("Status;URL;Time", "200;/a?x=1;1714521600"),
            ("url\tid\ttimestamp\tstatus", "/a?x=1\t7\t2024-05-01T00:00:00Z\t200"),
            ("\u{FEFF}\"url\",\"time\",\"status\"", "\"/a?x=1\",\"2024-05-01 00:00:00\",\"200\""),
        ])
    func delimited(_ header: String, line: String) throws {
        let header = try #require(DelimitedHeader(Array(header.utf8)))
        let log = try ReadLog(line, .delimited(header))
        #expect(log.url == "/a?x=1")
        #expect(log.time == 1_714_521_600_000_000)
        #expect(log.status == 200)
    }

    @Test("a quoted field may contain separators and doubled quotes")
    func quotedFields() throws {
        let header = try #require(DelimitedHeader(Array("url,agent,user".utf8)))
        let log = try ReadLog(#""/a,""b""","x""y",-"#, .delimited(header))
        #expect(log.url == #"/a,"b""#)
        #expect(log.userAgent == #"x"y"#)
        #expect(log.principal == nil)
    }

    @Test(
        "a delimited line that does not fit its header is rejected",
        arguments: [
            ("/a", LogReject.Reason.fieldCount), ("/a,1,2", .fieldCount), (",1", .noURL),
            (#""/a,1"#, .unclosedQuote), (#""/a"x,1"#, .notThisFormat),
            ("/\u{1},1", .controlCharacter),
        ])
    func delimitedRejects(_ line: String, reason: LogReject.Reason) throws {
        let header = try #require(DelimitedHeader(Array("url,id".utf8)))
        #expect(ReadLog.reject(line, .delimited(header))?.reason == reason)
    }

    @Test("the header is skipped anywhere, with or without a byte order mark")
    func repeatedHeader() throws {
        let (plain, marked) = (Array("url,id".utf8), Array("\u{FEFF}url,id".utf8))
        for lines in [[plain], [marked]] {
            let format = try #require(LogFormat.detect(lines)?.format)
            var parser = LogLineParser(format)
            #expect(parser.parse(plain.span.bytes) == .skipped)
            #expect(parser.parse(marked.span.bytes) == .skipped)
        }
    }

    @Test("a line is a URL, without surrounding white space")
    func plainURLs() throws {
        #expect(try ReadLog("  myapp://a b \t", .urls).url == "myapp://a b")
        #expect(ReadLog.reject("ab\u{0}c", .urls) == LogReject(.controlCharacter, at: 2))
    }
}
