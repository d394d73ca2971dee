import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBHistory
@testable import RouteDBStorage
@testable import RouteDBTraffic

@Suite("Forgetting imports")
struct ForgettingTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private static func lines(_ range: Range<Int>, host: Int = 1) -> [String] {
        ImportFixture.lines(range, host: host)
    }

    /// What a history holds, but for the ids of imports and streams.
    struct Content: Equatable {
        var hits: [String] = []
        var rollUps: [RollUpRow] = []
        var rejects: [String] = []
        var findings: [HistoryFinding] = []
        var pruned: Int64 = 0

        init(_ path: String) async throws {
            let history = try await HitHistory.open(path)
            for try await hit in history.hits() {
                hits.append(
                    "\(hit.time) \(hit.urlText) \(hit.outcome) \(hit.weight) \(hit.source == 0)")
            }
            hits.sort()
            rollUps = try await history.read { reader throws(RouteDBError) in
                var rows: [RollUpRow] = []
                try reader.forEachRollUp(.min ... .max, onlyPruned: false) { rows.append($0) }
                return rows
            }
            rejects = try await history.rejections().map { "\($0.name) \($0.line) \($0.reason)" }
            findings = try await history.verify()
            pruned = try await history.info().prunedHits
            await history.close()
        }
    }

    @discardableResult
    private func forget(_ ids: Set<Int64>, in fixture: ImportFixture? = nil) async throws
        -> ForgottenImports
    {
        let history = try await HitHistory.open((fixture ?? self.fixture).history)
        let result = try await history.forget(imports: ids, time: 9)
        await history.close()
        return result
    }

    private func imports() async throws -> [LogImportRecord] {
        let history = try await HitHistory.open(fixture.history)
        defer { Task { await history.close() } }
        return try await history.imports()
    }

    @Test("imports are listed with their runs, options and times")
    func listing() async throws {
        let lines = Self.lines(0..<100) + ["junk"]
        try await fixture.importLines(Array(lines[..<50])) { $0.host = "a.example" }
        try await fixture.importLines(lines) { $0.scheme = "http" }
        try await fixture.importLines(lines)
        let record = try #require(try await imports().first)
        #expect(record.id == 1 && record.total == 101 && record.imported == 100)
        #expect(record.rejected == 1 && record.runs.count == 2)
        #expect(record.runs[0].options == ["asOf": 1, "host": "a.example"])
        #expect(record.runs[0].imported == 50 && record.runs[0].format == "combined")
        #expect(record.runs[1].options == ["asOf": 1, "scheme": "http"])
        #expect(record.runs[1].imported == 50 && record.runs[1].duplicate == 50)
        #expect(record.first?.microseconds == 971_211_336_000_000 && record.first == record.last)
    }

    @Test("importing a log differently reports how it was imported before")
    func earlierRun() async throws {
        let lines = Self.lines(0..<10)
        #expect(try await fixture.importLines(lines).earlierRun == nil)
        #expect(try await fixture.importLines(lines).earlierRun == nil)
        let again = try await fixture.importLines(lines) { $0.host = "a.example" }
        #expect(again.earlierRun?.imported == 10 && again.log == 1)
        let grown = try await fixture.importLines(lines + Self.lines(10..<12)) {
            $0.host = "a.example"
        }
        #expect(grown.earlierRun?.options == ["asOf": 1] && grown.imported == 2)
    }

    @Test("a forgotten log can be imported again under a new id")
    func again() async throws {
        let lines = Self.lines(0..<3_000) + ["junk"]
        try await fixture.importLines(lines) { $0.host = "wrong.example" }
        let result = try await forget([1])
        #expect(result.hits == 3_000 && result.pruned == 0)
        let content = try await Content(fixture.history)
        #expect(content.hits.isEmpty && content.rollUps.isEmpty && content.rejects.isEmpty)
        #expect(content.findings.isEmpty)
        #expect(try await imports().isEmpty)
        let report = try await fixture.importLines(lines)
        #expect(report.numbers == [3_000, 0, 1] && report.log == 2)
        #expect(report.earlierRun == nil)
        #expect(try await fixture.findings().isEmpty)
        for (ids, code) in [([1], "importNotFound"), ([7], "importNotFound")] {
            let error = await #expect(throws: RouteDBError.self) {
                try await forget(Set(ids.map(Int64.init)))
            }
            #expect(error?.code.description == code)
        }
    }

    @Test("of logs that share lines, both or only the later one can be forgotten")
    func branches() async throws {
        // More than 64 KiB in common, so that the second log is a branch of the first.
        let common = Self.lines(0..<1_500)
        try await fixture.importLines(common + Self.lines(1_500..<1_510), as: "a.log")
        try await fixture.importLines(common + Self.lines(2_000..<2_010), as: "b.log")
        try await fixture.importLines(Self.lines(0..<1, host: 9), as: "c.log")
        #expect(try await imports().map(\.duplicate) == [0, 1_500, 0])
        let error = await #expect(throws: RouteDBError.self) { try await forget([1, 3]) }
        #expect(error?.code == .importShared)
        #expect(error?.hint?.contains("`routedb hits forget 1 2 3`") == true)
        #expect(try await imports().allSatisfy { !$0.isBeingForgotten })
        #expect(try await forget([2]).hits == 10)
        let again = try await fixture.importLines(common + Self.lines(2_000..<2_010), as: "b.log")
        #expect(again.numbers == [10, 1_500, 0])
        #expect(try await forget([1, 4]).hits == 1_520)
        #expect(try await fixture.urls().count == 1)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test("an interrupted one keeps the file sound, refuses the log, and can be finished")
    func resuming() async throws {
        let lines = Self.lines(0..<30_000)
        try await fixture.importLines(lines)
        try await fixture.importLines(Self.lines(0..<100, host: 2), as: "b.log")
        do {
            let writer = try HitsWriter(
                path: fixture.history, stream: [UInt8](repeating: 0, count: 16), time: 0)
            var forgetting = HitsForgetting(database: writer.database, ids: [1], time: 1)
            try writer.commit { () throws(RouteDBError) in try forgetting.begin() }
            let segments = try forgetting.nextSegments()
            try writer.commit { () throws(RouteDBError) in
                try forgetting.remove(from: Array(segments.prefix(2)))
            }
        }
        #expect(try await fixture.findings().isEmpty)
        #expect(try await imports().map(\.isBeingForgotten) == [true, false])
        let error = await #expect(throws: RouteDBError.self) {
            try await fixture.importLines(lines)
        }
        #expect(error?.code == .busy && error?.hint?.contains("hits forget 1") == true)
        #expect(try await forget([1]).hits == 30_000)
        #expect(try await fixture.urls().count == 100)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test(
        "afterwards the history is as if they had never been imported",
        arguments: 1...3 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<FuzzBudget.rounds {
            let (one, other) = (try ImportFixture(), try ImportFixture())
            var logs: [[String]] = (0..<3).map { _ in [] }
            let forgotten = random.below(3)
            for step in 0..<12 {
                let log = random.below(3)
                switch random.below(4) {
                case 0:
                    // Recorded hits, which no import has.
                    let hits = (0..<random.below(1_500)).map { _ in Self.hit(&random) }
                    for fixture in [one, other] { try Self.write(hits, to: fixture) }
                case 1:
                    let time = Timestamp(microseconds: Int64(random.below(1_000)) * 1_000_000)
                    for fixture in [one, other]
                    where FileManager.default.fileExists(
                        atPath: fixture.history)
                    {
                        let history = try await HitHistory.open(fixture.history)
                        _ = try await history.prune(HitRetention(olderThan: time), time: 0)
                        await history.close()
                    }
                default:
                    let count = random.oneIn(3) ? random.below(5_000) : random.below(50)
                    logs[log] += (0..<count).map { number -> String in
                        if random.oneIn(20) { return "junk \(number)" }
                        return """
                            {"url":"/user/\(random.below(9))","log":\(log),"step":\(step),\
                            "time":\(random.below(1_000)),"weight":\(1 + random.below(3)),\
                            "duration_us":7}
                            """
                    }
                    guard !logs[log].isEmpty else { continue }
                    try await one.importLines(logs[log], as: "\(log)") { $0.format = "ndjson" }
                    guard log != forgotten else { continue }
                    try await other.importLines(logs[log], as: "\(log)") { $0.format = "ndjson" }
                }
            }
            let last = Self.hit(&random)
            for fixture in [one, other] { try Self.write([last], to: fixture, 3) }
            let history = try await HitHistory.open(one.history)
            let wanted = try await history.imports().filter { $0.name.hasSuffix("/\(forgotten)") }
            await history.close()
            if !wanted.isEmpty { try await forget(Set(wanted.map(\.id)), in: one) }
            let (left, right) = (try await Content(one.history), try await Content(other.history))
            #expect(left.rollUps == right.rollUps, "seed \(seed)")
            #expect(left.hits == right.hits, "seed \(seed)")
            #expect(
                left.rejects.map { $0.split(separator: "/").last }
                    == right.rejects.map { $0.split(separator: "/").last })
            #expect(left.findings.isEmpty && right.findings.isEmpty)
            #expect(left.pruned == right.pruned)
        }
    }

    private static func hit(_ random: inout SeededGenerator) -> Hit {
        Hit(
            time: .epoch + .seconds(random.below(1_000)), url: Array("/user/1".utf8),
            outcome: .matched)
    }

    private static func write(
        _ hits: [Hit], to fixture: ImportFixture, _ stream: UInt8 = 2
    ) throws {
        let writer = try HitsWriter(
            path: fixture.history, stream: [UInt8](repeating: stream, count: 16), time: 0)
        try writer.append(HitBatch(hits))
    }
}
