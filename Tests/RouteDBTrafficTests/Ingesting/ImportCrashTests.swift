import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Processes that are killed while they import: run again to the end, they come to what one clean
/// import comes to.
@Suite("A killed import", .serialized)
struct ImportCrashTests {
    private static let lineCount = 60_000
    let fixture: ImportFixture
    let path: String

    init() throws {
        fixture = try ImportFixture()
        var lines = ImportFixture.lines(0..<Self.lineCount)
        for index in stride(from: 100, to: lines.count, by: 1_000) { lines[index] = "junk" }
        path = try fixture.write(lines, to: "access.log")
    }

    @Test("of a file", arguments: [[3, 9, 30], [50, 80, 120]])
    func file(milliseconds: [Int]) async throws {
        let (log, history) = (path, fixture.history)
        for delay in milliseconds {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [log = log as String, history = history as String, delay = delay as Int] in
                Self.killSoon(delay)
                let importer = try await LogImporter.open(
                    history, options: LogImportOptions(resolving: .table(ImportFixture.table)))
                while true { _ = try await importer.importFile(log) }
            }
        }
        try await expectWhole()
    }

    @Test("that follows a file", arguments: [[5, 40], [90, 15]])
    func follower(milliseconds: [Int]) async throws {
        let (log, history) = (path, fixture.history)
        for delay in milliseconds {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [log = log as String, history = history as String, delay = delay as Int] in
                Self.killSoon(delay)
                let importer = try await LogImporter.open(
                    history, options: LogImportOptions(resolving: .table(ImportFixture.table)))
                _ = try await importer.follow([log], every: .milliseconds(1))
            }
        }
        try await expectWhole()
    }

    /// Ends the process after a while, as nobody can prevent.
    private static func killSoon(_ milliseconds: Int) {
        Task.detached {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            kill(getpid(), SIGKILL)
        }
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
