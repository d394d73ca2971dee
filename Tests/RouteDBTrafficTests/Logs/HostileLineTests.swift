import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Hostile lines of every format")
struct HostileLineTests {
    /// A format, and a line of it; the last four are given as strings.
    private static let samples: [(format: String, line: String)] = [
        (
            "alb",
            #"h2 2026-03-01T10:00:00.123456Z app/web/50dc 203.0.113.10:40100 10.0.0.5:443 0.001 0.020 0.000 200 200 300 1500 "GET https://e.com:443/items/42 HTTP/2.0" "curl/8 \"x\"" E T arn"#
        ),
        (
            "elb",
            #"2026-03-01T10:00:00.123456Z web 203.0.113.10:4 10.0.0.1:80 0.1 0.02 0.1 200 200 0 29 "GET http://e.com:80/a HTTP/1.1" "curl" - -"#
        ),
        (
            "haproxy",
            #"203.0.113.10:4 [01/Mar/2026:10:00:00.123] f~ w/s 0/0/1/12/13 200 500 - - ---- 1/1/0/0/0 0/0 "GET /items/42 HTTP/1.1""#
        ),
        (
            "envoy",
            #"[2026-03-01T10:00:00.310Z] "POST /items/42 HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "ua" "cc" "e.com" "tcp://10.0.2.1:80""#
        ),
        (
            "ndjson",
            #"{"timestamp":"2026-03-01T10:00:00+0000","host":"e.com","url":"/a","response_status":200,"proxy":{"path":"/a","scheme":"http"},"properties":{"originalHost":"e.com","timeTaken":"0.1"}}"#
        ),
        (
            #"$remote_addr [$time_local] "$request_method $request_uri $server_protocol" $status "$http_user_agent" $request_time"#,
            #"1.2.3.4 [10/Oct/2000:13:55:36 -0700] "GET /a?q=\x22 HTTP/1.0" 200 "cu\"rl" 0.123"#
        ),
        (
            #"%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i" %D"#,
            #"e.com:80 ::1 - ann [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl" 1500"#
        ),
        (
            #"{"at":"$time_iso8601","url":"$scheme://$host$request_uri","status":$status,"ua":"$http_user_agent"}"#,
            #"{"at":"2026-03-01T10:00:00+00:00","url":"http://e.com/a","status":200,"ua":"a\u0009b"}"#
        ),
        (
            #"{"request":{"uri":"%U"},"at":"%d %t","took":"%T","who":"%e"}"#,
            #"{"request":{"uri":"/a"},"at":"2026-03-01 10:00:00","took":0.012,"who":"ann"}"#
        ),
    ]

    @Test("each sample is a record, and not read by an earlier part of it")
    func samples() throws {
        for (name, line) in Self.samples {
            let format = try #require(LogFormat(name: name, lines: []), "\(name)")
            #expect(try ReadLog(line, format).url?.isEmpty == false, "\(name)")
        }
    }

    @Test("cut, misquoted, huge and invalid lines never trap, and their texts are within them")
    func damaged() throws {
        let marks = Array(#" "[]\{}:,.-0x|/u"#.utf8)
        let inserts =
            ["99999999999999999999", "1e999", "\u{0}", "HTTP/1.1", "  ", "\\"].map {
                Array($0.utf8)
            } + [[0xFF, 0xFE], [0xC3]]
        let envelopes = ["", "<190>Mar  1 10:00:00 web1 nginx: ", "2026-03-01T10:00:00Z stdout F "]
        var generator = SeededGenerator(seed: 48)
        for (name, sample) in Self.samples {
            let format = try #require(LogFormat(name: name, lines: []), "\(name)")
            var parsers = [
                LogLineParser(format), LogLineParser(format, options: LogOptions(host: "h")),
            ]
            for _ in 0..<600 * FuzzBudget.rounds {
                var bytes = generator.damaged(
                    Array((generator.pick(envelopes) + sample).utf8), marks: marks)
                let place = Int.random(in: 0...bytes.count, using: &generator)
                bytes.insert(contentsOf: generator.pick(inserts), at: place)
                for index in parsers.indices { try check(bytes, by: &parsers[index]) }
            }
        }
    }

    private func check(_ bytes: [UInt8], by parser: inout LogLineParser) throws {
        let line = bytes.span.bytes
        switch parser.parse(line) {
        case .skipped: break
        case .rejected(let reject): #expect(0...bytes.count ~= reject.offset)
        case .record(let record):
            #expect(!record.url.isEmpty)
            #expect(record.duration ?? 0 >= 0)
            for text in [
                record.url, record.method, record.referrer, record.userAgent, record.language,
                record.principal, record.address,
            ] {
                #expect(parser.bytes(of: text, in: line).count == text.range.count)
            }
        }
    }

    @Test("times that are read where they stand are those that copies give")
    func times() {
        var generator = SeededGenerator(seed: 49)
        let marks = Array("0123456789-:TZ.+".utf8)
        for text in [
            "2026-03-01T10:00:00Z", "2024-02-29T23:59:59.123456Z", "0000-01-01T00:00:00.5Z",
        ] {
            #expect(LogClock.utc(Array(text.utf8).span.bytes) != nil)
            for _ in 0..<2_000 * FuzzBudget.rounds {
                let bytes = generator.damaged(Array(text.utf8), marks: marks)
                guard let time = LogClock.utc(bytes.span.bytes) else { continue }
                #expect(time == LogClock.microseconds(date: bytes), "\(bytes)")
            }
        }
    }
}
