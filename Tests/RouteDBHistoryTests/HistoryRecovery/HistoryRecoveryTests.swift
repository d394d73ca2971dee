import Foundation
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Recovering a history")
struct HistoryRecoveryTests {
    let fixture: HistoryFixture
    let written: [Hit]

    init() throws {
        fixture = try HistoryFixture()
        let writer = try fixture.writer()
        var generator = HitGenerator(seed: 5)
        var hits: [Hit] = []
        for number in 0..<5 {
            let day: Timestamp = 1_700_000_000_000_000 + .seconds(number * 86_400)
            for _ in 0..<300 {
                var hit = generator.hit(near: day)
                hit.source = 0
                hits.append(hit)
            }
            try writer.append(HitBatch(hits.suffix(300)))
            if number < 4 { try writer.seal() }
        }
        written = hits
    }

    private let pageSize = 16_384

    /// Copies the history with its log, and returns the path of the copy.
    private func copy(_ name: String = "damaged.hits.db") throws -> String {
        let path = fixture.directory.path(name)
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: fixture.path + suffix) {
            try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: path + suffix)
        }
        return path
    }

    private func recovered(_ path: String) throws -> (reader: HitsReader, report: RecoveryReport) {
        let new = fixture.directory.path("\(UUID()).hits.db")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let report = try HistoryRecovery.recover(path, to: new, time: 7)
        let after = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(before == after)
        let reader = try HitsReader(path: new)
        let findings = try reader.verify()
        #expect(findings.isEmpty)
        return (reader, report)
    }

    private func hits(_ reader: HitsReader) throws -> [Hit] {
        var hits: [Hit] = []
        try reader.scan(texts: .all) { hits += try $0.hits() }
        return hits
    }

    private func totals(_ reader: HitsReader) throws -> Int64 {
        try reader.database.number("SELECT sum(hits) FROM rollup") ?? 0
    }

    /// Makes the file have no log.
    private func checkpoint() throws {
        let writer = try fixture.writer()
        writer.returnLog(keepingSpace: false)
    }

    @Test("a sound history is recovered as it is, with what only its log has")
    func sound() throws {
        let path = try copy()
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let (reader, report) = try recovered(path)
        #expect(report.losses.isEmpty && report.damage.isEmpty)
        let found = try hits(reader)
        #expect(found == written)
        let sum = try totals(reader)
        #expect(sum == 1_500)
    }

    @Test("a log is read up to the first frame that is damaged")
    func damagedLog() throws {
        let path = try copy()
        var log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        log[log.count / 2] ^= 1
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let (reader, _) = try recovered(path)
        let found = try hits(reader)
        #expect(found == Array(written.prefix(found.count)))
        #expect(found.count < written.count && !found.isEmpty)
    }

    @Test("a segment with a wrong checksum is named with its times, and its totals remain")
    func segment() throws {
        try checkpoint()
        try fixture.damage("UPDATE segment SET urls = zeroblob(length(urls)) WHERE id = 2")
        try checkpoint()
        let (reader, report) = try recovered(try copy())
        let loss = try #require(
            report.losses.first { $0.message.hasPrefix("segment 2, 300 hits from 2023-11-15") })
        #expect(loss.kind == .lost)
        #expect(report.losses.contains { $0.message == "stream 1: 300 hits; its totals remain" })
        let found = try hits(reader)
        #expect(found == Array(written[..<300] + written[600...]))
        let sum = try totals(reader)
        #expect(sum == 1_500)
        let pruned = try reader.database.number("SELECT hits FROM pruning WHERE rule = 'recover'")
        #expect(pruned == 300)
    }

    @Test("whatever page is lost, the rest is recovered")
    func anyPage() throws {
        try checkpoint()
        let sound = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let path = fixture.directory.path("page.hits.db")
        for page in 0..<sound.count / pageSize {
            var bytes = sound
            bytes.replaceSubrange(
                page * pageSize..<(page + 1) * pageSize, with: Data(count: pageSize))
            try bytes.write(to: URL(fileURLWithPath: path))
            let (reader, report) = try recovered(path)
            let found = try hits(reader)
            // A page is a part of one segment or of the tail, or has the beginnings of some segments.
            #expect(found.count >= 300, "page \(page + 1)")
            #expect(found.count == 1_500 || !report.losses.isEmpty, "page \(page + 1)")
            let known = Set(written)
            #expect(found.allSatisfy { known.contains($0) })
        }
    }

    @Test("totals that are lost are counted from the hits")
    func rollUps() throws {
        try fixture.damage("DELETE FROM rollup")
        try checkpoint()
        let (reader, _) = try recovered(try copy())
        let sum = try totals(reader)
        #expect(sum == 1_500)
    }

    @Test("an import whose lines are not complete is no longer known, and its hits remain")
    func imports() throws {
        let writer = try fixture.writer()
        var step = ImportStep(.new(newest: 0), name: "a.log", first: 11, time: 0)
        step.digests = (0..<5_000).map { UInt32($0) }
        step.counts.skipped = 5_000
        _ = try writer.append(HitBatch(), step)
        try fixture.damage("DELETE FROM import_lines WHERE line = 1")
        try checkpoint()
        let (reader, report) = try recovered(try copy())
        #expect(report.losses.contains { $0.message.hasPrefix("import 1 ('a.log')") })
        let imports = try reader.database.number("SELECT count(*) FROM import")
        #expect(imports == 0)
        let found = try hits(reader)
        #expect(found == written)
    }
}
