import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("Hits that another process numbers")
struct NumberedHitsTests {
    private let directory: TemporaryDirectory
    private let table: RoutingTable
    private let stream = [UInt8](repeating: 7, count: 16)

    init() async throws {
        directory = try TemporaryDirectory()
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(routes: [
                RouteDraft(pattern: "/a/{n:int}", target: "a")
            ]))
        table = registry.table
        await registry.close()
    }

    private var path: String { directory.path("routes.hits.db") }

    /// Sends hits with the numbers of a range.
    private func send(_ numbers: ClosedRange<Int64>) throws -> NumberedHits.Answer {
        var hits = NumberedHits(resolvingWith: table, privacy: .keepAll, now: 1_000_000)
        for number in numbers { try hits.append(["url": .string("/a/\(number)")]) }
        return try hits.write(
            to: path, registry: directory.path("routes.db"), stream: stream,
            first: numbers.lowerBound)
    }

    /// The URLs in the history, in any order.
    private func urls() async throws -> [String] {
        let history = try await HitHistory.open(path)
        var urls: [String] = []
        for try await hit in history.hits() { urls.append(hit.urlText) }
        await history.close()
        return urls.sorted()
    }

    @Test("each is written once, however often and in whatever batches they are sent (N2)")
    func once() async throws {
        var generator = SeededGenerator(seed: 1)
        var next: Int64 = 1
        for _ in 0..<60 {
            let first = Int64.random(in: 1...next, using: &generator)
            let last = first + Int64.random(in: 0..<8, using: &generator)
            let answer = try send(first...last)
            #expect(answer.duplicate == Int(min(last, next - 1) - first + 1))
            #expect(answer.written == Int(max(0, last - next + 1)))
            next = max(next, last + 1)
            #expect(answer.next == next)
        }
        #expect(try await urls() == (1..<next).map { "/a/\($0)" }.sorted())
    }

    @Test("a batch that would leave a gap is refused, and says how to go on (N2)")
    func gap() async throws {
        _ = try send(1...3)
        let error = #expect(throws: RouteDBError.self) { try send(5...6) }
        #expect(error?.hint == "Send the hits from number 4 on.")
        #expect(try await urls().count == 3)
    }

    @Test("they are resolved, with what is known of them")
    func facts() async throws {
        var hits = NumberedHits(resolvingWith: table, privacy: .keepAll, now: 1_000_000)
        try hits.append([
            "url": "/a/1", "time": "2026-01-01T00:00:00Z", "principal": "ada",
            "referrer": "http://b/", "status": 200, "durationUs": 12, "weight": 3,
            "userAgent": "curl/8.5",
        ])
        try hits.append(["url": "/b"])
        _ = try hits.write(
            to: path, registry: directory.path("routes.db"), stream: stream, first: 1)
        let history = try await HitHistory.open(path)
        var found: [RecordedHit] = []
        for try await hit in history.hits() { found.append(hit) }
        await history.close()
        let first = try #require(found.first { $0.urlText == "/a/1" })
        #expect(first.outcome == .matched)
        #expect(first.weight == 3)
        #expect(first.userAgent == Array("curl/8.5".utf8))
        #expect(first.isBot == true && first.platform == "other")
        #expect(found.first { $0.urlText == "/b" }?.outcome == .unmatched)
    }

    @Test(
        "what is wrong with a hit is named",
        arguments: [
            "{}", "{\"url\":1}", "{\"ur\":\"/\"}", "{\"url\":\"/\",\"status\":99}",
            "{\"url\":\"/\",\"weight\":0}", "{\"url\":\"/\",\"durationUs\":-1}",
            "{\"url\":\"/\",\"time\":\"noon\"}",
        ])
    func wrong(text: String) throws {
        guard case .object(let object) = try JSONValue(parsing: text) else { return }
        var hits = NumberedHits(resolvingWith: table, privacy: .keepAll, now: 0)
        #expect(throws: JSONMistake.self) { try hits.append(object) }
    }
}
