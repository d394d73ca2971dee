import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBHistory
@testable import RouteDBStorage

/// Processes that are killed while they forget an import, at the end of each transaction and behind
/// it: readers find a whole file, and the same call again finishes it.
@Suite("A killed forgetting", .serialized)
struct ForgettingCrashTests {
    private static let forgotten: Int64 = 1

    /// A history with an import of two segments, some rejected lines and a tail, and another import.
    private static func fixture() async throws -> ImportFixture {
        let fixture = try ImportFixture()
        let lines = ImportFixture.lines(0..<9_000, host: 1) + ["junk", "more junk"]
        try await fixture.importLines(lines)
        try await fixture.importLines(ImportFixture.lines(0..<300, host: 2), as: "other.log")
        return fixture
    }

    /// A writer whose transactions reach the disk before they are committed.
    private static func writer(_ path: String) throws -> HitsWriter {
        let writer = try HitsWriter(path: path, stream: [UInt8](repeating: 0, count: 16), time: 9)
        _ = try writer.database.number("PRAGMA cache_size = 1")
        return writer
    }

    /// A copy of a history that nobody has open.
    private static func copy(of fixture: ImportFixture) throws -> ImportFixture {
        let copy = try ImportFixture()
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: fixture.history + suffix) {
            try FileManager.default.copyItem(
                atPath: fixture.history + suffix, toPath: copy.history + suffix)
        }
        return copy
    }

    private static func log(of fixture: ImportFixture) -> Data? {
        try? Data(contentsOf: URL(fileURLWithPath: fixture.history + "-wal"))
    }

    @Test("leaves a whole file, wherever it is killed, and is finished by the next one")
    func everyStep() async throws {
        let made = try await Self.fixture()
        let clean = try Self.copy(of: made)
        // The forgetting tells of itself twice a transaction.
        var count = 0
        _ = try Self.writer(clean.history)
            .forget([Self.forgotten], time: 9) { _ in count += 1 }
        #expect(count == 10)
        let expected = try await ForgettingTests.Content(clean.history)
        #expect(expected.hits.count == 300 && expected.findings.isEmpty)
        var hitCounts: [Int] = []
        for step in 1...count {
            let fixture = try Self.copy(of: made)
            let (history, before) = (fixture.history, Self.log(of: fixture))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [history = history as String, step = step as Int] in
                var seen = 0
                _ = try Self.writer(history).forget([Self.forgotten], time: 9) { _ in
                    seen += 1
                    if seen == step { kill(getpid(), SIGKILL) }
                }
            }
            // A process that wrote nothing shows nothing.
            #expect(Self.log(of: fixture) != before, "step \(step)")
            let cutOff = try await ForgettingTests.Content(history)
            #expect(cutOff.findings.isEmpty, "step \(step): \(cutOff.findings)")
            hitCounts.append(cutOff.hits.count)
            if step < count {
                _ = try Self.writer(history).forget([Self.forgotten], time: 9)
            }
            #expect(try await ForgettingTests.Content(history) == expected, "step \(step)")
            let again = try await fixture.importLines(ImportFixture.lines(0..<9_000, host: 1))
            #expect(again.numbers == [9_000, 0, 0], "step \(step)")
            #expect(try await fixture.findings().isEmpty)
        }
        // All, then without the tail, then none.
        #expect(hitCounts == hitCounts.sorted(by: >) && Set(hitCounts).count == 3)
    }
}
