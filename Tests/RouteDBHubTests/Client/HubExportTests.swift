#if Hub
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Exporting and pruning a hub's hits",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubExportTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let tool: HubTool
    private let now = SystemClock.now()
    private var folder: String { local.directory.path("archive") }

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
        tool = HubTool(folder: local.directory.path)
    }

    private func ship(_ urls: Range<Int>, daysAgo days: Int64, stream: UInt8 = 1) async throws {
        let hits = urls.map { number in
            Hit(
                time: now - .seconds(days * 86_400), url: Array("/\(number)".utf8),
                outcome: .unmatched)
        }
        try local.writer(stream: stream).append(HitBatch(hits))
        let shipper = HitShipper(local.path, to: test.address, node: "web")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    private func export(_ options: String...) async -> HubToolRun {
        await tool.run(["hub", "export", "--output", folder, test.address.text] + options)
    }

    private func prune(_ options: String...) async -> HubToolRun {
        await tool.run(["hub", "prune", "--keep", "30d", test.address.text] + options)
    }

    /// The numbers of the URLs in the files, by the ends of their names, without the dates.
    private func files() throws -> [String: [Int]] {
        var found: [String: [Int]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            let numbers = text.split(separator: "\n").dropFirst().compactMap { line in
                line.split(separator: ",", omittingEmptySubsequences: false)
                    .first { $0.hasPrefix("/") }.flatMap { Int($0.dropFirst()) }
            }
            let end = String(name.dropFirst("hits-2026-01-31".utf8.count))
            found[end, default: []] += numbers.sorted()
        }
        return found
    }

    /// Expects that sums, rows and files have as many hits.
    private func expectSums(_ hits: Int64, rows: Int64) throws {
        #expect(try test.number("SELECT sum(hits) FROM routedb.hit_hour") == hits)
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == rows)
        #expect(try files().values.reduce(0) { $0 + Int64($1.count) } == hits)
    }

    @Test(
        "hits that come after their day was exported get a file of their own before they are pruned"
    )
    func late() async throws {
        try await ship(0..<100, daysAgo: 40)
        #expect(await export().output.hasSuffix(".csv\t100\n"))
        // The documented line runs once more, and the hits of a node that was away came before.
        try await ship(100..<150, daysAgo: 40, stream: 2)
        #expect(await export().output.hasSuffix(".2.csv\t50\n"))
        #expect(await prune().output.hasPrefix("deleted "))
        #expect(try files() == [".csv": Array(0..<100), ".2.csv": Array(100..<150)])
        try expectSums(150, rows: 0)
        // Others come when the day is gone, of a stream that it had, and of a new one.
        try await ship(150..<160, daysAgo: 40)
        try await ship(160..<170, daysAgo: 40, stream: 3)
        let kept = await prune()
        #expect(kept.output == "" && kept.diagnostics.contains("1 day kept"), "\(kept)")
        #expect(await export().output.hasSuffix(".3.csv\t20\n"))
        _ = await prune()
        #expect(try files()[".3.csv"] == Array(150..<170))
        #expect(try files()[".csv"]?.count == 100)
        try expectSums(170, rows: 0)
        #expect(try test.number("SELECT count(*) FROM routedb.export") == 0)
        #expect(try await hub.examine().isEmpty)
    }

    @Test(
        "a late hit of a day long ago, in the partition of all others, is kept until it is exported"
    )
    func other() async throws {
        try await ship(0..<5, daysAgo: 2_000)
        _ = await export()
        try await ship(5..<7, daysAgo: 2_000)
        try await ship(7..<9, daysAgo: 3_000)
        let kept = await prune("--json")
        #expect(kept.output.contains(#""days":[],"kept":["20"#), "\(kept.output)")
        try expectRows(9)
        #expect(await export().output.split(separator: "\n").count == 2)
        _ = await prune()
        try expectSums(9, rows: 0)
    }

    private func expectRows(_ count: Int64) throws {
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == count)
    }

    @Test("a hub that is never exported is pruned at once, and any is with --unexported")
    func unexported() async throws {
        try await ship(0..<5, daysAgo: 40)
        #expect(await prune().output.hasPrefix("deleted "))
        try expectRows(0)
        try await ship(5..<9, daysAgo: 50)
        _ = await export()
        try await ship(9..<12, daysAgo: 50)
        #expect(await prune().output == "")
        #expect(await prune("--unexported").output.hasPrefix("deleted "))
        try expectRows(0)
    }

    @Test(
        "an export that was killed is finished by the next one, with the hits that it had begun with"
    )
    func interrupted() async throws {
        try await ship(0..<10, daysAgo: 40)
        let begun = try await hub.beginExport(endedBefore: 86_400) { _ in }
        #expect(begun.map(\.part) == [1])
        try await ship(10..<14, daysAgo: 40)
        #expect(await prune().output == "")
        #expect(await export().output.split(separator: "\n").count == 2)
        #expect(try files() == [".csv": Array(0..<10), ".2.csv": Array(10..<14)])
        #expect(await prune().output.hasPrefix("deleted "))
    }

    @Test("a file that the hub does not know is not replaced, but by --again")
    func foreign() async throws {
        try await ship(0..<10, daysAgo: 40)
        _ = await export()
        let other = try TestHub()
        _ = await tool.run(["hub", "init", other.address.text])
        let shipper = HitShipper(local.path, to: other.address, node: "web")
        #expect(try await shipper.step().hits == 10)
        await shipper.close()
        let command = ["hub", "export", "--output", folder, other.address.text]
        for _ in 0..<2 {
            let run = await tool.run(command)
            #expect(run.status == 2 && run.diagnostics.contains("does not know"), "\(run)")
        }
        #expect(await tool.run(command + ["--again"]).output.hasSuffix(".csv\t10\n"))
    }

    @Test("hits that are shipped while days are exported and pruned are in one file each")
    func concurrent() async throws {
        try await ship(0..<10, daysAgo: 40)
        let (path, address) = (local.path, test.address)
        let hits = (10..<6_000).map { number in
            Hit(
                time: now - .seconds(40 * 86_400), url: Array("/\(number)".utf8),
                outcome: .unmatched)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for stream in 1...2 {
                let part = hits.enumerated().filter { $0.offset % 2 == stream - 1 }.map(\.element)
                try local.writer(stream: UInt8(stream)).append(HitBatch(part))
            }
            group.addTask {
                let shipper = HitShipper(path, to: address, node: "web")
                while try await shipper.step() != ShippedHits() {}
                await shipper.close()
            }
            for _ in 0..<4 {
                _ = await export()
                _ = await prune()
            }
            try await group.waitForAll()
        }
        _ = await export()
        #expect(try files().values.joined().sorted() == Array(0..<6_000))
    }
}
#endif
