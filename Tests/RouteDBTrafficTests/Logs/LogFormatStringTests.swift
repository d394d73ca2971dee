import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Format strings of logs")
struct LogFormatStringTests {
    private func read(_ line: String, _ format: String) throws -> ReadLog {
        try ReadLog(line, .template(try LogTemplate(format: format)))
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
                "1.2.3.4 ann [10/Oct/2000:13:55:36 -0700] GET /a 200 0.0015"
            ),
            (
                #"%u|%{%Y-%m-%dT%H:%M:%S%z}t|%r|%{ms}T|%{X-Id}o|%h"#,
                "ann|2000-10-10T13:55:36-0700|GET /a HTTP/1.1|1.5|x|1.2.3.4"
            ),
            (
                #"%{X-Forwarded-For}i %u [%{%d/%b/%Y:%H:%M:%S}t.%{msec_frac}t %{%z}t] "%m %U%q %H" %{us}T"#,
                #"1.2.3.4 ann [10/Oct/2000:13:55:36.000 -0700] "GET /a HTTP/1.1" 1500"#
            ),
        ])
    func apache(_ format: String, _ line: String) throws {
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

    @Test("a virtual host with its port reads as in the built-in format", arguments: [80, 443, 81])
    func port(_ port: Int) throws {
        let line =
            #"e.com:\#(port) ::1 - ann [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl""#
        let string = #"%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i""#
        #expect(try read(line, string) == (try ReadLog(line, .vhostCombined)))
        #expect(
            try read("e.com:\(port) /a", "$host:$server_port $uri").url
                == (try ReadLog(line, .vhostCombined).url))
    }

    @Test(
        "a URL in parts is put together",
        arguments: [
            ("$scheme://$host$request_uri $status", "http://e.com/a?b=1 200", "http://e.com/a?b=1"),
            ("$host$uri$is_args$args $status", "e.com/a?b=1 200", "https://e.com/a?b=1"),
            ("$server_name $host $request_uri", "_ e.com /a?b=1", "https://e.com/a?b=1"),
            ("%{Host}i %v %U%q %>s", "e.com pool1 /a?b=1 200", "https://e.com/a?b=1"),
            (
                #""$request_method $request_uri $server_protocol" $http_host"#,
                #""GET /a?b=\x221 HTTP/1.1" e.com"#, #"https://e.com/a?b="1"#
            ),
            ("$http_x_forwarded_proto $host $uri", "http e.com /a", "http://e.com/a"),
            (
                "%{X-Forwarded-Proto}i\\t%{X-Forwarded-Host}i\\t%U\\t%q", "http\te.com\t/a\t?b",
                "http://e.com/a?b"
            ),
        ])
    func joined(_ format: String, _ line: String, url: String) throws {
        #expect(try read(line, format).url == url)
    }

    @Test("JSON whose numbers may be missing is read by the places of its texts")
    func template() throws {
        let format =
            #"{"at":"$time_iso8601","uri":"$request_uri","status":$status,"up":$upstream_status,"ua":"$http_user_agent","lang":"$http_accept_language","rt":$request_time}"#
        let record = try read(
            #"{"at":"2026-03-01T10:00:00+00:00","uri":"/a?q=\"x\"","status":200,"up":,"ua":"a\u0009b","lang":"de","rt":0.012}"#,
            format)
        #expect(record.url == #"/a?q="x""#)
        #expect(record.time == 1_772_359_200_000_000)
        #expect(record.status == 200)
        #expect(record.userAgent == "a\tb")
        #expect(record.language == "de")
        #expect(record.duration == 12_000)
    }

    @Test(
        "a mistake is named",
        arguments: [
            ("", LogFormatMistake.noField), ("elf", .noField), ("$", .unknown("$")),
            ("$remote_addr", .noURL), ("%", .unknown("%")), ("%h %!", .unknown("%!")),
            ("%h %^ %Z", .unknown("%Z")), ("$a$request", .adjacent("$a", "$request")),
            ("$host$status $uri", .adjacent("$host", "$status")),
            ("${request", .unknown("${request")),
            ("%{x", .unknown("%{x")),
        ])
    func mistakes(_ text: String, _ mistake: LogFormatMistake) {
        #expect(throws: mistake) { try LogTemplate(format: text) }
        #expect(LogFormat.mistake(inString: text) == mistake.description)
        #expect(!LogFormat.isFormat(text))
    }

    @Test(
        "the formats that GoAccess brings, from its configuration file",
        arguments: [
            (
                #"%d\t%t\t%^\t%b\t%h\t%m\t%v\t%U\t%s\t%R\t%u\t%q\t%^\t%C\t%^\t%^\t%^\t%^\t%T\t%^\t%K\t%k\t%^\t%H\t%^"#,
                "2026-03-01\t10:00:00\tFRA50\t500\t203.0.113.10\tGET\te.com\t/a\t200\t-\tcurl\tb=1\t-\tHit\tx\te.com\thttps\t9\t0.012\t-\tTLSv1.3\tAES\tHit\tHTTP/2.0\t-"
            ),
            (
                #"%^ %dT%t.%^ %^ %h:%^ %^ %^ %T %^ %s %^ %^ %b "%r" "%u" %k %K %^ "%^" "%v""#,
                #"https 2026-03-01T10:00:00.5Z app/web 203.0.113.10:4 10.0.0.5:4 0.001 0.012 0 200 200 3 500 "GET /a?b=1 HTTP/2.0" "curl" A T arn "Root=1" "e.com""#
            ),
            (
                #"{ "ts": "%x.%^", "request": { "client_ip": "%h", "proto":"%H", "method": "%m", "host": "%v", "uri": "%U", "headers": {"User-Agent": ["%u"], "Referer": ["%R"] }, "tls": { "cipher_suite":"%k", "proto": "%K" } }, "duration": "%T", "size": "%b","status": "%s", "resp_headers": { "Content-Type": ["%M"] } }"#,
                #"{"ts":1772359200.5,"request":{"client_ip":"203.0.113.10","method":"GET","host":"e.com","uri":"/a?b=1","headers":{"User-Agent":["curl"]}},"duration":0.012,"size":500,"status":200}"#
            ),
            (
                #"~h{, } %^[%x] %v "%r" %s %b "%u" %T"#,
                #"203.0.113.10, 10.0.0.1 - [2026-03-01T10:00:00Z] e.com "GET /a?b=1 HTTP/1.1" 200 500 "curl" 0.012"#
            ),
        ])
    func fromGoAccess(_ format: String, _ line: String) throws {
        let record = try ReadLog(line, try #require(LogFormat(name: format, lines: [])))
        #expect(record.url == "https://e.com/a?b=1")
        #expect(record.status == 200)
        #expect(record.byteCount == 500)
        #expect(record.duration == 12_000)
        #expect(record.userAgent == "curl")
        #expect(record.time.map { $0 / 1_000_000 } == 1_772_359_200)
        #expect(LogFormat.isFormat(format))
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
        for text in [
            #"{"a":"%h","b":"%^"}"#, #"{"a":"%h %U"}"#, #"{"a":"%U","b":"%Z"}"#, #"{"a":"%U"#,
        ] {
            #expect(LogFieldPaths(text) == nil)
        }
        for text in ["json:", "json:time=a", "json:url=", "json:what=a", "json:url=a,,"] {
            #expect(LogFormat(name: text, lines: []) == nil)
        }
    }
}
