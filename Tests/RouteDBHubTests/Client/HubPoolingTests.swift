#if Hub
import RouteDB
import RouteDBFollower
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Poolers give each transaction whichever connection to the server is free.
///
/// So nothing may depend on what a connection was told before, and notifications do not come.
@Suite(
    "A hub behind a pooler",
    .enabled(
        if: TestHub.server != nil && TestHub.pooler != nil,
        "ROUTEDB_TEST_POOLER names no pgbouncer: see '.ci/hub'"))
struct HubPoolingTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let address: HubAddress
    private let tool: HubTool

    init() throws {
        local = try HistoryFixture()
        test = try TestHub()
        let database = try #require(test.run("SELECT current_database()").first?[0])
        address = try HubAddress("\(#require(TestHub.pooler)) dbname=\(database)")
        tool = HubTool(folder: local.directory.path, clockAhead: .zero)
    }

    @Test("commands edit the registry, one after the other, and leave no lock behind")
    func edits() async throws {
        let hub = address.text
        #expect(await tool.run(["hub", "init", hub]).output.hasPrefix("created"))
        let tool = tool
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask {
                    let run = await tool.run(
                        ["add", "/\(number)", "--target", "x", "--hub", hub],
                        ["ROUTEDB_TIMEOUT_MS": "600000"])
                    #expect(run.status == 0, "\(run.diagnostics)")
                }
            }
        }
        #expect(await tool.run(["list", "--hub", hub]).output.split(separator: "\n").count == 5)
        #expect(
            try test.number(
                """
                SELECT count(*) FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
                WHERE l.locktype = 'advisory' AND d.datname = current_database()
                """) == 0)
        // An edit that fails leaves none either.
        #expect(await tool.run(["add", "/0", "--target", "y", "--hub", hub]).status != 0)
        #expect(await tool.run(["add", "/9", "--target", "y", "--hub", hub]).status == 0)
    }

    @Test("nodes follow and ship, and groups, reports, exports and forgetting work")
    func nodes() async throws {
        let hub = address.text
        _ = await tool.run(["hub", "init", hub])
        _ = await tool.run(["add", "/a", "--target", "x", "--hub", hub])
        let followers = (0..<4).map { number in
            RegistryFollower(
                HubSource(address, node: "web-\(number)"),
                FollowOptions(path: local.directory.path("\(number).db")))
        }
        for follower in followers { #expect(try await follower.step().error == nil) }
        let hits = (0..<9_000).map { number in
            var hit = Hit(
                time: tool.now - .seconds(3 * 86_400), url: Array("/\(number)".utf8),
                outcome: .unmatched)
            hit.principal = Array((number % 2 == 0 ? "ada" : "bob").utf8)
            return hit
        }
        try local.writer().append(HitBatch(hits))
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (path, address) = (local.path, address)
            for _ in 0..<3 {
                group.addTask {
                    let shipper = HitShipper(path, to: address, node: "web-0")
                    while try await shipper.step() != ShippedHits() {}
                    await shipper.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 9_000)
        let stats = await tool.run(["stats", "unmatched", "--hub", hub])
        #expect(stats.status == 0, "\(stats.diagnostics)")
        for command in [
            ["group", "canary"], ["promote", "--group", "canary"], ["doctor"], ["nodes"],
            ["export", "--output", local.directory.path("archive")],
            ["forget", "--principal", "ada", "--yes"], ["prune", "--keep", "1d"],
        ] {
            let run = await tool.run(["hub"] + command + ["--hub", hub])
            // Three processes shipped as one node at once, which the doctor may take for twins.
            let mayDoubt = command == ["doctor"] && run.status == 1
            #expect(run.status == 0 || mayDoubt, "\(command) \(run.diagnostics) \(run.output)")
        }
        _ = await tool.run(["add", "/b", "--target", "x", "--hub", hub])
        _ = await tool.run(["hub", "promote", "--group", "all", "--min-hits", "0", "--hub", hub])
        for follower in followers {
            #expect(try await follower.step().error == nil)
            await follower.shutDown()
        }
        for number in 0..<4 {
            let copy = try RegistryStore.open(
                path: local.directory.path("\(number).db"), mode: .reading)
            #expect(try copy.position().revision == 3)
        }
    }
}
#endif
