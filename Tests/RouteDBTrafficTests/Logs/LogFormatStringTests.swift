import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Format strings of logs")
struct LogFormatStringTests {
    private func read(_ line: String, _ format: String) throws -> ReadLog {
        try ReadLog(line, .template(try #require(LogTemplate(format: format), "\(format)")))
    }

    @Test("nginx's combined format, given as a string, reads as the built-in one")
    func nginx() throws {
        let line =
            #"1.2.3.4 - ann [10/Oct/2000:13:55:36 -0700] "GET /a?q=\"x\" HTTP/1.0" 200 23 "http://e.com/" "curl""#
        let string =
            #"$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent""#
        #expect(try read(line, string) == (try ReadLog(line, .combined)))
        #expect(try read(line + " 0.123", string + " $request_time").duration == 123_000)
    }

    @Test("a host and a path of their own make a URL; unknown variables are passed over")
    func parts() throws {
        let record = try read(
            "shop.example.com|https|GET|/items|a=1|x y|7",
            "$host|$scheme|$request_method|$uri|$args|$unknown|$status")
        #expect(record.url == "https://shop.example.com/items?a=1")
        #expect(record.method == "GET")
        #expect(record.status == 7)
    }

    @Test(
        "Apache's formats",
        arguments: [
            (
                #"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\" %D"#,
                #"1.2.3.4 - ann [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl" 1500"#
            ),
            (
                #"%a %u [%{%d/%b/%Y:%H:%M:%S %z}t] %m %U%q %s %T"#,
                "1.2.3.4 ann [10/Oct/2000:13:55:36 -0700] GET /a? 200 0.0015"
            ),
            (
                #"%u|%{%Y-%m-%dT%H:%M:%S%z}t|%r|%{ms}T|%{X-Id}o|%h"#,
                "ann|2000-10-10T13:55:36-0700|GET /a HTTP/1.1|1.5|x|1.2.3.4"
            ),
        ])
    func apache(_ format: String, _ line: String) throws {
        guard !format.contains("%U%q") else {
            // A path and a query without text between them cannot be told apart.
            #expect(LogTemplate(format: format) == nil)
            return
        }
        let record = try read(line, format)
        #expect(record.url == "/a")
        #expect(record.principal == "ann")
        #expect(record.address == "1.2.3.4")
        #expect(record.time == 971_211_336_000_000)
        #expect(record.duration == 1_500)
    }

    @Test("GoAccess's formats, in which an offset behind the time counts")
    func goAccess() throws {
        let line =
            #"1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl""#
        let record = try read(line, #"%h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u""#)
        #expect(record == (try ReadLog(line, .combined)))
        let split = try read("2000-10-10 20:55:36 GET /a 12", "%d %t %m %U %L")
        #expect(split.time == 971_211_336_000_000)
        #expect(split.duration == 12_000)
    }

    @Test(
        "a text that is no format string, or one without a URL, is none",
        arguments: [
            "", "elf", "$", "$remote_addr", "%", "%Q", "%h %^ %Z", "$a$request", "${request", "%{x",
        ])
    func mistakes(_ text: String) {
        #expect(LogTemplate(format: text) == nil)
    }

    @Test("fields of JSON objects are found by their paths, also by keys with dots")
    func paths() throws {
        let format = try #require(
            LogFormat(name: "json:url=req.uri,time=meta.at,principal=who", lines: []))
        let line =
            #"{"req":{"uri":"/a"},"url":"/other","meta":{"at":"2026-03-01T10:00:00Z"},"who":"ann","status":200}"#
        let record = try ReadLog(line, format)
        #expect(record.url == "/a")
        #expect(record.time == 1_772_359_200_000_000)
        #expect(record.principal == "ann")
        #expect(record.status == 200)
        #expect(try ReadLog(#"{"req.uri":"/b"}"#, format).url == "/b")
        #expect(ReadLog.reject(#"{"req":7}"#, format)?.reason == .noURL)
        for text in ["json:", "json:time=a", "json:url=", "json:what=a", "json:url=a,,"] {
            #expect(LogFormat(name: text, lines: []) == nil)
        }
    }
}
