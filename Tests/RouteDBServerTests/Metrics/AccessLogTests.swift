#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("The access log")
struct AccessLogTests {
    private func entry(path: String = "/a", agent: String? = nil, caller: String = "")
        -> AccessEntry
    {
        AccessEntry(
            address: "192.0.2.1", caller: caller, time: 1_767_225_600_000_000,
            method: "GET", path: path, version: "HTTP/1.1", status: 200, bytes: 5, referrer: nil,
            userAgent: agent)
    }

    private func text(_ entry: AccessEntry) -> String {
        String(decoding: entry.line, as: UTF8.self)
    }

    @Test("an entry is a line of the combined format")
    func line() {
        #expect(
            text(entry(agent: "curl/8", caller: "ada"))
                == """
                192.0.2.1 - ada [01/Jan/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8"\n
                """)
    }

    @Test("hostile texts cannot end their field, nor their line")
    func hostile() {
        let line = text(
            entry(path: "/\"\\\n\u{1b}é", agent: "\"\r\n x", caller: "a b] [x\"\n"))
        #expect(
            line == """
                192.0.2.1 - a_b___x__ [01/Jan/2026:00:00:00 +0000] \
                "GET /\\"\\\\\\x0a\\x1b\\xc3\\xa9 HTTP/1.1" 200 5 "-" "\\"\\x0d\\x0a x"\n
                """)
    }

    @Test("what the service writes is imported by our own reader, every line of it")
    func imported() async throws {
        let directory = try TemporaryDirectory()
        let log = directory.path("access.log")
        try await RunningServer.with(in: directory, { $0.accessLog = log }) { server in
            let session = try await server.loggedIn()
            _ = try await session.get(
                "/api/v1", ("User-Agent", "te\"st"), ("Referer", "http://a/?b"))
            _ = try await server.client.get("/nowhere%20%22?secret=1")
            _ = try await server.client.get("/readyz", ("Host", "evil.net"))
        }
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(!lines.contains { $0.contains("secret") || $0.contains("code=") })
        #expect(lines[1].contains("- ada ["))
        #expect(lines[1].hasSuffix("\"http://a/\" \"te\\\"st\""))
        #expect(lines[2].contains("\"GET /nowhere%20%22 HTTP/1.1\" 404 "))
        #expect(lines[3].contains("\"GET /readyz HTTP/1.1\" 421 "))
        let importer = try await LogImporter.open(
            directory.path("log.hits.db"), options: LogImportOptions(resolving: .nothing))
        let report = try await importer.importFile(log)
        await importer.close()
        #expect(report.format == "combined")
        #expect(report.imported == 4)
        #expect(report.rejected == 0)
    }
}
#endif
