import Foundation
import RouteDBDatabase
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Processes that are killed while they write: what they were told is written is there, whole.
@Suite("A killed writer", .serialized)
struct HitsCrashTests {
    let fixture: HistoryFixture
    /// The key of the killed writers' stream.
    private static let key = String(repeating: "01", count: 16)

    init() throws {
        fixture = try HistoryFixture()
    }

    @Test("appending and sealing", arguments: [1, 100_000, 300_000, 1_000_000])
    func appending(bytes: Int) async throws {
        let path = fixture.path
        for round in UInt64(0)..<2 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = path as String, bytes, round = round as UInt64
                ] in
                SuddenEnd.killAfter(writing: bytes, to: path)
                var generator = HitGenerator(seed: round)
                let writer = try HitsWriter(
                    path: path, stream: [UInt8](repeating: 1, count: 16), time: 0)
                while true {
                    let numbers = try writer.append(HitBatch(generator.hits(150)))
                    try "\(numbers.upperBound - 1)"
                        .write(toFile: path + ".told", atomically: true, encoding: .utf8)
                }
            }
            let told = try? String(contentsOfFile: path + ".told", encoding: .utf8)
            try expectWhole(isMade: told != nil)
            let written = try fixture.number("SELECT hits FROM stream WHERE key = x'\(Self.key)'")
            #expect(written >= told.flatMap { Int64($0) } ?? 0)
        }
    }

    @Test("pruning and freeing space", arguments: [1, 50_000, 150_000])
    func pruning(bytes: Int) async throws {
        var generator = HitGenerator(seed: 5)
        try fixture.writer().append(HitBatch(generator.hits(6 * HitSegment.preferredSize)))
        let path = fixture.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, bytes] in
            let writer = try HitsWriter(
                path: path, stream: [UInt8](repeating: 2, count: 16), time: 0)
            // Pruning makes the file smaller, so only the log of changes tells what is written.
            SuddenEnd.killAfter(writing: bytes, to: path + "-wal")
            var generator = HitGenerator(seed: 6)
            while true {
                for limit in stride(from: Int64(24_000), to: 0, by: -500) {
                    _ = try writer.prune(HitRetention(maximumHits: limit), time: 0)
                    try writer.returnFreeSpace()
                }
                try writer.append(HitBatch(generator.hits(6 * HitSegment.preferredSize)))
            }
        }
        try expectWhole(isMade: true)
    }

    /// Expects that a reader and the next writer find a whole file.
    ///
    /// Where it may not be made yet, the reader may say so, or that the making was cut off.
    private func expectWhole(isMade: Bool) throws {
        let early = try code {
            let findings = try fixture.reader().verify()
            #expect(findings.isEmpty)
        }
        let unmade: [RouteDBError.Code] = [.databaseMissing, .notAHistory, .readOnly]
        #expect(early.map { !isMade && unmade.contains($0) } ?? true)
        var generator = HitGenerator(seed: 99)
        try fixture.writer(stream: 7).append(HitBatch(generator.hits(10)))
        #expect(try fixture.reader().verify().isEmpty)
        let written = try fixture.number("SELECT sum(hits - pruned) FROM stream")
        #expect(try fixture.hits().count == Int(written))
    }
}
