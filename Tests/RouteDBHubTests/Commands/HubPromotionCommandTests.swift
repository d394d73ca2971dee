#if Hub
import RouteDB
import RouteDBFollower
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Commands for promotion",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubPromotionCommandTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let tool: HubTool
    private var hub: String { test.address.text }

    init() async throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        tool = HubTool(folder: directory.path)
        for command in [
            ["hub", "init"], ["add", "/a", "--target", "a", "--name", "a"],
            ["add", "/b", "--target", "b", "--name", "b"], ["hub", "group", "canary"],
        ] {
            let run = await run(command)
            try #require(run.status == 0, "\(run.diagnostics)")
        }
    }

    private func run(_ arguments: [String]) async -> HubToolRun {
        await tool.run(arguments, ["ROUTEDB_HUB": hub])
    }

    /// Lets a node follow, record URLs as they are resolved, and ship the hits.
    private func record(_ urls: [String]) async throws {
        let path = directory.path("node.db")
        let follower = RegistryFollower(
            HubSource(test.address, node: "one", groups: ["canary"]), FollowOptions(path: path))
        #expect(try await follower.step().error == nil)
        let registry = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .reading, refreshInterval: nil))
        let recorder = HitRecorder(history: directory.path("node.hits.db"))
        for url in urls {
            var request = ResolutionRequest(url)
            request.time = tool.now - .seconds(60)
            recorder.record(registry.table.resolve(request))
        }
        try await recorder.flush()
        await recorder.shutdown()
        await registry.close()
        let shipper = HitShipper(directory.path("node.hits.db"), to: test.address, node: "one")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
        _ = try await follower.step()
        await follower.shutDown()
    }

    @Test("a revision is promoted if the replay of the group's hits passes the gates")
    func gates() async throws {
        try await record(["/a", "/a", "/b", "/c"])
        #expect(await run(["remove", "b", "--yes"]).status == 0)
        let refused = await run(["hub", "promote", "--group", "canary"])
        #expect(refused.status == 1)
        #expect(refused.diagnostics.contains("1 of 4 hits (25.00%) resolve differently"))
        #expect(await run(["hub", "status"]).output.contains("groups     canary 3, all 3\n"))
        let limited = await run([
            "hub", "promote", "--group", "canary", "--max-changed", "100%", "--min-hits", "9",
        ])
        #expect((limited.status, limited.output.isEmpty) == (2, true))
        let dry = await run([
            "hub", "promote", "@4", "--group", "canary", "--max-changed", "25%", "--dry-run",
        ])
        #expect(dry.status == 0)
        #expect(
            dry.output
                == "passed: group 'canary' is still at revision 3, and revision 4 could be promoted\n"
        )
        let done = await run(["hub", "promote", "4", "--group", "canary", "--max-changed", "25%"])
        #expect(done.output == "promoted: group 'canary' is at revision 4, was 3\n")
        let again = await run(["hub", "promote", "4", "--group", "canary"])
        #expect(again.output == "unchanged: group 'canary' is at revision 4\n")
        #expect(await run(["hub", "promote", "2", "--group", "canary"]).status == 2)
        let status = await run(["hub", "status"])
        #expect(status.output.contains("groups     canary 4, all 3\n"))
        let unknown = await run(["hub", "promote", "--group", "canry"])
        #expect(unknown.status == 2)
        #expect(unknown.diagnostics.contains("Groups are canary, all."))
    }

    @Test("a group without hits shows nothing, so nothing is promoted to it by itself")
    func noHits() async throws {
        #expect(await run(["add", "/c", "--target", "c"]).status == 0)
        let refused = await run(["hub", "promote", "--group", "canary"])
        #expect(refused.status == 2)
        #expect(refused.diagnostics.contains("No hits were replayed"))
        let done = await run(["hub", "promote", "--group", "canary", "--min-hits", "0"])
        #expect(done.status == 0, "\(done.diagnostics)")
    }

    @Test("what goes wrong is halted, shown, rolled back, and resumed by hand")
    func rollback() async throws {
        try await record(Array(repeating: "/b", count: 20))
        #expect(await run(["remove", "b", "--yes"]).status == 0)
        let promotion = [
            "hub", "promote", "--group", "canary", "--max-changed", "100%", "--watch-hits", "20",
            "--max-unmatched-rise", "50%",
        ]
        #expect(await run(promotion).status == 0)
        try await record(Array(repeating: "/b", count: 20))
        let client = HubClient(test.address)
        try await client.watch()
        await client.close()
        let why = "in group 'canary', unmatched hits rose from 0% to 100%"
        let group = await run(["hub", "group"])
        #expect(
            group.output
                == "canary\t4\t1\t1\thalted\t0.00% -> 100.00%\t0.00% -> 0.00%\t"
                + "0.00% -> 0.00%\t\(why)\nall\t3\t1\t0\t\t\t\t\t\n")
        let doctor = await run(["hub", "doctor"])
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("is at revision 4, which is halted: \(why)"))
        let refused = await run(["hub", "promote", "--group", "all", "--max-changed", "100%"])
        #expect(refused.status == 1)
        #expect(refused.diagnostics.contains("Revision 4 is halted: \(why)"))
        #expect(await run(["hub", "rollback", "--group", "canary"]).status == 64)
        let back = await run(["hub", "rollback", "--group", "canary", "--yes"])
        #expect(back.output == "rolled back: now at revision 3\n")
        #expect(await run(["hub", "rollback", "--group", "canary", "--yes"]).status == 2)
        try await record(["/b"])
        #expect(await run(["hub", "nodes"]).output.hasPrefix("one\t3\tequal\t"))
        #expect(await run(["hub", "resume", "4"]).output == "resumed: revision 4\n")
        #expect(await run(["hub", "resume"]).output == "unchanged: revision 4\n")
        #expect(await run(["hub", "halt", "--reason", "slow"]).output == "halted: revision 4\n")
        let halted = await run(promotion)
        #expect(halted.diagnostics.contains("Revision 4 is halted: slow."))
    }

    @Test("what a hub has no groups for is refused, with what to do")
    func noGroups() async throws {
        for group in ["canary", "all"] {
            #expect(await run(["hub", "group", "--remove", group]).status == 0)
        }
        #expect(await run(["hub", "group"]).output.isEmpty)
        for command in [
            ["hub", "promote", "--group", "canary"],
            ["hub", "rollback", "--group", "canary", "--yes"],
        ] {
            let run = await run(command)
            #expect(run.status == 2)
            #expect(run.diagnostics.contains("Every node gets every revision at once."))
        }
        #expect(await run(["hub", "group", "--remove", "canary"]).status == 2)
    }
}
#endif
