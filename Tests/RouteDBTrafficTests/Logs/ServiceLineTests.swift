import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Lines as balancers, content networks and collectors write them, built after their makers' pages.
@Suite("Lines of services")
struct ServiceLineTests {
    private func detected(_ text: String) throws -> LogFormat {
        let lines = text.split(separator: "\n").map { Array($0.utf8) }
        return try #require(LogFormat.detect(lines)?.format)
    }

    private func read(_ text: String, options: LogOptions = LogOptions()) throws -> ReadLog {
        let last = try #require(text.split(separator: "\n").last)
        return try ReadLog(String(last), detected(text), options: options)
    }

    @Test("AWS's application load balancer: the URL is absolute, -1 is no duration")
    func alb() throws {
        let line =
            #"https 2026-03-01T10:00:00.123456Z app/web/50dc 203.0.113.10:40100 10.0.0.5:443 0.001 0.020 0.000 200 200 300 1500 "GET https://shop.example.com:443/items/42?ref=a HTTP/2.0" "curl/8 \"x\"" ECDHE TLSv1.2 arn:aws:x "Root=1-5" "shop.example.com" "arn:aws:acm" 0 2026-03-01T10:00:00.100000Z "forward" "-" "-""#
        let record = try read(line)
        #expect(try detected(line).name == "alb")
        #expect(record.url == "https://shop.example.com:443/items/42?ref=a")
        #expect(record.method == "GET")
        #expect(record.time == 1_772_359_200_123_456)
        #expect(record.status == 200)
        #expect(record.duration == 20_000)
        #expect(record.userAgent == #"curl/8 "x""#)
        #expect(record.address == "203.0.113.10")
        let failed = line.replacing("0.001 0.020 0.000", with: "-1 -1 -1")
        #expect(try read(failed).duration == nil)
    }

    @Test("AWS's classic load balancer has the same fields without a type, and the time first")
    func elb() throws {
        let record = try read(
            #"2026-03-01T10:00:00.123456Z web 203.0.113.10:40100 10.0.0.1:80 0.000073 0.020000 0.000057 200 200 0 29 "GET http://shop.example.com:80/items/42 HTTP/1.1" "curl/7.38.0" - -"#
        )
        #expect(record.url == "http://shop.example.com:80/items/42")
        #expect(record.time == 1_772_359_200_123_456)
        #expect(record.duration == 20_000)
        #expect(record.byteCount == 29)
        #expect(record.userAgent == "curl/7.38.0")
    }

    @Test("Kubernetes' ingress-nginx: of the fields behind the agent, the duration is read")
    func ingress() throws {
        let line =
            #"203.0.113.10 - ann [01/Mar/2026:10:00:00 +0000] "GET /items/42?ref=a HTTP/1.1" 200 500 "-" "curl/8" 412 0.012 [shop-web-80] [] 10.42.0.5:8080 500 0.011 200 8a7f"#
        for line in [line, "2026-03-01T10:00:00.1Z stdout F \(line)"] {
            let record = try read(line)
            #expect(try detected(line) == .combined)
            #expect(record.url == "/items/42?ref=a")
            #expect(record.duration == 12_000)
            #expect(record.principal == "ann")
        }
    }

    @Test("HAProxy: a time without an offset is in UTC, and captured headers are passed over")
    func haproxy() throws {
        let bare =
            #"203.0.113.10:40100 [01/Mar/2026:10:00:00.123] https~ web/srv1 0/0/1/12/13 200 500 - - ---- 1/1/0/0/0 0/0 {shop.example.com|} {} "GET /items/42?ref=a HTTP/1.1""#
        for line in [bare, "Mar  1 10:00:00 lb1 haproxy[1234]: \(bare)"] {
            let record = try read(line)
            #expect(try detected(line).name == "haproxy")
            #expect(record.url == "/items/42?ref=a")
            #expect(record.time == 1_772_359_200_123_000)
            #expect(record.duration == 13_000)
            #expect(record.address == "203.0.113.10")
        }
    }

    @Test("Envoy and Istio: the host is a field of its own")
    func envoy() throws {
        let envoy =
            #"[2026-03-01T10:00:00.310Z] "POST /items/42 HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0" "shop.example.com" "tcp://10.0.2.1:80""#
        let istio =
            #"[2026-03-01T10:00:00.310Z] "POST /items/42 HTTP/2" 204 - via_upstream - "-" 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0" "shop.example.com" "10.0.2.1:80" outbound|80||x - 10.0.0.1:80 10.0.0.2:5 - default"#
        for (line, name) in [(envoy, "envoy"), (istio, "istio")] {
            let record = try read(line)
            #expect(try detected(line).name == name)
            #expect(record.url == "https://shop.example.com/items/42")
            #expect(record.method == "POST")
            #expect(record.status == 204)
            #expect(record.duration == 226_000)
            #expect(record.userAgent == "nsq2http")
        }
    }

    @Test("CloudFront: the host is the client's, the duration in seconds, texts are unescaped")
    func cloudFront() throws {
        let record = try read(
            "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host)"
                + " cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header"
                + " cs-protocol time-taken\n"
                + "2026-03-01\t10:00:00\tFRA50\t500\t203.0.113.10\tGET\td1.cloudfront.net\t/items/42"
                + "\t200\t-\tMozilla/5.0%20(X11)\tref=a\tshop.example.com\thttp\t0.012\n")
        #expect(record.url == "http://shop.example.com/items/42?ref=a")
        #expect(record.time == 1_772_359_200_000_000)
        #expect(record.duration == 12_000)
        #expect(record.userAgent == "Mozilla/5.0 (X11)")
        #expect(record.referrer == nil)
    }

