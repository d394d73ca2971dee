import Foundation
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("A followed log")
struct FollowedLogTests {
    let fixture: ImportFixture
    let path: String
    let writer: HitsWriter

    init() throws {
        fixture = try ImportFixture()
        path = try fixture.write(ImportFixture.lines(0..<3), to: "access.log")
        writer = try HitsWriter(
            path: fixture.history, stream: [UInt8](repeating: 1, count: 16), time: 0)
    }

    private func follow() throws -> FollowedLog {
        try FollowedLog(
            path: path,
            context: LogImportContext(
                writer: writer,
                options: LogImportOptions(resolving: .table(ImportFixture.table)),
                monitor: LogImportMonitor(), now: { 0 }))
    }

    private func add(_ text: String, to path: String? = nil) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path ?? self.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private func add(_ range: Range<Int>, to path: String? = nil) throws {
        try add(ImportFixture.text(ImportFixture.lines(range)), to: path)
    }

    private func expect(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let expected = (0..<count).map { "/user/\($0)" }.sorted()
        #expect(try await fixture.urls() == expected, sourceLocation: sourceLocation)
        #expect(try await fixture.findings().isEmpty, sourceLocation: sourceLocation)
    }

    @Test("is read as it grows, and its last line when complete")
    func grows() async throws {
        var log = try follow()
        try log.poll()
        try await expect(3)
        try add(3..<5)
        try add("10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /us")
        try log.poll()
        try log.poll()
        try await expect(5)
        try add("er/5 HTTP/1.1\" 200 1 \"-\" \"curl/8\"\n")
        try log.poll()
        try await expect(6)
        #expect(log.report.numbers == [6, 0, 0])
    }

    @Test("is read to its end when renamed, followed by the new file")
    func renamed() async throws {
        var log = try follow()
        try log.poll()
        let old = fixture.directory.path("access.log.1")
        try FileManager.default.moveItem(atPath: path, toPath: old)
        try add(3..<4, to: old)
        // Nothing is at the path yet.
        try log.poll()
        try fixture.write(ImportFixture.lines(6..<7), to: "access.log")
        try log.poll()
        // The writer still has the old one.
        try add(4..<6, to: old)
        try log.poll()
        try log.poll()
        try await expect(7)
        try add(7..<8)
        try log.poll()
        try await expect(8)
    }

    @Test("is read from its start when copied and truncated", arguments: [1, 3, 9])
    func copied(count: Int) async throws {
        var log = try follow()
        try log.poll()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.close()
        try add(3..<3 + count)
        try log.poll()
        try await expect(3 + count)
    }

    @Test("continues where an earlier import or follower stopped")
    func again() async throws {
        try await fixture.importFile(path)
        try add(3..<5)
        var log = try follow()
        try log.poll()
        #expect(log.report.numbers == [2, 3, 0])
        try await expect(5)
        var other = try follow()
        try other.poll()
        try add(5..<6)
        try log.poll()
        try other.poll()
        try await expect(6)
    }

    @Test("may be empty at first")
    func empty() async throws {
        try fixture.write([String](), to: "access.log")
        var log = try follow()
        try log.poll()
        try add(0..<2)
        try log.poll()
        try await expect(2)
    }

    @Test("must be a regular file")
    func plain() throws {
        try fixture.write(GzipFixtures.stored, to: "access.log")
        #expect(throws: RouteDBError.self) { try follow() }
    }

    @Test("is followed until the caller stops it")
    func stopping() async throws {
        let importer = try await fixture.open()
        let polls = Locked(0)
        var monitor = LogImportMonitor()
        monitor.isStopped = {
            polls.withLock { polls in
                polls += 1
                return polls > 20
            }
        }
        let reports = try await importer.follow([path], every: .zero, monitor: monitor)
        await importer.close()
        #expect(reports.map(\.imported) == [3])
        try await expect(3)
    }
}
