import Foundation
import RouteDBHistory
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Faulty logs")
struct ImportFaultTests {
    let fixture: ImportFixture
    private let lines = ImportFixture.lines(0..<3_000)

    init() throws { fixture = try ImportFixture() }

    @Test("invalid lines are kept with their place and reason")
    func broken() async throws {
        let text = [
            lines[0], "junk", lines[1], "10.0.0.1 - - [99/Oct/2000] \"GET / HTTP/1.1\" 1 1",
        ]
        let report = try await fixture.importLines(text)
        #expect(report.numbers == [2, 0, 2])
        #expect(try await fixture.importLines(text + [lines[2]]).numbers == [1, 4, 0])
        let history = try await HitHistory.open(fixture.history)
        let rejections = try await history.rejections()
        await history.close()
        #expect(rejections.map(\.line) == [2, 4])
        #expect(rejections.first?.text == Array("junk".utf8))
        #expect(rejections.first?.offset == Int64(lines[0].utf8.count) + 1)
        #expect(rejections.first?.log == report.log)
        #expect(rejections.first?.reason == LogReject.Reason.notThisFormat.rawValue)
        #expect(rejections.last?.reason == LogReject.Reason.badTime.rawValue)
    }

    @Test("rejected lines are reported before they are written, and not written on failure")
    func rejections() async throws {
        let path = try fixture.write([lines[0], "junk", lines[1]], to: "access.log")
        var monitor = LogImportMonitor()
        monitor.rejections = { _ in throw CancellationError() }
        await #expect(throws: RouteDBError.self) {
            try await fixture.importFile(path, monitor: monitor)
        }
        let told = Locked<[Int64]>([])
        monitor.rejections = { rejections in told.withLock { $0 += rejections.map(\.line) } }
        #expect(try await fixture.importFile(path, monitor: monitor).numbers == [2, 0, 1])
        #expect(told.withLock { $0 } == [2])
    }

    @Test("binary junk has no format, and is rejected line by line in any given format")
    func junk() async throws {
        var generator = SeededGenerator(seed: 3)
        var bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = 0
        let path = try fixture.write(bytes, to: "junk")
        await #expect(throws: RouteDBError.self) { try await fixture.importFile(path) }
        let report = try await fixture.importFile(path) { $0.format = "combined" }
        #expect(report.imported == 0)
        #expect(report.rejected > 500)
        #expect(try await fixture.findings().isEmpty)
        #expect(
            try await fixture.importFile(path) { $0.format = "combined" }.duplicate
                == report.total)
    }

    @Test("lines of a megabyte and more do no harm")
    func longLines() async throws {
        let long = String(repeating: "x", count: (1 << 20) + 5)
        let text = [lines[0], long, lines[1], String(long.dropLast(6)), lines[2], long + "y"]
        let report = try await fixture.importLines(text)
        #expect(report.numbers == [3, 0, 3])
        #expect(try await fixture.importLines(text + [lines[3]]).numbers == [1, 6, 0])
        let history = try await HitHistory.open(fixture.history)
        let rejections = try await history.rejections()
        await history.close()
        #expect(rejections.map(\.text.count) == [4_096, 4_096, 4_096])
    }

    @Test("a truncated compressed file is imported partly, and resumed when complete")
    func truncated() async throws {
        let whole = GzipFixtures.storing(Array(ImportFixture.text(lines).utf8))
        let path = try fixture.write(whole.dropLast(100_000), to: "log.gz")
        let report = try await fixture.importFile(path)
        #expect(report.failure?.code == .inputUnreadable)
        #expect(report.imported > 1_000)
        try fixture.write(whole, to: "log.gz")
        let rest = try await fixture.importFile(path)
        #expect(rest.numbers == [3_000 - report.imported, report.imported, 0])
        #expect(rest.failure == nil)
        #expect(try await fixture.urls().count == 3_000)
    }

    @Test("a damaged compressed file is imported up to the damage")
    func damaged() async throws {
        var bytes = GzipFixtures.storing(Array(ImportFixture.text(lines).utf8))
        // The length of the third block.
        bytes[10 + 2 * 40_005 + 1] ^= 0xFF
        let report = try await fixture.importFile(try fixture.write(bytes, to: "log.gz"))
        #expect(report.failure?.code == .inputUnreadable)
        #expect(report.imported > 500)
        #expect(report.rejected == 0)
        #expect(try await fixture.importLines(lines).duplicate == report.imported)
    }

    @Test("a missing or unreadable file is an error with its name")
    func unreadable() async throws {
        for path in [fixture.directory.path, fixture.directory.path("none.log")] {
            let error = await #expect(throws: RouteDBError.self) {
                try await fixture.importFile(path)
            }
            #expect(error?.code == .inputUnreadable)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test("an unknown format is an error with a suggestion")
    func unknownFormat() async throws {
        var options = LogImportOptions(resolving: .nothing)
        options.format = "combind"
        let error = await #expect(throws: RouteDBError.self) { try await fixture.open(options) }
        #expect(error?.hint == "Did you mean 'combined'?")
    }

    @Test("a stopped import writes what it read, and is resumed by the next one")
    func stopped() async throws {
        let long = ImportFixture.lines(0..<30_000)
        let path = try fixture.write(long, to: "access.log")
        let seen = Locked<Int64>(0)
        var monitor = LogImportMonitor()
        monitor.event = { event in
            if case .progress(_, let lines) = event { seen.withLock { $0 = lines } }
        }
        monitor.isStopped = { seen.withLock { $0 } > 5_000 }
        let report = try await fixture.importFile(path, monitor: monitor)
        #expect(report.isStopped)
        #expect(report.imported > 5_000 && report.imported < 30_000)
        let rest = try await fixture.importFile(path)
        #expect(rest.numbers == [30_000 - report.imported, report.imported, 0])
        #expect(try await fixture.urls().count == 30_000)
    }

    @Test("concurrent imports of one log do not duplicate it")
    func atOnce() async throws {
        let path = try fixture.write(lines, to: "access.log")
        let history = fixture.history
        let imported = await withTaskGroup(of: Int64.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    // One that comes second is told that the log is in use.
                    let options = LogImportOptions(resolving: .table(ImportFixture.table))
                    let importer = try? await LogImporter.open(history, options: options)
                    return (try? await importer?.importFile(path).imported) ?? 0
                }
            }
            return await group.reduce(0, +)
        }
        #expect(imported == 3_000)
        #expect(try await fixture.urls().count == 3_000)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test("a full disk neither loses nor duplicates lines")
    func full() async throws {
        let path = try fixture.write(ImportFixture.lines(0..<60_000), to: "access.log")
        let importer = try await fixture.open()
        try await importer.limit(pages: 40)
        await #expect(throws: RouteDBError.self) { try await importer.importFile(path) }
        #expect(try await fixture.findings().isEmpty)
        try await importer.limit(pages: 1 << 30)
        let report = try await importer.importFile(path)
        await importer.close()
        #expect(report.total == 60_000)
        #expect(try await fixture.urls().count == 60_000)
        #expect(try await fixture.findings().isEmpty)
    }
}

extension LogImporter {
    /// Lets the history have no more pages.
    fileprivate func limit(pages: Int) throws {
        try writer?.database.connection.setPragma("max_page_count", to: pages)
    }
}