    @Test("IIS: a line that names the fields anew counts from there on")
    func iis() throws {
        let head =
            "#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method"
            + " cs-uri-stem cs-uri-query cs-username c-ip cs(User-Agent) sc-status time-taken"
        let line =
            "2026-03-01 10:00:00 GET /items/42 ref=a ann 203.0.113.10 Mozilla/5.0+(Windows) 200 15"
        let record = try read(head + "\n" + line)
        #expect(record.url == "/items/42?ref=a")
        #expect(record.duration == 15_000)
        #expect(record.userAgent == "Mozilla/5.0 (Windows)")
        #expect(record.principal == "ann")
        let linked = try read(
            "#Fields: cs-host cs-uri-stem cs(Referer) cs(Accept-Language)\n"
                + "e.com /a https://r.example/?q=a+b de-AT,de;q=0.9")
        #expect(linked.referrer == "https://r.example/?q=a+b")
        #expect(linked.language == "de-AT,de;q=0.9")
        #expect(linked.url == "https://e.com/a")

        var parser = LogLineParser(try detected(head))
        let names = Array("#Fields: cs-method cs-uri-stem".utf8)
        let isSkipped = parser.skips(names.span.bytes)
        #expect(isSkipped)
        let other = Array("PUT /b".utf8)
        guard case .record(let found) = parser.parse(other.span.bytes) else {
            Issue.record("the line has the new fields")
            return
        }
        #expect(parser.string(found.url, in: other.span.bytes) == "/b")
        guard case .rejected(let reject) = parser.parse(Array(line.utf8).span.bytes) else {
            Issue.record("the line has the old fields")
            return
        }
        #expect(reject.reason == .fieldCount)
    }

    @Test(
        "JSON of Cloudflare, Vercel, Google and Azure",
        arguments: [
            #"{"ClientIP":"203.0.113.10","ClientRequestHost":"shop.example.com","ClientRequestMethod":"GET","ClientRequestURI":"/items/42?ref=a","EdgeResponseStatus":200,"EdgeStartTimestamp":"2026-03-01T10:00:00Z","ClientRequestScheme":"https"}"#,
            #"{"id":"1","host":"shop.example.com","timestamp":1772359200000,"statusCode":200,"path":"/items/[id]","proxy":{"timestamp":1772359200000,"method":"GET","host":"shop.example.com","path":"/items/42?ref=a","statusCode":200,"scheme":"https","clientIp":"203.0.113.10"}}"#,
            #"{"httpRequest":{"requestMethod":"GET","requestUrl":"https://shop.example.com/items/42?ref=a","status":200,"remoteIp":"203.0.113.10","latency":"0.1s"},"timestamp":"2026-03-01T10:00:00Z","severity":"INFO"}"#,
            #"{"time":"2026-03-01T10:00:00Z","operationName":"ApplicationGatewayAccess","properties":{"clientIP":"203.0.113.10","httpMethod":"GET","requestUri":"/items/42","requestQuery":"ref=a","httpStatus":200,"host":"shop.example.com"}}"#,
        ])
    func objects(_ line: String) throws {
        let record = try read(line)
        #expect(record.url == "https://shop.example.com/items/42?ref=a")
        #expect(record.time == 1_772_359_200_000_000)
        #expect(record.method == "GET")
        #expect(record.status == 200)
        #expect(record.address == "203.0.113.10")
    }

    @Test(
        "what a collector puts around a line is taken off",
        arguments: [
            "<190>Mar  1 10:00:00 web1 nginx: %", "Mar 11 10:00:00 web1 nginx[12]: %",
            "<190>1 2026-03-01T10:00:00Z web1 nginx 12 - - %",
            #"<190>1 2026-03-01T10:00:00Z web1 nginx 12 - [a b="\"]"][c d="e"] %"#,
            "<190>1 2026-03-01T10:00:00Z web1 nginx 12 - - \u{FEFF}%",
            "2026-03-01T10:00:00.123456789Z stdout F %", "docker",
            "<134>2026-03-01T10:00:00Z cache-fra1 shop[62959]: %",
            "2026-03-01T10:00:00.123456+01:00 web1 nginx: %", "<190>Mar  1 10:00:00 nginx: %",
        ])
    func envelopes(_ envelope: String) throws {
        let bare =
            #"203.0.113.10 - ann [01/Mar/2026:10:00:00 +0000] "GET /items/42?q=\"x\" HTTP/1.1" 200 500 "-" "curl 8""#
        let line =
            envelope == "docker"
            ? JSONValue.object([
                "log": .string(bare + "\n"), "stream": "stdout", "time": "2026-03-01T10:00:00Z",
            ]).description : envelope.replacing("%", with: bare)
        let record = try read(line)
        #expect(try detected(line) == .combined)
        #expect(record == (try ReadLog(bare, .combined)))
        let string = #"%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i""#
        #expect(try ReadLog(line, .template(try LogTemplate(format: string))) == record)
    }

    @Test(
        "a line is rejected at its byte behind the envelope, and fields of templates may look like one"
    )
    func behindEnvelope() throws {
        let reject = ReadLog.reject("<190>Mar  1 10:00:00 web1 nginx: 1.2.3.4 x", .combined)
        #expect(reject == LogReject(.notThisFormat, at: 41))
        let template = try LogTemplate(format: "$time_iso8601 $host $remote_addr: $uri")
        let record = try ReadLog("2026-03-01T10:00:00Z e.com ::1: /a", .template(template))
        #expect(record.url == "https://e.com/a")
    }

    @Test("JSON objects are found in an envelope too")
    func object() throws {
        let record = try read("2026-03-01T10:00:00.1Z stderr F " + #"{"url":"/a","method":"GET"}"#)
        #expect(record.url == "/a")
        #expect(record.method == "GET")
    }
}
