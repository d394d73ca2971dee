import ArgumentParser
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

@Suite("resolve --record")
struct RecordTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id:int}", "--target", "user")
        await tool("add", "/reset/{token}", "--target", "reset")
    }

    private func written(_ name: String = "routes.hits.db") throws -> [Hit] {
        var hits: [Hit] = []
        try HitsReader(path: tool.directory.path(name)).scan(texts: .all) { hits += try $0.hits() }
        return hits
    }

    @Test("each URL is a hit at the time of its request, and answers do not change")
    func hits() async throws {
        let plain = await tool("resolve", "/user/1", "-", input: "/user/2\n\n/nope\n")
        #expect(!FileManager.default.fileExists(atPath: tool.directory.path("routes.hits.db")))
        let run = await tool(
            "resolve", "/user/1", "-", "--record", "--as", "alice", input: "/user/2\n\n/nope\n")
        #expect((run.status, run.output) == (1, plain.output))
        #expect(run.diagnostics.isEmpty)
        _ = await tool("resolve", "/user/3", "--record", "--at", "2026-01-01T00:00:00Z")
        // In which order hits of one batch are written is nobody's to say.
        let hits = try written().sorted { $0.url.lexicographicallyPrecedes($1.url) }
        #expect(
            hits.map { String(decoding: $0.url, as: UTF8.self) } == [
                "/nope", "/user/1", "/user/2", "/user/3",
            ])
        #expect(hits.map(\.outcome) == [.unmatched, .matched, .matched, .matched])
        #expect(hits.map(\.route) == [nil, 1, 1, 1])
        #expect(hits[0].time == Tool.time)
        #expect(hits[3].time == RegistryOptions.testTime)
        #expect(hits[0].principal == Array("alice".utf8))
    }

    @Test("privacy rules come from the command line, or else from the environment")
    func privacy() async throws {
        tool.environment["ROUTEDB_PRIVACY"] = "token=drop @principal=hash"
        tool.environment["ROUTEDB_PRIVACY_KEY"] = "a key that is long enough"
        tool.environment["ROUTEDB_HISTORY"] = tool.directory.path("other.hits.db")
        _ = await tool("resolve", "/reset/abc", "--record", "--as", "alice")
        _ = await tool("resolve", "/reset/abc", "--record", "--privacy", "token=truncate:1")
        let hits = try written("other.hits.db")
        #expect(hits.map { String(decoding: $0.url, as: UTF8.self) } == ["/reset/-", "/reset/a"])
        #expect(hits[0].principal?.count == 17)
        let wrong = await tool("resolve", "/user/1", "--record", "--privacy", "token")
        #expect(wrong.status == 2)
        #expect(wrong.diagnostics.contains("'token' is not a valid privacy rule"))
    }

    @Test("only what '--privacy-keep' names is stored, beside types of few values")
    func permission() async throws {
        await tool(
            "resolve", "/user/1?ref=a&x=S", "/reset/S", "--record", "--privacy-keep", "ref,x-y")
        await tool(
            "resolve", "/reset/S?x=S", "--record", "--privacy-keep", "token", "--privacy",
            "x=truncate:1")
        let urls = try written().map { String(decoding: $0.url, as: UTF8.self) }
        #expect(urls == ["/user/1?ref=a", "/reset/-", "/reset/S?x=S"])
        for options in [["--record", "--privacy-keep", "*"], ["--privacy-keep", "ref"]] {
            #expect(await tool.run(["resolve", "/user/1"] + options).status != 0)
        }
    }

    @Test("links store only what counts campaigns, unless a rule is for all values")
    func usualOfLinks() throws {
        func texts(_ words: [String], usual: String? = nil) throws -> [String] {
            try PrivacyOptions.parse(words).texts(usual: usual, ofLinks: true)
        }
        let list = try texts([])
        #expect(list.count == 1 && list[0].hasPrefix("@keep=utm_source,"))
        #expect(try PrivacyRules(list).description.contains("utm_campaign"))
        #expect(try texts(["--privacy", "x=drop"]) == ["x=drop"] + list)
        #expect(try texts([], usual: "x=drop y=drop") == ["x=drop", "y=drop"] + list)
        #expect(try texts(["--privacy", "*=keep"]) == ["*=keep"])
        #expect(try texts([], usual: "@keep=a") == ["@keep=a"])
        #expect(try texts(["--privacy-keep", "a,b"], usual: "*=keep") == ["@keep=a,b"])
    }

    @Test("an unwritable history is reported, and the answer is still printed")
    func failures() async throws {
        let missing = tool.directory.path("missing/x.hits.db")
        let run = await tool("resolve", "/user/1", "--record", "--history", missing)
        #expect(run.status == 2)
        #expect(run.output.contains("/user/1"))
        #expect(run.diagnostics.contains("missing/x.hits"))
        let named = await tool("resolve", "--name", "task", "--record")
        #expect(named.status == 64)
        let unrecorded = await tool("resolve", "/user/1", "--privacy", "id=drop")
        #expect(unrecorded.status == 64)
    }
}
