import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Concurrent recorders")
struct HitsProcessTests {
    let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
    }

    @Test("take turns for commits and checkpoints, and a reader sees consistent states")
    func turns() async throws {
        let path = fixture.path
        try fixture.writer(stream: 9).append(HitBatch())
        async let first: Void = Self.record(path, stream: 1)
        async let second: Void = Self.record(path, stream: 2)
        for _ in 0..<10 { #expect(try fixture.reader().verify().isEmpty) }
        _ = await (first, second)
        #expect(try fixture.number("SELECT sum(hits) FROM stream") == 24_000)
        #expect(try fixture.hits().count == 24_000)
        #expect(try fixture.reader().verify().isEmpty)
    }

    /// Has another process record 12,000 hits.
    private static func record(_ path: String, stream: UInt8) async {
        await #expect(processExitsWith: .success) {
            [path = path as String, stream = stream as UInt8] in
            var generator = HitGenerator(seed: UInt64(stream))
            let writer = try HitsWriter(
                path: path, stream: [UInt8](repeating: stream, count: 16), time: 0,
                busyTimeout: .seconds(60))
            for _ in 0..<40 {
                try writer.append(HitBatch(generator.hits(300)))
                try writer.checkpoint()
            }
        }
    }
}
