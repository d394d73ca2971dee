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
        #expect(try code { try fixture.writer().prune(retention, time: 0) } == .corrupt)
        #expect(try fixture.reader().verify().map(\.part) == [.segment])
    }

    /// Hits with the same URL, and with principals of some length that differ in the last byte.
    private func blobs(_ count: Int, url: String, principalLength: Int = 4) -> SegmentBlobs {
        let hits = (0..<count).map { number in
            var hit = Hit(time: 0, url: Array(url.utf8), outcome: .matched)
            hit.principal = [UInt8](repeating: 65, count: principalLength - 1) + [UInt8(number)]
            return hit
        }
        return SegmentBlobs(HitBatch(hits).segment(at: 0))
    }

    private func damage(_ blobs: SegmentBlobs, _ change: (inout SegmentBlobs) -> Void) -> String {
        var changed = blobs
        change(&changed)
        changed.sign()
        do {
            return "\(try changed.hits().count) hits"
        } catch {
            return "\(error)"
        }
    }

    @Test("texts that refer to what there is not are damage, with the place")
    func references() {
        let blobs = blobs(2, url: "https://a.example/user/42")
        // Behind the sizes of the sections, of two for URLs and five for texts, the entries of the columns
        // begin with their bases.
        #expect(
            damage(blobs) { $0.store(Int64(5), in: 2, at: 8) }
                == "segment 9, byte 72 of its urls: hit 0 is in an unknown group (S6)")
        #expect(
            damage(blobs) { $0.store(Int64(26), in: 2, at: 40) }
                == "segment 9, byte 72 of its urls: hit 0 has 26 bytes of a head of 25 (S6)")
        #expect(
            damage(blobs) { $0.store(Int64(2), in: 2, at: 56) }
                == "segment 9, byte 72 of its urls: a text has 1 bytes of a section of 0 (S6)")
        #expect(
            damage(blobs) { $0.store(Int64(0), in: 2, at: 24) }
                == "segment 9, byte 72 of its urls: the texts of a section have 0 of its 25 bytes (S6)"
        )
        #expect(
            damage(blobs) { $0.store(Int64(2), in: 1, at: 20) }
                == "segment 9, byte 180 of its texts: hit 1 has an unknown text (S6)")
        #expect(
            damage(blobs) { $0.store(Int64(-1), in: 1, at: 20) }
                == "segment 9, byte 180 of its texts: hit 0 has an unknown text (S6)")
        #expect(damage(blobs) { _ in } == "2 hits")
    }

    @Test("few bytes cannot stand for very many")
    func sharing() {
        // Each of the two hits has a principal of its own, numbered by a step that is taken away.
        #expect(
            damage(blobs(2, url: "", principalLength: 1_025)) { $0.store(UInt32(0), in: 1, at: 32) }
                == "segment 9, byte 180 of its texts: two hits share a long text (S6)")
        #expect(
            damage(blobs(2, url: "", principalLength: 1_024)) { $0.store(UInt32(0), in: 1, at: 32) }
                == "2 hits")
        // The rest takes over what the head has, and then the head what the rest has.
        #expect(
            damage(blobs(1, url: "abc")) { changed in
                changed.store(UInt32(0), in: 2, at: 0)
                changed.store(UInt32(3), in: 2, at: 4)
                for (column, base) in [0, 0, 3, 4].enumerated() {
                    changed.store(Int64(base), in: 2, at: 8 + column * 16)
                }
            } == "segment 9, byte 72 of its urls: hit 0 has 3 bytes of a head of 0 (S6)")
        let url = String(repeating: "u", count: 300)
        #expect(
            damage(blobs(1, url: url)) { changed in
                changed.store(UInt32(300), in: 2, at: 0)
                changed.store(UInt32(0), in: 2, at: 4)
                for (column, base) in [0, 300, 300, 1].enumerated() {
                    changed.store(Int64(base), in: 2, at: 8 + column * 16)
                }
            } == "segment 9, byte 72 of its urls: hit 0 has 300 bytes of a head of 300 (S6)")
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
