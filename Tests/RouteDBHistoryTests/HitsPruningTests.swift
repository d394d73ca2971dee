import Foundation
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Pruning hits")
struct HitsPruningTests {
    let fixture: HistoryFixture
    let writer: HitsWriter
    private static let size = Int64(HitSegment.preferredSize)
    private static let total = 3 * size + 100

    /// Three segments and a tail of 100, whose times go from 0 up by one.
    init() throws {
        fixture = try HistoryFixture()
        writer = try fixture.writer()
        let hits = (0..<Self.total).map { time in
            Hit(time: Timestamp(microseconds: time), url: Array("/\(time)".utf8), outcome: .matched)
        }
        try writer.append(HitBatch(hits))
    }

    private func prune(_ rule: HitRetention) throws -> Int64 {
        try writer.prune(rule, time: 77)
    }

    /// Expects that the hits from a time on are left, and that the file says so.
    private func expectHits(from time: Int64) throws {
        let hits = try fixture.hits()
        #expect(hits.map(\.time.microseconds).sorted() == Array(time..<Self.total))
        for hit in hits { #expect(hit.url == Array("/\(hit.time.microseconds)".utf8)) }
        #expect(try fixture.reader().verify().isEmpty)
        #expect(try fixture.number("SELECT sum(hits) FROM rollup") == Self.total)
        let pruned = "iif(bucket IN (SELECT bucket FROM pruned_bucket), hits, pruned_hits)"
        #expect(try fixture.number("SELECT sum(\(pruned)) FROM rollup") == time)
        #expect(try fixture.number("SELECT pruned FROM stream") == time)
    }

    @Test(
        "only hits before a time are deleted",
        arguments: [0, 1, size - 1, size, 2 * size + 7, 3 * size, 3 * size + 40, total])
    func age(time: Int64) throws {
        #expect(try prune(HitRetention(olderThan: Timestamp(microseconds: time))) == time)
        try expectHits(from: time)
        #expect(try prune(HitRetention(olderThan: Timestamp(microseconds: time))) == 0)
    }

    @Test(
        "the oldest hits are deleted down to a number",
        arguments: [total + 1, total, total - 1, total - size, size, 100, 60, 0, -1])
    func number(limit: Int64) throws {
        let removed = min(Self.total, max(0, Self.total - limit))
        #expect(try prune(HitRetention(maximumHits: limit)) == removed)
        try expectHits(from: removed)
    }

    @Test("the oldest segments are deleted down to a file size")
    func bytes() throws {
        let pages = try fixture.number("PRAGMA page_count")
        let removed = try prune(HitRetention(maximumBytes: pages * 16_384 - 1))
        #expect(removed == Self.size)
        try expectHits(from: removed)
        #expect(try prune(HitRetention(maximumBytes: 0)) == 2 * Self.size)
        try expectHits(from: 3 * Self.size)
    }

    @Test("each pruning is listed in the file")
    func record() throws {
        #expect(
            try prune(HitRetention(olderThan: Timestamp(microseconds: 5_000), maximumHits: 6_000))
                == Self.total - 6_000)
        #expect(try fixture.number("SELECT count(*) FROM pruning") == 1)
        #expect(try fixture.number("SELECT hits FROM pruning") == Self.total - 6_000)
        #expect(try fixture.number("SELECT pruned_at FROM pruning") == 77)
        let rule = "older-than=5000 max-rows=6000"
        #expect(try fixture.number("SELECT count(*) FROM pruning WHERE rule = '\(rule)'") == 1)
    }

    @Test("the space is returned to the system")
    func space() throws {
        try writer.checkpoint()
        func size() throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
            return try #require(attributes[.size] as? Int)
        }
        let before = try size()
        let stored = try fixture.number(
            """
            SELECT sum(length(columns) + length(texts) + length(urls) + length(parameters))
            FROM segment
            """)
        _ = try prune(HitRetention(maximumHits: 0))
        try writer.returnFreeSpace()
        // A table keeps its first page.
        #expect(try stored > 50_000 && size() <= before - Int(stored) + 16_384)
        #expect(try fixture.number("PRAGMA freelist_count") == 0)
        try expectHits(from: Self.total)
    }

    @Test("numbering of hits continues")
    func afterwards() throws {
        _ = try prune(HitRetention(maximumHits: 0))
        let hit = Hit(time: 0, url: [1], outcome: .matched)
        #expect(try writer.append(HitBatch([hit])) == Self.total + 1..<Self.total + 2)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("another writer may write between two steps")
    func beside() async throws {
        let path = fixture.path
        let written = Task {
            let other = try HitsWriter(
                path: path, stream: [UInt8](repeating: 9, count: 16), time: 0,
                busyTimeout: .seconds(60))
            for _ in 0..<20 {
                let hit = Hit(time: .distantFuture, url: [2], outcome: .matched)
                try other.append(HitBatch(repeatElement(hit, count: 500)))
            }
        }
        #expect(
            try prune(HitRetention(olderThan: Timestamp(microseconds: Self.total))) == Self.total)
        try await written.value
        #expect(try fixture.hits().count == 10_000)
        #expect(try fixture.reader().verify().isEmpty)
    }
}
