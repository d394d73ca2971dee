import Foundation
import RouteDBDatabase
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Verifying a history")
struct HitsVerifyTests {
    let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
        var generator = HitGenerator(seed: 1)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.preferredSize + 10)))
    }

    @Test(
        "inconsistencies are found",
        arguments: [
            (
                "UPDATE rollup SET hits = hits + 1 WHERE bucket = (SELECT min(bucket) FROM rollup)",
                "(W1)"
            ),
            ("DELETE FROM rollup", "(W1)"),
            ("UPDATE tail SET weight = weight + 1 WHERE id = 3", "(W1)"),
            ("UPDATE stream SET hits = hits + 1", "(W2)"),
            ("UPDATE stream SET pruned = -1", "CHECK constraint failed in stream"),
            ("DELETE FROM stream", "unknown stream"),
            ("DELETE FROM tail WHERE id = 5", "(W2)"),
            ("UPDATE tail SET sequence = 1 WHERE id = 5", "(W2, W3)"),
            (
                "INSERT INTO segment SELECT 9, hits, first_time, last_time, columns, texts,"
                    + " urls, parameters FROM segment", "(W2, W3)"
            ),
            ("UPDATE segment SET first_time = first_time - 1", "segment 1, byte 4"),
            ("UPDATE segment SET texts = x''", "segment 1, byte 16: "),
            ("UPDATE segment SET urls = x''", "segment 1, byte 24: "),
            ("UPDATE segment SET parameters = x'00'", "segment 1, byte 32: "),
            ("UPDATE segment SET columns = x'00'", "segment 1, byte 0: "),
            ("UPDATE segment SET columns = zeroblob(70000)", "segment 1, byte 0: "),
        ])
    func findings(damage: String, finding: String) throws {
        #expect(try fixture.reader().verify().isEmpty)
        try fixture.damage(damage)
        let findings = try fixture.reader().verify()
        #expect(findings.contains { $0.message.contains(finding) }, "\(findings.prefix(3))")
    }

    @Test("a scan names the damaged segment")
    func scan() throws {
        try fixture.damage("UPDATE segment SET columns = x'00'")
        #expect(try code { try fixture.reader().scan(texts: .all) { _ in } } == .corrupt)
        let text = try complaint { try fixture.reader().scan(texts: .none) { _ in } }
        #expect(text.contains("segment 1") && text.contains("routedb hits verify"))
    }

    @Test(
        "changed bytes of sealed hits are refused, found, or without effect",
        arguments: 0..<8)
    func changedBytes(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let writer = try fixture.writer()
        try writer.seal()
        try writer.checkpoint()
        let hits = Set(try fixture.hits())
        let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        for _ in 0..<10 * FuzzBudget.rounds {
            var bytes = whole
            for _ in 0..<1 + random.below(4) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            let other = try HistoryFixture()
            try bytes.write(to: URL(fileURLWithPath: other.path))
            do {
                guard try other.reader().verify().isEmpty else { continue }
                #expect(Set(try other.hits()) == hits)
            } catch is RouteDBError {}
        }
    }
}
