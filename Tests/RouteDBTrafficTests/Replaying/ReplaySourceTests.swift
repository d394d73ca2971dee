import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Synchronization
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Where replayed hits come from")
struct ReplaySourceTests {
    private let base = RegistrySnapshot.of(["/a/{id}", "/b"])
    private let head = RegistrySnapshot.of(["/a/{id:int}", "/b"])

    private func write(_ hits: [Hit], to path: String) throws {
        let writer = try HitsWriter(path: path, stream: [UInt8](repeating: 1, count: 16), time: 0)
        var batch = HitBatch()
        for hit in hits { batch.append(hit) }
        try writer.append(batch)
    }

    private func hits(_ count: Int) -> [Hit] {
        (0..<count).map { number in
            var hit = Hit(
                time: Timestamp(microseconds: Int64(number)),
                url: Array((number % 4 == 0 ? "/a/x" : "/b").utf8),
                outcome: .matched)
            hit.weight = number % 4 == 0 ? 2 : 1
            return hit
        }
    }

    @Test("hits of segments and of the tail are replayed, by weight, within a window")
    func history() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.hits.db")
        try write(hits(9_000), to: path)
        try write(hits(10), to: path)
        var options = ReplayOptions()
        options.jobs = 2
        let last = Mutex(ReplayProgress())
        let all = try await Replay(from: base, to: head, options: options).run(.history(path)) {
            progress in
            last.withLock { $0 = progress }
            return true
        }
        #expect(last.withLock { $0.hitCount == 9_010 && $0.total == 9_010 })
        #expect(all.total.recorded == 9_010 && all.total.hits == 9_010 + 2_250 + 3)
        #expect(all.groups.map(\.classes) == [[.nowUnmatched]])
        #expect(all.changed(.nowUnmatched).hits == 2 * 2_253)
        #expect(all.lastSeen?.microseconds == 8_999 && all.isComplete && all.rejects == nil)
        options.since = Timestamp(microseconds: 100)
        options.until = Timestamp(microseconds: 200)
        let some = try await Replay(from: base, to: head, options: options).run(.history(path))
        #expect(some.total.recorded == 100 && some.firstSeen?.microseconds == 100)
        #expect(some.lastSeen?.microseconds == 199)
        options.until = options.since
        let none = try await Replay(from: base, to: head, options: options).run(.history(path))
        #expect(none.total.recorded == 0)
    }

    @Test("a damaged history is an error, not a partial report")
    func damage() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.hits.db")
        try write(hits(5_000), to: path)
        try SQLiteFile.execute(
            "UPDATE segment SET columns = CAST(substr(columns, 1, 300) AS BLOB)", path: path)
        for jobs in 1...3 {
            var options = ReplayOptions()
            options.jobs = jobs
            let replay = Replay(from: base, to: head, options: options)
            let error = await #expect(throws: RouteDBError.self) {
                try await replay.run(.history(path))
            }
            #expect(error?.code == .corrupt)
        }
        let replay = Replay(from: base, to: head)
        let missing = await #expect(throws: RouteDBError.self) {
            try await replay.run(.history(directory.path("none.db")))
        }
        #expect(missing?.code == .databaseMissing)
    }

    private func log(_ text: String, format: String? = nil) -> ReplaySource {
        .log("log", format: format) { MemoryLogSource(Array(text.utf8)) }
    }

    @Test("lines of a log are replayed in order, and rejected ones are counted")
    func log() async throws {
        let text = """
            {"url":"/a/x","time":"2026-01-01T00:00:00Z","user":"ada"}
            {"url":"/b","time":"2026-01-02T00:00:00Z"}
            {"url":
            # a comment
            {"time":"2026-01-03T00:00:00Z"}
            {"url":"/a/1"}

            """
        let received = Mutex<[ReplayDifference]>([])
        let report = try await Replay(from: base, to: head).run(log(text)) { _ in
            true
        } receiving: { difference in
            received.withLock { $0.append(difference) }
        }
        #expect(report.total.hits == 3)
        #expect(report.rejects?.format == "ndjson" && report.rejects?.lineCount == 6)
        #expect(report.rejects?.examples.map(\.line) == [3, 5] && report.rejects?.count == 2)
        #expect(received.withLock { $0 }.map(\.place) == [0, 2])
        #expect(received.withLock { $0.first }?.time?.description == "2026-01-01T00:00:00Z")
        var options = ReplayOptions()
        options.since = Timestamp("2026-01-02")
        let later = try await Replay(from: base, to: head, options: options).run(log(text))
        #expect(later.total.hits == 1)
    }

    @Test("a log in no format, or that cannot be read, is an error")
    func brokenLog() async throws {
        let replay = Replay(from: base, to: head)
        let error = await #expect(throws: RouteDBError.self) { try await replay.run(log("? ?\n")) }
        #expect(error?.code == .invalidValue)
        let wrong = await #expect(throws: RouteDBError.self) {
            try await replay.run(log("/a\n", format: "apache"))
        }
        #expect(wrong?.code == .invalidValue)
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]
        let cut = await #expect(throws: RouteDBError.self) {
            try await replay.run(.log("log") { MemoryLogSource(gzip) })
        }
        #expect(cut?.code == .corrupt)
    }

    @Test("a sample is always the same")
    func sample() async throws {
        let hits = (0..<20_000).map { number in
            ReplayHit(url: Array("/b".utf8), time: Timestamp(microseconds: Int64(number)))
        }
        var options = ReplayOptions()
        options.sample = 0.1
        var counts: [Int64] = []
        for jobs in [1, 3] {
            options.jobs = jobs
            let report = try await Replay(from: base, to: head, options: options).run(.hits(hits))
            counts.append(report.total.hits)
        }
        #expect(counts[0] == counts[1] && (1_800...2_200).contains(counts[0]))
        for (sample, count) in [(0.0, 0), (-1, 0), (1, 20_000), (7, 20_000)] {
            options.sample = sample
            let report = try await Replay(from: base, to: head, options: options).run(.hits(hits))
            #expect(report.total.hits == Int64(count))
        }
    }

    @Test("a stopped replay reports what it has seen")
    func stopping() async throws {
        let hits = (0..<100_000).map { _ in ReplayHit(url: Array("/b".utf8)) }
        let report = try await Replay(from: base, to: head).run(.hits(hits)) { progress in
            progress.hitCount < 3 * ReplayBatch.capacity
        }
        #expect(!report.isComplete && report.total.hits == Int64(3 * ReplayBatch.capacity))
    }

    private struct Full: Error {}

    @Test("an error of the receiver ends the replay", arguments: 1...3)
    func receiver(jobs: Int) async throws {
        let hits = (0..<50_000).map { _ in ReplayHit(url: Array("/a/x".utf8)) }
        var options = ReplayOptions()
        options.jobs = jobs
        let replay = Replay(from: base, to: head, options: options)
        let count = Mutex(0)
        await #expect(throws: Full.self) {
            try await replay.run(.hits(hits)) { _ in
                true
            } receiving: { _ in
                let seen = count.withLock { count in
                    count += 1
                    return count
                }
                if seen == 10 { throw Full() }
            }
        }
        #expect(count.withLock { $0 } == 10)
    }

    @Test("weights are at least 1, and their sum is capped")
    func weights() async throws {
        #expect(ReplayHit(url: [], weight: 0).weight == 1)
        #expect(ReplayHit(url: [], weight: .max).weight == 1 << 32)
        var count = ReplayCount()
        count.add(weight: .max - 1)
        count.add(weight: 7)
        #expect(count.hits == .max && count.recorded == 2)
    }
}
