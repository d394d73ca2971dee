import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Formats of logs")
struct LogFormatTests {
    private static let request = #"[10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 23"#

    private func detect(_ text: String) -> DetectedLogFormat? {
        LogFormat.detect(text.split(separator: "\n").map { Array($0.utf8) })
    }

    @Test(
        "the format is detected from the first lines",
        arguments: [
            ("1.2.3.4 - - \(request)", "common"), ("1.2.3.4 - - \(request) 0.5", "common"),
            (#"1.2.3.4 - J Doe \#(request) "-" "curl""#, "combined"),
            ("e.com:80 1.2.3.4 - - \(request)", "vhost-common"),
            (#"e.com ::1 - ann \#(request) "-" "curl" 0.5"#, "vhost-combined"),
            (#"{"remote_addr":"::1","request_uri":"/","status":"200"}"#, "nginx"),
            (#"{"ts":1,"request":{"uri":"/"},"status":200}"#, "caddy"),
            (#"{"RequestPath":"/","DownstreamStatus":200}"#, "traefik"),
            (#"{"url":"/","time":1}"#, "ndjson"), ("time,url\n1,/a", "csv"), ("url\n/a", "csv"),
            ("https://e.com/a,b\n/c", "urls"), ("# mine\n\nmyapp:a", "urls"),
        ])
    func detection(_ text: String, name: String) {
        #expect(detect(text)?.format.name == name)
    }

    @Test("of several formats, the one of most lines wins")
    func majority() {
        let line = "1.2.3.4 - - \(Self.request)\n"
        let found = detect("/a\n" + line + "\u{1}\n" + line)
        #expect(found?.format == .common)
        #expect(found?.reason == "2 of the first 4 lines match")
    }

    @Test(
        "nothing is detected in other files",
        arguments: ["", "#", "hello world", "{}", "a,b\n1,2"])
    func noFormat(_ text: String) {
        #expect(detect(text) == nil)
    }

    @Test("every name gives its format")
    func names() {
        for name in LogFormat.names {
            let line = name == "w3c" ? "#Fields: cs-uri-stem" : "url,time"
            #expect(LogFormat(name: name, lines: [Array(line.utf8)])?.name == name)
        }
        #expect(LogFormat(name: "elf", lines: []) == nil)
        #expect(LogFormat(name: "csv", lines: [Array("a,b".utf8)]) == nil)
    }
}
