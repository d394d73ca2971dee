import Foundation
import RouteDBDatabase
import RouteDBHistory
import RouteDBSQLite
import RouteDBTestSupport
import Testing

/// The streams that hits are numbered in, by processes that come and go (W2, W5, L3).
@Suite("Streams of hits")
struct HitsStreamTests {
    private let fixture: HistoryFixture
    private var lock: String { fixture.directory.path("routes.hits.lock") }

    init() throws {
        fixture = try HistoryFixture()
    }

    private func hits(_ count: Int, seed: UInt64 = 1) -> [Hit] {
        var generator = HitGenerator(seed: seed)
        return generator.hits(count)
    }

    /// Writes hits as a process that does nothing else.
    @discardableResult
    private func append(_ count: Int, to path: String? = nil) throws -> Range<Int64> {
        try HitsWriter(path: path ?? fixture.path, time: 0)
            .append(HitBatch(hits(count)))
    }

    /// The numbers of hits of the streams, in the order in which these began.
    private func streams(of path: String? = nil) throws -> [Int64] {
        let reader = try HitsReader(path: path ?? fixture.path)
        #expect(try reader.verify() == [])
        return try reader.streams().map(\.hits)
    }

    private func copy(_ source: String, over target: String) throws {
        // Into the file that is there, as `cp` does.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: source))
        guard FileManager.default.fileExists(atPath: target) else {
            return try bytes.write(to: URL(fileURLWithPath: target))
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: target))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    @Test("processes one after the other write one stream, which goes on where it ended")
    func processes() throws {
        for number in 0..<30 {
            #expect(try append(2) == Int64(number * 2 + 1)..<Int64(number * 2 + 3))
        }
        #expect(try streams() == [60])
    }

    @Test("processes at the same time write the same stream")
    func together() throws {
        let writers = try (0..<3).map { _ in try fixture.writer(stream: nil) }
        for number in 0..<12 { try writers[number % 3].append(HitBatch(hits(number))) }
        #expect(try streams() == [66])
    }

    @Test("hits that another program numbers have a stream of their own, and disturb no other")
    func numbered() throws {
        try append(3)
        try fixture.writer(stream: 9).append(HitBatch(hits(5)))
        try append(4)
        #expect(try streams() == [7, 5])
    }

    @Test("a backup that took the place of the file begins a stream")
    func backup() throws {
        let backup = fixture.directory.path("backup.db")
        try append(3)
        try fixture.writer().checkpoint()
        try copy(fixture.path, over: backup)
        try append(4)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: fixture.path + suffix)
        }
        try copy(backup, over: fixture.path)
        // The numbers from 4 on belong to hits that the backup does not have.
        try append(5)
        try append(1)
        #expect(try streams() == [3, 6])
    }

    @Test("a copy of the history and its lock begins a stream, beside them and in their place")
    func copies() throws {
        try append(3)
        try fixture.writer().checkpoint()
        let files = ["routes.hits.db", "routes.hits.lock"].map(fixture.directory.path)
        let copies = ["copy.hits.db", "copy.hits.lock"].map(fixture.directory.path)
        for (file, copy) in zip(files, copies) { try self.copy(file, over: copy) }
        try append(2)
        try append(4, to: copies[0])
        #expect(try streams() == [5])
        #expect(try streams(of: copies[0]) == [3, 4])
        // The same files as before, with the bytes that they had.
        let saved = ["saved.hits.db", "saved.hits.lock"].map(fixture.directory.path)
        try fixture.writer().checkpoint()
        for (file, copy) in zip(files, saved) { try self.copy(file, over: copy) }
        try append(6)
        for suffix in ["-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: fixture.path + suffix)
        }
        for (file, copy) in zip(files, saved) { try self.copy(copy, over: file) }
        try append(7)
        #expect(try streams() == [5, 7])
    }

    @Test("without its lock, or after a write that was cut off, a history begins a stream")
    func lost() throws {
        try append(1)
        try FileManager.default.removeItem(atPath: lock)
        try append(2)
        #expect(try streams() == [1, 2])
        // As a process leaves it that is killed before it commits.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: lock))
        try file.write(contentsOf: Data(repeating: 7, count: 8))
        try file.close()
        try append(3)
        try append(4)
        #expect(try streams() == [1, 2, 7])
    }

    @Test(
        "many short processes leave a file as large as one process does, and the last is no slower")
    func short() throws {
        let all = hits(600, seed: 4)
        let one = try HistoryFixture()
        let writer = try one.writer(stream: nil)
        for hit in all { try writer.append(HitBatch([hit])) }
        var steps: [Int] = []
        for hit in all {
            let writer = try fixture.writer(stream: nil)
            try writer.append(HitBatch([hit]))
            steps.append(writer.database.connection.steps)
            writer.returnLog()
        }
        #expect(try fixture.number("SELECT count(*) FROM stream") == 1)
        writer.returnLog(keepingSpace: false)
        let pages = try fixture.number("PRAGMA page_count")
        #expect(pages <= (try one.number("PRAGMA page_count")) + 1)
        #expect(FileAccess(path: fixture.path + "-wal").size == 0)
        // Those at the beginning have other hits to sum up than those at the end.
        let (first, last) = (steps[100..<200].max() ?? 0, steps[500...].max() ?? 0)
        #expect(last <= first * 2)
        #expect(try fixture.reader().verify() == [])
    }
}
