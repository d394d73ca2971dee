import RouteDBDatabase
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Steps of an import")
struct ImportStepTests {
    let fixture: HistoryFixture
    let writer: HitsWriter

    init() throws {
        fixture = try HistoryFixture()
        writer = try fixture.writer()
    }

    /// A step of skipped lines with digests.
    private func step(_ log: ImportStep.Log, _ digests: [UInt32]) -> ImportStep {
        var step = ImportStep(log, name: "a.log", first: 11, time: 0)
        step.digests = digests
        step.counts.skipped = Int64(digests.count)
        return step
    }

    private func digests(of log: Int64) throws -> [UInt32] {
        var digests: [UInt32] = []
        while case let run = try writer.digests(of: log, with: Int64(digests.count) + 1),
            run.line == Int64(digests.count) + 1, !run.digests.isEmpty
        {
            digests += run.digests
        }
        return digests
    }

    @Test("continue each other, and fill runs of digests")
    func runs() throws {
        var expected: [UInt32] = []
        var log = ImportStep.Log.new(newest: 0)
        for count in [1, 4_094, 3, 9_000, 1] {
            let new = (0..<count).map { UInt32(expected.count + $0) &* 0x9E37_79B9 }
            let id = try writer.append(HitBatch(), step(log, new)).log
            expected += new
            log = .known(id, lines: Int64(expected.count))
        }
        #expect(try digests(of: 1) == expected)
        #expect(try fixture.number("SELECT count(*) FROM import_lines") == 4)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("may replace the last digest", arguments: [1, 2, 4_096, 4_097])
    func replacing(count: Int) throws {
        let digests = (0..<count).map { UInt32($0) }
        let id = try writer.append(HitBatch(), step(.new(newest: 0), digests)).log
        var next = step(.known(id, lines: Int64(count)), [99, 100])
        next.replacesLast = true
        next.counts.skipped = 1
        next.first = 12
        _ = try writer.append(HitBatch(), next)
        #expect(try self.digests(of: id) == digests.dropLast() + [99, 100])
        #expect(try writer.findLogs(first: 12).logs.map(\.lines) == [Int64(count) + 1])
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("of a branch start with the digests of the other log", arguments: [1, 4_096, 5_000])
    func branch(shared: Int) throws {
        let digests = (0..<6_000).map { UInt32($0) }
        let id = try writer.append(HitBatch(), step(.new(newest: 0), digests)).log
        var next = step(.branch(of: id, lines: Int64(shared), newest: id), [7, 8])
        next.counts.duplicate = Int64(shared)
        let branch = try writer.append(HitBatch(), next).log
        #expect(try self.digests(of: branch) == digests.prefix(shared) + [7, 8])
        #expect(try self.digests(of: id) == digests)
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("are refused with their hits if another import continued meanwhile")
    func conflicts() throws {
        let id = try writer.append(HitBatch(), step(.new(newest: 0), [1, 2])).log
        var generator = HitGenerator(seed: 1)
        let hits = HitBatch(generator.hits(10))
        let stale: [ImportStep.Log] = [
            .new(newest: 0), .branch(of: id, lines: 1, newest: 0), .known(id, lines: 1),
        ]
        for log in stale {
            var step = step(log, [3])
            step.counts.skipped = 0
            step.counts.imported = 1
            #expect(try code { _ = try writer.append(hits, step) } == .busy)
        }
        #expect(try fixture.hits().isEmpty)
        #expect(try fixture.number("SELECT lines FROM import") == 2)
    }

    @Test("that contradict their hits are found")
    func verifying() throws {
        var generator = HitGenerator(seed: 1)
        var step = step(.new(newest: 0), Array(0..<10))
        step.counts.skipped = 0
        step.counts.imported = 10
        _ = try writer.append(HitBatch(generator.hits(10)), step)
        #expect(try fixture.reader().verify().isEmpty)
        try fixture.damage("UPDATE import SET imported = 9, skipped = 1")
        #expect(try fixture.reader().verify().map(\.part) == [.log])
        try fixture.damage(
            "UPDATE import SET imported = 10, skipped = 0; UPDATE import_lines SET line = 2")
        #expect(try fixture.reader().verify().map(\.part) == [.log])
    }
}
