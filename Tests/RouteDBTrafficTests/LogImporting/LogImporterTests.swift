import Foundation
import RouteDBHistory
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Importing a log")
struct LogImporterTests {
    let fixture: ImportFixture
    private let lines = ImportFixture.lines(0..<100)

    init() throws { fixture = try ImportFixture() }

    @Test("sums up the durations of all its logs when it is closed, also of logs of the same time")
    func summedUp() async throws {
        let importer = try await fixture.open()
        for host in 1...2 {
            let log = ImportFixture.lines(0..<200, host: host)
            _ = try await importer.importFile(fixture.write(log, to: "\(host).log"))
        }
        let unsummed = "SELECT count(*) FROM unsummed_bucket"
        #expect(try HostileFile(path: fixture.history).rows(unsummed) == [["1"]])
        await importer.close()
        #expect(try HostileFile(path: fixture.history).rows(unsummed) == [["0"]])
        #expect(try await fixture.findings() == [])
    }

    @Test("makes a hit of every request, with the table's answer")
    func hits() async throws {
        let report = try await fixture.importLines(
            lines + [
                "10.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] \"GET /x HTTP/1.1\" 404 1"
                    + " \"https://example.com/\" \"curl/8\" 0.250"
            ])
        #expect(report.format == "combined")
        #expect(report.numbers == [101, 0, 0])
        #expect(report.total == 101)
        #expect(report.outcomes == [.matched: 100, .unmatched: 1])
        let history = try await HitHistory.open(fixture.history)
        var hits: [RecordedHit] = []
        for try await hit in history.hits() { hits.append(hit) }
        await history.close()
        #expect(hits.count == 101)
        #expect(hits.first?.time.microseconds == 971_211_336_000_000)
        #expect(hits.first?.route?.rawValue == 1)
        #expect(hits.first?.revision == 1)
        #expect(hits.first?.status == 200)
        #expect(hits.allSatisfy { $0.source == report.log })
        #expect(hits.last?.outcome == .unmatched)
        #expect(hits.last?.duration == .milliseconds(250))
        #expect(try await fixture.findings().isEmpty)
    }

    @Test("a second time does nothing")
    func twice() async throws {
        try await fixture.importLines(lines)
        let report = try await fixture.importLines(lines)
        #expect(report.numbers == [0, 100, 0])
        #expect(report.log == 1)
        #expect(try await fixture.urls().count == 100)
    }

    @Test("one that has grown continues where it was")
    func grown() async throws {
        for end in [1, 2, 50, 100] {
            try await fixture.importLines(Array(lines[..<end]))
        }
        let report = try await fixture.importLines(lines + ImportFixture.lines(100..<110))
        #expect(report.numbers == [10, 100, 0])
        #expect(report.log == 1)
        #expect(try await fixture.urls().count == 110)
    }

