import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Processes that are killed while they import: run again to the end, they come to what one clean
/// import comes to.
@Suite("A killed import", .serialized)
struct ImportCrashTests {
    private static let lineCount = 40_000
    let fixture: ImportFixture
    let path: String

    init() throws {
        fixture = try ImportFixture()
        var lines = ImportFixture.lines(0..<Self.lineCount)
        for index in stride(from: 100, to: lines.count, by: 1_000) { lines[index] = "junk" }
        path = try fixture.write(lines, to: "access.log")
    }

    @Test("of a file", arguments: [[1, 50_000, 100_000], [200_000, 300_000]])
    func file(sizes: [Int]) async throws {
        let (log, history) = (path, fixture.history)
        for size in sizes {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [log = log as String, history = history as String, size = size as Int] in
                SuddenEnd.killAfter(writing: size, to: history)
                let importer = try await LogImporter.open(
                    history, options: LogImportOptions(resolving: .table(ImportFixture.table)))
                while true { _ = try await importer.importFile(log) }
            }
        }
        try await expectWhole()
    }

    @Test("that follows a file", arguments: [[1, 250_000], [400_000, 50_000]])
    func follower(sizes: [Int]) async throws {
        let (log, history) = (path, fixture.history)
        for size in sizes {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [log = log as String, history = history as String, size = size as Int] in
                SuddenEnd.killAfter(writing: size, to: history)
                let importer = try await LogImporter.open(
                    history, options: LogImportOptions(resolving: .table(ImportFixture.table)))
                _ = try await importer.follow([log], every: .milliseconds(1))
            }
        }
        try await expectWhole()
    }

    private func expectWhole() async throws {
        let rejected = Int64(Self.lineCount / 1_000)
        let report = try await fixture.importFile(path)
        #expect(report.total == Int64(Self.lineCount))
        let again = try await fixture.importFile(path)
        #expect(again.numbers == [0, Int64(Self.lineCount), 0])
        let clean = try ImportFixture()
        let all = try await clean.importFile(path)
        #expect(all.numbers == [Int64(Self.lineCount) - rejected, 0, rejected])
        #expect(try await fixture.urls() == clean.urls())
        #expect(try await fixture.findings().isEmpty)
        let history = try await HitHistory.open(fixture.history)
        #expect(try await history.rejections().count == Int(rejected))
        await history.close()
    }
}
