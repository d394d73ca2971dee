import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Segments that are whole by their checksums, and say what no writer says.
@Suite("Hostile segments")
struct HostileSegmentTests {
    let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
        var hits = HitGenerator(seed: 3)
        try fixture.writer().append(HitBatch(hits.hits(HitSegment.smallestSize)))
    }

    @Test(
        "a row that contradicts the header is damage for every reader",
        arguments: ["hits = 5", "hits = 65537", "first_time = 0", "last_time = last_time + 1"])
    func row(change: String) throws {
        try fixture.damage("UPDATE segment SET \(change)")
        #expect(try code { try fixture.hits() } == .corrupt)
        let retention = HitRetention(olderThan: Timestamp(microseconds: 1_700_001_000_000_000))
        #expect(
            try code { try fixture.writer().prune(retention, timeMicroseconds: 0) } == .corrupt)
        #expect(try fixture.reader().verify().map(\.part) == [.segment])
    }

    @Test("a number beyond its range is damage in the tail")
    func tail() throws {
        var hits = HitGenerator(seed: 4)
        try fixture.writer().append(HitBatch(hits.hits(3)))
        for change in ["weight = 0", "duration = -2", "route = -1", "outcome = 65536"] {
            try fixture.damage("UPDATE tail SET \(change) WHERE id = 1")
            #expect(try code { try fixture.hits() } == .corrupt)
            #expect(try code { try fixture.writer().seal() } == .corrupt)
            try fixture.damage(
                "UPDATE tail SET weight = 1, duration = -1, route = 0, outcome = 1")
        }
        #expect(try fixture.hits().count == HitSegment.smallestSize + 3)
    }

    @Test("an edited stream gives its writer an error, and other streams continue")
    func stream() throws {
        var hits = HitGenerator(seed: 5)
        let writer = try fixture.writer()
        try fixture.damage("UPDATE stream SET hits = 9223372036854775807")
        #expect(try code { try writer.append(HitBatch(hits.hits(3))) } == .corrupt)
        #expect(try fixture.writer(stream: 2).append(HitBatch(hits.hits(3))) == 1..<4)
    }

    @Test("overflowing sums are damage")
    func sums() throws {
        try fixture.damage("UPDATE stream SET pruned = 9223372036854775807")
        try fixture.damage(
            "INSERT INTO stream (key, hits, pruned) VALUES (zeroblob(16), 0, 9223372036854775807)")
        #expect(try code { try fixture.reader().info() } == .corrupt)
        try fixture.damage("UPDATE rollup SET hits = 9223372036854775807")
        var hits = HitGenerator(seed: 3)
        let batch = HitBatch(hits.hits(3))
        #expect(try code { try fixture.writer(stream: 3).append(batch) } == .corrupt)
    }
}