    @Test("one that was renamed, compressed or piped is recognized")
    func renamed() async throws {
        try await fixture.importLines(Array(lines[..<60]))
        #expect(
            try await fixture.importLines(Array(lines[..<80]), as: "access.log.1").numbers
                == [20, 60, 0])
        let text = Array(ImportFixture.text(lines).utf8)
        let compressed = try fixture.write(GzipFixtures.storing(text), to: "access.log.2.gz")
        #expect(try await fixture.importFile(compressed).numbers == [20, 80, 0])
        #expect(try await fixture.importStream(text).numbers == [0, 100, 0])
        #expect(try await fixture.urls().count == 100)
    }

    @Test("the beginning of an imported one contains nothing new")
    func beginning() async throws {
        try await fixture.importLines(lines)
        for end in [1, 2, 99] {
            let report = try await fixture.importLines(Array(lines[..<end]), as: "older.log")
            #expect(report.numbers == [0, Int64(end), 0])
        }
    }

    @Test("different line endings do not make a different log")
    func lineEnds() async throws {
        try await fixture.importLines(lines)
        let text = lines.joined(separator: "\r\n")
        #expect(try await fixture.importStream(Array(text.utf8)).numbers == [0, 100, 0])
    }

    @Test("two with the same first lines are two logs", arguments: [1, 2, 50])
    func sameFirstLines(shared: Int) async throws {
        let other = Array(lines[..<shared]) + ImportFixture.lines(500..<600, host: 2)
        try await fixture.importLines(lines)
        #expect(
            try await fixture.importLines(other, as: "other.log").numbers
                == [Int64(other.count), 0, 0])
        // Both go on.
        let more = ImportFixture.lines(600..<605)
        #expect(try await fixture.importLines(lines + more).numbers == [5, 100, 0])
        #expect(
            try await fixture.importLines(other + more).numbers == [5, Int64(other.count), 0])
        #expect(try await fixture.urls().count == 110 + other.count)
    }

    @Test("two with lines beyond the limit of length that begin alike are two logs")
    func longLines() async throws {
        let limit = LineSplitter.defaultLimit
        for (number, count) in [limit + 1, limit + 2, 2 * limit, limit].enumerated() {
            let log = lines[..<50] + [String(repeating: "x", count: count)] + lines[50...]
            let report = try await fixture.importLines(Array(log))
            #expect(report.numbers == [100, 0, 1])
            #expect(report.log == Int64(number) + 1)
            #expect(try await fixture.importLines(Array(log)).imported == 0)
        }
        #expect(try await fixture.urls().count == 400)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test("one that equals another for 64 KiB branches where it differs")
    func branch() async throws {
        let long = ImportFixture.lines(0..<6_000)
        try await fixture.importLines(long)
        let other = Array(long[..<5_000]) + ImportFixture.lines(0..<1_000, host: 2)
        let report = try await fixture.importLines(other)
        #expect(report.numbers == [1_000, 5_000, 0])
        #expect(report.log == 2)
        #expect(try await fixture.importLines(other + lines).numbers == [100, 6_000, 0])
        #expect(try await fixture.importLines(long + lines).numbers == [100, 6_000, 0])
        #expect(try await fixture.urls().count == 7_200)
        #expect(try await fixture.findings().isEmpty)
    }

    @Test("one that was truncated and rewritten is new")
    func rewritten() async throws {
        try await fixture.importLines(lines)
        #expect(
            try await fixture.importLines(ImportFixture.lines(100..<110)).numbers == [10, 0, 0])
    }

    @Test("a source name distinguishes logs with equal lines")
    func sources() async throws {
        try await fixture.importLines(lines) { $0.source = "web1" }
        #expect(try await fixture.importLines(lines) { $0.source = "web2" }.numbers == [100, 0, 0])
        #expect(try await fixture.importLines(lines) { $0.source = "web1" }.numbers == [0, 100, 0])
    }

    @Test("blank lines and comments do not count")
    func skipped() async throws {
        let text = ["", "# comment", lines[0], "  ", lines[1]]
        let report = try await fixture.importLines(text)
        #expect(report.numbers == [2, 0, 0])
        #expect(report.skipped == 3)
        let again = try await fixture.importLines(text + [""])
        #expect(again.numbers == [0, 2, 0])
        #expect(again.skipped == 4)
        #expect(try await fixture.importLines(["", "#"], as: "idle.log").skipped == 2)
        #expect(try await fixture.importLines([], as: "empty.log").total == 0)
    }

    @Test("without resolving stores requests as unmatched, with revision 0")
    func unresolved() async throws {
        let report = try await fixture.importLines(lines) { $0.resolving = .nothing }
        #expect(report.outcomes.isEmpty)
        let history = try await HitHistory.open(fixture.history)
        for try await hit in history.hits() {
            #expect(hit.outcome == .unmatched)
            #expect(hit.revision == 0)
        }
        await history.close()
    }

    @Test("applies privacy rules to hits and drops the text of rejected lines")
    func privacy() async throws {
        let secret =
            "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/1?t=s3cret HTTP/1.1\" 200 1"
        let rules = try PrivacyRules(["t=drop"])
        let report = try await fixture.importLines([secret, "\(secret)x", "s3cret"]) {
            $0.privacy = rules
            $0.format = "common"
        }
        #expect(report.rejected == 2)
        for suffix in ["", "-wal"] {
            let data = try Data(contentsOf: URL(fileURLWithPath: fixture.history + suffix))
            #expect(data.range(of: Data("s3cret".utf8)) == nil)
            #expect(suffix == "-wal" || data.range(of: Data("/user/1".utf8)) != nil)
        }
    }

    @Test("in any portions and forms neither loses nor duplicates lines")
    func portions() async throws {
        for seed in 0..<UInt64(3 * FuzzBudget.rounds) {
            let fixture = try ImportFixture()
            var generator = SeededGenerator(seed: seed)
            let lines = ImportFixture.lines(0..<1 + generator.below(9_000))
            var imported: Int64 = 0
            for round in 0..<8 {
                let end = round == 7 ? lines.count : generator.below(lines.count + 1)
                let text = Array(ImportFixture.text(Array(lines[..<end])).utf8)
                let report: LogImportReport
                switch generator.below(3) {
                case 0: report = try await fixture.importStream(text, piece: 5_000)
                case 1:
                    let path = try fixture.write(GzipFixtures.storing(text), to: "log.gz")
                    report = try await fixture.importFile(path)
                default: report = try await fixture.importFile(try fixture.write(text, to: "log"))
                }
                imported += report.imported
                #expect(report.total == Int64(end), "seed \(seed)")
                #expect(report.rejected == 0)
            }
            #expect(imported == Int64(lines.count), "seed \(seed)")
            #expect(try await fixture.urls().count == lines.count, "seed \(seed)")
        }
    }

    @Test(
        "the format is detected after any number of blank lines and comments",
        arguments: [49, 60, 70_000])
    func leadingComments(count: Int) async throws {
        let lines = (0..<count).map { $0 % 2 == 0 ? "# a comment" : "" }
        let report = try await fixture.importLines(lines + ImportFixture.lines(0..<3))
        #expect(report.format == "combined")
        #expect(report.numbers == [3, 0, 0])
        let again = try await fixture.importLines(lines + ImportFixture.lines(0..<4))
        #expect(again.numbers == [1, 3, 0])
        #expect(try await fixture.findings().isEmpty)
    }

    @Test(
        "input that comes slowly is written about once a second, by the given clock",
        arguments: [(0, false), (2_000_000, true)])
    func slowInput(step: Int64, isWritten: Bool) async throws {
        let time = Locked<Int64>(5_000_000)
        let importer = try await LogImporter.open(
            fixture.history, options: LogImportOptions(resolving: .table(ImportFixture.table)),
            now: {
                time.withLock { time in
                    time += step
                    return Timestamp(microseconds: time)
                }
            })
        let rest = Locked(Array(ImportFixture.text(lines).utf8)[...])
        let seen = Locked<Set<Int64>>([])
        let history = fixture.history
        let report = try await importer.importLog(named: "standard input") {
            if let hits = try? HitsReader(path: history).info().hits {
                seen.withLock { _ = $0.insert(hits) }
            }
            return rest.withLock { rest in
                defer { rest = rest.dropFirst(1_000) }
                return Array(rest.prefix(1_000))
            }
        }
        await importer.close()
        #expect(report.imported == 100)
        #expect(seen.withLock { $0.contains { (1..<100).contains($0) } } == isWritten)
    }
}
