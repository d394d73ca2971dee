#if Hub
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Forgetting hits at a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubForgettingTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let now = SystemClock.now()

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    /// Hits of some days, of some principals, from logs and programs.
    private func hits(_ count: Int, seed: UInt64) -> [Hit] {
        var generator = HitGenerator(seed: seed)
        let names: [[UInt8]?] = [
            nil, Array("ada".utf8), Array("bob".utf8), Array("ädä".utf8), [0xFF, 0], [],
        ]
        return (0..<count).map { index in
            let day = Duration.seconds([0, 1, 3, 5, 450][index % 5] * 86_400)
            var hit = generator.hit(near: now - .seconds(7_200) - day)
            hit.url = Array("/\(seed)/\(index)".utf8)
            hit.principal = names[(index / 5) % names.count]
            (hit.parameters, hit.referrer, hit.kind, hit.attributes) = (nil, nil, nil, nil)
            hit.userAgent = nil
            hit.source = Int64(index % 3)
            return hit
        }
    }

    /// Ships what the hub does not have.
    private func ship(node: String = "web") async throws {
        let shipper = HitShipper(local.path, to: test.address, node: node)
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    /// Expects that the hub has exactly these hits, and that its sums are theirs.
    private func expectHub(
        _ hits: [Hit], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let stored = hits.map { hit in
            var hit = hit
            hit.source = 0
            if hit.principal == [0xFF, 0] { hit.principal = Array("%FF%00".utf8) }
            return hit
        }
        let copy = try HistoryFixture()
        _ = try await hub.fetchHits(into: copy.path, clock: now)
        let found = try copy.hits()
        #expect(found.count == stored.count, sourceLocation: sourceLocation)
        #expect(Set(found) == Set(stored), sourceLocation: sourceLocation)
        let sums = """
            SELECT hour, namespace, route, outcome, sum(hits), sum(weight), sum(duration), sum(timed)
            FROM routedb.hit_hour GROUP BY 1, 2, 3, 4
            """
        let rows = """
            SELECT floor(at_us::numeric / 3600000000) * 3600, namespace, route, outcome, count(*),
                sum(weight), sum(greatest(duration, 0)), count(*) FILTER (WHERE duration >= 0)
            FROM routedb.hit GROUP BY 1, 2, 3, 4
            """
        let wrong = try test.number(
            "SELECT count(*) FROM ((\(sums) EXCEPT \(rows)) UNION ALL (\(rows) EXCEPT \(sums))) AS x"
        )
        #expect(wrong == 0, sourceLocation: sourceLocation)
        let findings = try await hub.examine().filter { $0.area == "hits" }.map(\.message)
        #expect(findings == [], sourceLocation: sourceLocation)
    }

    @Test(
        "the hits of a principal go, with what they are in the sums, and no others",
        arguments: ["ada", "ädä", "nobody"])
    func principal(_ name: String) async throws {
        let (first, second) = (hits(700, seed: 1), hits(500, seed: 2))
        try local.writer(stream: 1).append(HitBatch(first))
        try await ship()
        // The sums of days before are joined, and those that come later are not.
        #expect(try await hub.prune(olderThan: 2_000 * 86_400).deleted.isEmpty)
        try local.writer(stream: 2).append(HitBatch(second))
        try await ship()
        let (gone, kept) = (first + second).separated { $0.principal == Array(name.utf8) }
        #expect(try await hub.count(forgetting: .principal(name)) == Int64(gone.count))
        #expect(try await hub.forget(.principal(name)) == Int64(gone.count))
        try await expectHub(kept)
        #expect(try await hub.forget(.principal(name)) == 0)
        try await expectHub(kept)
    }

    @Test("forgotten hits are not taken when they come again, or later; new ones of the name are")
    func again() async throws {
        let (old, late) = (hits(600, seed: 3), hits(300, seed: 4))
        try local.writer().append(HitBatch(old))
        try await ship()
        _ = try await hub.forget(.principal("ada"))
        #expect(try await hub.status().hits == 600)
        try local.writer().append(HitBatch(late))
        try await ship()
        let kept = (old + late).filter { $0.principal != Array("ada".utf8) }
        try await expectHub(kept)
        // As a hub is that was set back to before the first hit, but knows who is forgotten.
        for table in ["hit", "hit_hour", "stream"] { try test.run("DELETE FROM routedb.\(table)") }
        try await ship()
        try await expectHub(kept)
        var new = Hit(time: SystemClock.now(), url: Array("/new".utf8), outcome: .unmatched)
        new.principal = Array("ada".utf8)
        try local.writer().append(HitBatch([new]))
        try await ship()
        try await expectHub(kept + [new])
    }

    @Test("the hits of a node whose clock is ahead are forgotten too, and stay so")
    func clockAhead() async throws {
        var hit = Hit(time: now + .seconds(40 * 86_400), url: Array("/x".utf8), outcome: .unmatched)
        hit.principal = Array("ada".utf8)
        try local.writer().append(HitBatch([hit]))
        try await ship()
        #expect(try await hub.forget(.principal("ada")) == 1)
        try test.run("DELETE FROM routedb.stream")
        try await ship()
        try await expectHub([])
    }

    @Test("hits that are shipped while they are forgotten are not there afterwards")
    func concurrent() async throws {
        let all = hits(20_000, seed: 5)
        try local.writer().append(HitBatch(all))
        let (path, address, hub) = (local.path, test.address, hub)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let shipper = HitShipper(path, to: address, node: "web")
                    while try await shipper.step() != ShippedHits() {}
                    await shipper.close()
                }
            }
            group.addTask {
                // The table is there as soon as the first batch is.
                while try await hub.status().hits == 0 { await Task.yield() }
                _ = try await hub.forget(.principal("ada"))
            }
            try await group.waitForAll()
        }
        try await ship()
        try await expectHub(all.filter { $0.principal != Array("ada".utf8) })
    }

    /// Ships the hits of another history, under a name.
    private func ship(_ other: HistoryFixture, node: String) async throws {
        let shipper = HitShipper(other.path, to: test.address, node: node)
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    private func identity(_ number: Int64, hits count: Int) async throws -> String {
        let found = try await hub.imports().filter {
            $0.number == number && $0.hits == Int64(count)
        }
        return try #require(found.first).identity
    }

    @Test("an import goes, and one with its id of another machine that bore the node's name stays")
    func imports() async throws {
        let (here, there) = (hits(300, seed: 6), hits(330, seed: 7))
        try local.writer(stream: 1).append(HitBatch(here))
        try await ship(node: "web-1")
        let other = try HistoryFixture()
        try other.writer(stream: 2).append(HitBatch(there))
        try await ship(other, node: "web-1")
        #expect(try await hub.imports().map(\.number) == [1, 1, 2, 2])
        let forgotten = try await identity(2, hits: 100)
        #expect(try await hub.forget(.imports([forgotten])) == 100)
        try await expectHub(here.filter { $0.source != 2 } + there)
        #expect(try await hub.imports().map(\.number) == [1, 1, 2])
        // A node that still has the import sends what is new of it in vain, whatever it is called now.
        let more = hits(30, seed: 8)
        try local.writer(stream: 1).append(HitBatch(more))
        try await ship(node: "web-9")
        try await expectHub((here + more).filter { $0.source != 2 } + there)
        #expect(try await hub.imports().allSatisfy { $0.identity != forgotten })
    }

    @Test("an import has one identity on its node and at the hub, also in a copy of the history")
    func identities() async throws {
        let log = local.directory.path("access.log")
        try #"10.0.0.1 - - [31/Jan/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 1"#
            .appending("\n").write(toFile: log, atomically: true, encoding: .utf8)
        let tool = HubTool(folder: local.directory.path)
        let registry = local.directory.path("routes.db")
        _ = await tool.run(["add", "/a", "--target", "x", "--db", registry])
        let imported = await tool.run([
            "hits", "import", log, "--host", "example.com", "--db", registry,
        ])
        #expect(imported.status == 0, "\(imported.diagnostics)")
        let history = local.directory.path("routes.hits.db")
        let shipper = HitShipper(history, to: test.address, node: "web")
        #expect(try await shipper.step().hits == 1)
        await shipper.close()
        let found = try #require(try await hub.imports().first)
        #expect((found.number, found.hits, found.node) == (1, 1, "web"))
        let listed = await tool.run(["hits", "imports", "--json", "--db", registry])
        #expect(listed.output.contains(#""identity":"\#(found.identity)""#), "\(listed.output)")
        let reader = try HitsReader(path: history)
        #expect(try reader.imports().map(\.identity) == [found.identity])
    }

    @Test("the hub keeps no name of a principal that it has forgotten")
    func digest() async throws {
        try local.writer().append(HitBatch(hits(60, seed: 9)))
        try await ship()
        _ = try await hub.forget(.principal("ada"))
        let tables = try test.run(
            "SELECT c.oid::regclass::text FROM pg_class AS c"
                + " WHERE c.relnamespace = 'routedb'::regnamespace AND c.relkind IN ('r', 'p')")
        #expect(tables.count > 12)
        for table in tables.compactMap(\.first).compactMap(\.self) {
            let count = try test.number(
                "SELECT count(*) FROM \(table) AS t WHERE strpos(t::text, 'ada') > 0")
            #expect(count == 0, "\(table)")
        }
    }

    @Test("only who owns the tables may forget")
    func rights() async throws {
        let user = try test.user()
        for role in HubRole.allCases { try await hub.grant(role, to: user.name) }
        let client = HubClient(user.address)
        let error = await #expect(throws: RouteDBError.self) {
            _ = try await client.forget(.principal("ada"))
        }
        #expect(error?.code == .permissionDenied)
        #expect(try test.number("SELECT count(*) FROM routedb.forgotten_principal") == 0)
        await client.close()
    }

    @Test("the command asks, shows what would go, and says what is gone")
    func command() async throws {
        let all = hits(90, seed: 10)
        try local.writer().append(HitBatch(all))
        try await ship()
        let count = all.count { $0.principal == Array("ada".utf8) }
        let tool = HubTool(folder: local.directory.path)
        let hub = test.address.text
        let command = ["hub", "forget", "--principal", "ada", "--hub", hub]
        let asked = await tool.run(command)
        #expect(asked.status == 64 && asked.diagnostics.contains("--yes"), "\(asked.diagnostics)")
        let tried = await tool.run(command + ["--dry-run"])
        #expect(tried.output == "would forget \(count) hits of principal 'ada'\n")
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 90)
        let done = await tool.run(command + ["--yes"])
        #expect(done.output == "forgot \(count) hits of principal 'ada'\n")
        let left = all.count { $0.principal != Array("ada".utf8) && $0.source == 2 }
        let known = await tool.run(["hub", "imports", hub])
        let lines = known.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.map { $0[1...3].joined(separator: " ") } == ["web 1 30", "web 2 30"])
        let identity = String(lines[1][0])
        let missing = String(repeating: "9", count: 32)
        let imports = [
            "hub", "forget", "--import", "\(identity.prefix(9))", "--import", missing, hub,
        ]
        let json = await tool.run(imports + ["--yes", "--json"])
        #expect(json.output == #"{"schema":1,"hits":\#(left),"dryRun":false}"# + "\n")
        let again = await tool.run(["hub", "forget", "--import", identity, "-n", hub])
        #expect(again.output == "would forget 0 hits of import \(identity)\n")
        let unknown = await tool.run(["hub", "forget", "--import", "zz", "-n", hub])
        #expect(unknown.status == 2 && unknown.diagnostics.contains("has no import 'zz'"))
        for wrong in [
            [], ["--principal", ""], ["--principal", "a", "--import", identity],
        ] {
            let run = await tool.run(["hub", "forget", hub, "--yes"] + wrong)
            #expect(run.status == 64, "\(wrong)")
        }
    }
}

extension [Hit] {
    /// The hits that a condition holds for, and the others.
    fileprivate func separated(_ isFirst: (Hit) -> Bool) -> ([Hit], [Hit]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
#endif
