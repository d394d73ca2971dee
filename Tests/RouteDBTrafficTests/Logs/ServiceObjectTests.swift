import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// JSON of balancers and content networks, built after their makers' pages.
@Suite("JSON of services")
struct ServiceObjectTests {
    private func read(_ line: String) throws -> ReadLog {
        let format = try #require(LogFormat.detect([Array(line.utf8)])?.format)
        #expect(format == .ndjson)
        return try ReadLog(line, format)
    }

    @Test("Fastly: the format of its page on log streaming")
    func fastly() throws {
        let record = try read(
            #"{"timestamp":"2026-03-01T10:00:00+0000","client_ip":"203.0.113.10","geo_country":"germany","host":"shop.example.com","url":"/items/42?ref=a","request_method":"GET","request_protocol":"HTTP/2","request_referer":"https://r.example/","request_user_agent":"curl/8","response_state":"HIT","response_status":200,"response_reason":"OK","response_body_size":500,"fastly_server":"cache-fra1","fastly_is_edge":true}"#
        )
        #expect(record.url == "https://shop.example.com/items/42?ref=a")
        #expect(record.time == 1_772_359_200_000_000)
        #expect(record.status == 200)
        #expect(record.byteCount == 500)
        #expect(record.referrer == "https://r.example/")
        #expect(record.userAgent == "curl/8")
        #expect(record.address == "203.0.113.10")
    }

    @Test("Envoy: the format of Istio in JSON, whose durations are in milliseconds")
    func envoy() throws {
        let line =
            #"{"authority":"shop.example.com","bytes_sent":500,"duration":12,"method":"GET","path":"/items/42?ref=a","protocol":"HTTP/2","response_code":200,"start_time":"2026-03-01T10:00:00.310Z","user_agent":"curl/8","downstream_remote_address":"203.0.113.10:4"}"#
        let record = try ReadLog(line, .ndjson, options: LogOptions(durationUnit: .milliseconds))
        #expect(try read(line).url == "https://shop.example.com/items/42?ref=a")
        #expect(record.status == 200)
        #expect(record.time == 1_772_359_200_310_000)
        #expect(record.duration == 12_000)
    }

    @Test("Azure: what a client asked for, before rules rewrote it, and Front Door's absolute URL")
    func azure() throws {
        let gateway = try read(
            #"{"timeStamp":"2026-03-01T10:00:00Z","category":"ApplicationGatewayAccessLog","properties":{"clientIP":"203.0.113.10","httpMethod":"GET","requestUri":"/internal","requestQuery":"x=1","userAgent":"curl/8","httpStatus":200,"host":"10.0.0.4","originalRequestUriWithArgs":"/items/42?ref=a","originalHost":"shop.example.com"}}"#
        )
        #expect(gateway.url == "https://shop.example.com/items/42?ref=a")
        #expect(gateway.status == 200)
        let door = try read(
            #"{"time":"2026-03-01T10:00:00Z","category":"FrontDoorAccessLog","properties":{"httpMethod":"GET","requestUri":"https://shop.example.com:443/items/42?ref=a","userAgent":"curl/8","clientIp":"203.0.113.10","timeTaken":"0.012","httpStatusCode":"200"}}"#
        )
        #expect(door.url == "https://shop.example.com:443/items/42?ref=a")
        #expect(door.duration == 12_000)
        #expect(door.status == 200)
    }

    @Test("Vercel: a message of a function is no request, whose path would be that of the function")
    func vercel() throws {
        let line =
            #"{"id":"1","deploymentId":"d","host":"shop.example.com","timestamp":1772359200000,"path":"/items/[id]","message":"hello"}"#
        #expect(ReadLog.reject(line, .ndjson)?.reason == .noRequest)
        let proxied = line.dropLast() + #","proxy":{"path":"/items/42","method":"GET"}}"#
        #expect(try ReadLog(String(proxied), .ndjson).url == "https://shop.example.com/items/42")
    }

    @Test(
        "the languages of clients are read where a log has them",
        arguments: [
            (#"{"request_uri":"/","remote_addr":"::1","http_accept_language":"de, en"}"#, "nginx"),
            (#"{"ts":1,"request":{"uri":"/","headers":{"Accept-Language":["de, en"]}}}"#, "caddy"),
            (
                #"{"RequestPath":"/","DownstreamStatus":1,"request_Accept-Language":"de, en"}"#,
                "traefik"
            ),
            (#"{"url":"/","language":"de, en"}"#, "ndjson"),
        ])
    func languages(_ line: String, _ name: String) throws {
        let format = try #require(LogFormat.detect([Array(line.utf8)])?.format)
        #expect(format.name == name)
        #expect(try ReadLog(line, format).language == "de, en")
    }
}
