import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A file that an earlier version of the tool made, as opposed to one that is like those it made.
@Suite("A history of an older version")
struct OlderHistoryTests {
    private let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
        try OlderHistory.make(at: fixture.path)
    }

    @Test("a writer brings it up to date, and keeps every hit and sum")
    func reading() throws {
        #expect(try code { try fixture.reader() } == .schemaMismatch)
        do { _ = try fixture.writer() }
        #expect(try fixture.number("SELECT count(*) FROM segment WHERE urls IS NULL") == 1)
        let hits = try fixture.hits()
        #expect(hits.count == 100)
        for (index, hit) in hits.enumerated() {
            let isUser = index < 45
            #expect(
                hit.timeMicroseconds == (isUser ? 1_767_315_120_000_000 : 1_767_315_360_000_000))
            let path = isUser ? "user/4" : "lost/1"
            #expect(hit.url == Array("https://shop.example.com/\(path)".utf8))
            #expect(hit.principal == (isUser ? nil : Array("ann".utf8)))
            #expect(hit.parameters == (isUser ? Array(#"{"id":4}"#.utf8) : nil))
            #expect(hit.referrer == Array("https://a.example/".utf8))
            #expect(hit.route == (isUser ? 1 : nil) && hit.namespace == 1 && hit.status == 200)
            #expect(hit.outcome == (isUser ? .matched : .unmatched) && hit.revision == 4)
        }
        #expect(try fixture.reader().verify().isEmpty)
        #expect(
            try HostileFile(path: fixture.path).rows(
                """
                SELECT route, outcome, sum(hits), sum(pruned_hits) FROM rollup_day
                GROUP BY 1, 2 ORDER BY 1, 2
                """) == [
                    ["0", "2", "110", "110"], ["1", "1", "110", "110"], ["2", "1", "55", "55"],
                ])
    }

    @Test("a pruning and forgetting go on where the older version stopped")
    func changing() throws {
        let writer = try fixture.writer()
        let limit = Timestamp(microseconds: 1_767_315_360_000_000)
        #expect(try writer.prune(HitRetention(olderThan: limit), timeMicroseconds: 0) == 45)
        #expect(try fixture.hits().count == 55)
        #expect(try fixture.number("SELECT count(*) FROM segment WHERE urls IS NULL") == 0)
        #expect(try fixture.reader().verify().isEmpty)
        let forgotten = try writer.forget([1], timeMicroseconds: 0)
        #expect(forgotten.hits == 1_100 && forgotten.pruned == 1_045)
        #expect(try fixture.hits().isEmpty)
        #expect(try fixture.number("SELECT count(*) FROM rollup_day") == 0)
        #expect(try fixture.reader().verify().isEmpty)
    }
}
