import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Writing hits")
struct HitsWriterTests {
    let fixture: HistoryFixture
    private static let size = HitSegment.preferredSize

    init() throws {
        fixture = try HistoryFixture()
    }

    @Test("hits wait in the tail, and are numbered from 1")
    func tail() throws {
        var generator = HitGenerator(seed: 1)
        let hits = generator.hits(30)
        let writer = try fixture.writer()
        #expect(try writer.append(HitBatch(hits[..<10])) == 1..<11)
        #expect(try writer.append(HitBatch()) == 11..<11)
        #expect(try writer.append(HitBatch(hits[10...])) == 11..<31)
        #expect(try fixture.hits() == hits)
        #expect(try fixture.number("SELECT count(*) FROM tail") == 30)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a full tail and large batches become segments")
    func sealing() throws {
        var generator = HitGenerator(seed: 2)
        let large = Self.size + HitSegment.smallestSize + 100
        let hits = generator.hits(5_000 + large)
        let writer = try fixture.writer(durability: .full)
        for start in stride(from: 0, to: 5_000, by: 500) {
            try writer.append(HitBatch(hits[start..<start + 500]))
        }
        #expect(try fixture.number("SELECT hits FROM segment") == Int64(Self.size))
        #expect(try fixture.number("SELECT count(*) FROM tail") == 5_000 - Int64(Self.size))
        try writer.append(HitBatch(hits[5_000...]))
        #expect(try fixture.number("SELECT count(*) FROM segment") == 3)
        #expect(try fixture.number("SELECT count(*) FROM tail") == 5_000 - Int64(Self.size))
        let key: (Hit) -> [UInt8] = { $0.url + [$0.outcome.rawValue] }
        #expect(
            try fixture.hits().map(key).sorted { $0.lexicographicallyPrecedes($1) }
                == hits.map(key).sorted { $0.lexicographicallyPrecedes($1) })
        try writer.seal()
        #expect(try fixture.number("SELECT count(*) FROM tail") == 0)
        #expect(try fixture.number("SELECT sum(hits) FROM segment") == Int64(hits.count))
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("the hits that were appended last are those of the tail and of the last segments")
    func appended() throws {
        let writer = try fixture.writer()
        #expect(try fixture.reader().appended(last: 5).isEmpty)
        var generator = HitGenerator(seed: 4)
        let (waiting, large) = (generator.hits(10), generator.hits(3 * Self.size))
        try writer.append(HitBatch(waiting))
        try writer.append(HitBatch(large))
        let reader = try fixture.reader()
        let segments = try fixture.number("SELECT max(id) FROM segment")
        #expect(segments == 3)
        #expect(try fixture.number("SELECT count(*) FROM tail") == 10)
        #expect(try reader.appended(last: 10) == [.tail])
        #expect(try reader.appended(last: 4) == [HitRowRange(6...HitRowRange.tail.ids.upperBound)])
        let size = Self.size
        for (count, segment, skipped) in [
            (11, Int64(3), size - 1), (10 + size, 3, 0), (11 + size, 2, size - 1),
            (1_000_000, 1, 0),
        ] {
            let first = HitRowRange(fromSegment: segment, hit: Int64(skipped))
            #expect(try reader.appended(last: count) == [first, .tail])
        }
    }

    @Test("a stream continues where it ended, and each has its own numbers")
    func streams() throws {
        var generator = HitGenerator(seed: 3)
        try fixture.writer().append(HitBatch(generator.hits(5)))
        let (first, second) = (try fixture.writer(), try fixture.writer(stream: 2))
        #expect(try second.append(HitBatch(generator.hits(2))) == 1..<3)
        #expect(try first.append(HitBatch(generator.hits(4))) == 6..<10)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("roll-ups cover quarters of an hour, before 1970 too")
    func rollUps() throws {
        let writer = try fixture.writer()
        let quarter: Int64 = 900_000_000
        let hits = [-quarter - 1, -quarter, -1, 0, quarter - 1, quarter].map { time in
            var hit = Hit(time: Timestamp(microseconds: time), url: [], outcome: .matched)
            hit.weight = 3
            hit.durationMicroseconds = time < 0 ? nil : 7
            return hit
        }
        for hit in hits { try writer.append(HitBatch([hit])) }
        #expect(try fixture.number("SELECT count(*) FROM rollup") == 4)
        let columns = "hits * 1000000 + weight * 10000 + duration * 100 + timed"
        for (bucket, sum) in [(-1_800, 1_030_000), (-900, 2_060_000), (0, 2_061_402)] {
            #expect(
                try fixture.number("SELECT \(columns) FROM rollup WHERE bucket = \(bucket)")
                    == Int64(sum))
        }
    }

    @Test("a scan reads the segments of a range of time")
    func range() throws {
        let writer = try fixture.writer()
        for start in [Int64(0), 1_000_000] {
            let hits = (0..<Int64(Self.size)).map {
                Hit(time: Timestamp(microseconds: start + $0), url: [1], outcome: .matched)
            }
            try writer.append(HitBatch(hits))
        }
        try writer.append(HitBatch([Hit(time: 2_000_000, url: [2], outcome: .matched)]))
        func counts(_ times: ClosedRange<Int64>) throws -> [Int] {
            var counts: [Int] = []
            try fixture.reader().scan(times, texts: .none) { counts.append($0.count) }
            return counts
        }
        #expect(try counts(.min ... .max) == [Self.size, Self.size, 1])
        #expect(try counts(5_000...1_000_000) == [Self.size])
        #expect(try counts(4_095...1_000_000) == [Self.size, Self.size])
        #expect(try counts(2_000_000...2_000_000) == [1])
        #expect(try counts(2_000_001 ... .max) == [])
    }

    @Test("two writers take turns without losing hits")
    func turns() async throws {
        let path = fixture.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for stream in UInt8(1)...4 {
                group.addTask {
                    var generator = HitGenerator(seed: UInt64(stream))
                    let writer = try HitsWriter(
                        path: path, stream: [UInt8](repeating: stream, count: 16),
                        time: 0, busyTimeout: .seconds(60))
                    for _ in 0..<20 { try writer.append(HitBatch(generator.hits(300))) }
                    try writer.checkpoint()
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.number("SELECT sum(hits) FROM stream") == 24_000)
        #expect(try fixture.hits().count == 24_000)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a batch can be reused")
    func reuse() throws {
        var generator = HitGenerator(seed: 8)
        let (first, second) = (generator.hits(20), generator.hits(7))
        let writer = try fixture.writer()
        var batch = HitBatch(first)
        try writer.append(batch)
        batch.removeAll()
        #expect(batch.isEmpty && batch.textSize == 0)
        for hit in second { batch.append(hit) }
        try writer.append(batch)
        #expect(try fixture.hits() == first + second)
    }

    @Test("roll-ups of many keys equal those of single hits")
    func manyKeys() throws {
        var generator = HitGenerator(seed: 9)
        let hits = (0..<6_000).map { _ in
            generator.hit(near: Timestamp(microseconds: Int64(generator.random.below(1 << 40))))
        }
        try fixture.writer().append(HitBatch(hits))
        let keys = Set(
            hits.map { hit in
                let quarter = hit.time.microseconds / 900_000_000
                return [
                    quarter, hit.namespace ?? 0, hit.route ?? 0, Int64(hit.outcome.rawValue),
                ]
            })
        #expect(try fixture.number("SELECT count(*) FROM rollup") == Int64(keys.count))
        #expect(
            try fixture.number("SELECT sum(weight) FROM rollup")
                == hits.reduce(0) { $0 + $1.weight }
        )
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a failed write leaves nothing, and can be repeated")
    func failure() throws {
        var generator = HitGenerator(seed: 6)
        let batch = HitBatch(generator.hits(Self.size + 10))
        let writer = try fixture.writer()
        // The last row that is written may not be so beside another one.
        try fixture.damage(
            """
            INSERT INTO stream (key, hits) VALUES (zeroblob(16), 1);
            CREATE UNIQUE INDEX stop ON stream (min(hits, 1))
            """)
        #expect(try code { try writer.append(batch) } == .corrupt)
        #expect(try fixture.hits().isEmpty)
        try fixture.damage("DROP INDEX stop; DELETE FROM stream WHERE key = zeroblob(16)")
        #expect(try writer.append(batch) == 1..<Int64(batch.count + 1))
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a full disk stores nothing and damages nothing")
    func fullDisk() throws {
        var generator = HitGenerator(seed: 7)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(100)))
        let pages = Int(try fixture.number("PRAGMA page_count"))
        try writer.database.connection.setPragma("max_page_count", to: pages + 4)
        let batch = HitBatch(generator.hits(2 * Self.size + 10))
        #expect(try code { try writer.append(batch) } == .full)
        #expect(try fixture.hits().count == 100)
        #expect(try fixture.reader().verify().isEmpty)
        try writer.database.connection.setPragma("max_page_count", to: 1 << 30)
        #expect(try writer.append(batch) == 101..<Int64(batch.count + 101))
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a log is no longer after many short processes than after one", arguments: [true, false])
    func shortProcesses(areEnded: Bool) throws {
        var generator = HitGenerator(seed: 9)
        let log = FileAccess(path: fixture.path + "-wal")
        var longest = 0
        for _ in 0..<400 {
            let writer = try fixture.writer()
            try writer.append(HitBatch([generator.hit()]))
            // Those that are not ended are killed, and leave what they wrote in the log.
            if areEnded { writer.returnLog() }
            longest = max(longest, log.size)
        }
        #expect(areEnded ? longest == 0 : longest < 18 << 20)
        #expect(try fixture.hits().count == 400)
    }
}
