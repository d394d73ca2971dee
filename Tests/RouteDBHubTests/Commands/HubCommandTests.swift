#if Hub
import Foundation
import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Commands at a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubCommandTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let tool: HubTool
    private var now: Timestamp { tool.now }

    init() throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        tool = HubTool(folder: directory.path)
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async -> HubToolRun {
        await tool.run(arguments, environment)
    }

    @Test("the usual commands edit the hub's registry, with revision, author and locking")
    func edits() async throws {
        let hub = test.address.text
        #expect(await run("hub", "init", hub).output.hasPrefix("created: hub"))
        #expect(await run("hub", "init", hub).output.hasPrefix("exists: hub"))
        let added = await run("add", "/a", "--target", "x", "--name", "a", "--hub", hub)
        #expect(added.status == 0, "\(added.diagnostics)")
        let variable = await run(
            "add", "/b", "--target", "y", "--author", "bob", "-m", "why",
            environment: ["ROUTEDB_HUB": hub])
        #expect(variable.status == 0, "\(variable.diagnostics)")
        let log = await run("log", "--hub", hub)
        #expect(log.output.contains("ada") && log.output.contains("bob"))
        #expect(await run("resolve", "/b", "--hub", hub).status == 0)
        let late = await run(
            "add", "/c", "--target", "z", "--if-revision", "1", "--hub", hub)
        #expect(late.status != 0)
        #expect(late.diagnostics.contains("revision"))
        #expect(await run("add", "/d", "--target", "z", "-n", "--hub", hub).status == 0)
        #expect(await run("tag", "first", "@2", "--hub", hub).status == 0)
        #expect(await run("tag", "--hub", hub).output.contains("first"))
        let resolved = await run("resolve", "/b", "--hub", hub)
        #expect(resolved.status == 0 && !resolved.diagnostics.contains("copied"))
        let client = HubClient(test.address)
        #expect(try await client.status().position.revision == 3)
        #expect(try await client.examine().isEmpty)
        // Nothing of the working copies is left.
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        await client.close()
    }

    @Test("edits at once follow each other, and none is lost")
    func concurrentEdits() async throws {
        let hub = test.address.text
        _ = await run("hub", "init", hub)
        let tool = tool
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    // However busy the machine is, each gets its turn.
                    let run = await tool.run(
                        ["add", "/\(number)", "--target", "x", "--hub", hub],
                        ["ROUTEDB_TIMEOUT_MS": "600000"])
                    #expect(run.status == 0, "\(run.diagnostics)")
                }
            }
        }
        let list = await run("list", "--hub", hub)
        #expect(list.output.split(separator: "\n").count == 4)
        let client = HubClient(test.address)
        // The registry's beginning is a revision too.
        #expect(try await client.status().position.revision == 5)
        await client.close()
    }

    @Test("an editor who takes long keeps others out, who say so")
    func busy() async throws {
        let hub = test.address.text
        _ = await run("hub", "init", hub)
        let other = HubClient(test.address)
        try await other.beginEditing(waiting: .seconds(1))
        let refused = await run(
            "add", "/a", "--target", "x", "--hub", hub,
            environment: ["ROUTEDB_TIMEOUT_MS": "10"])
        #expect(refused.status == 2)
        #expect(refused.diagnostics.contains("used by somebody else"))
        let empty = await run("list", "--hub", hub)
        #expect(empty.status == 2)
        #expect(empty.diagnostics.contains("has no registry yet"))
        await other.close()
    }

    @Test("who only reads does not wait for an editor")
    func readingMeanwhile() async throws {
        let hub = test.address.text
        _ = await run("hub", "init", hub)
        #expect(await run("add", "/a", "--target", "x", "--hub", hub).status == 0)
        let other = HubClient(test.address)
        try await other.beginEditing(waiting: .seconds(1))
        for command in [
            ["list"], ["tag"], ["log"], ["lint"], ["stats", "top"], ["namespace", "list"],
            ["add", "/b", "--target", "y", "--dry-run"], ["rollback", "@1", "--dry-run"],
        ] {
            let run = await tool.run(command + ["--hub", hub], ["ROUTEDB_TIMEOUT_MS": "10"])
            #expect(run.status == 0, "\(command) \(run.diagnostics)")
        }
        await other.close()
    }

    @Test("what works with files only says what to use for a hub")
    func filesOnly() async throws {
        let hub = test.address.text
        for (command, hint) in [
            (["hits", "prune", "--older-than", "30d", "--yes"], "routedb hub prune"),
            (["init"], "routedb hub init"),
            (["hits", "forget", "1", "--yes"], "routedb hub forget"),
            (["hits", "parameters", "utm_campaign"], "histories of nodes"),
            (["hits", "import", "x.log"], "Import on a node"), (["token", "list"], "Leave out"),
            (["resolve", "/a", "--record"], "Record on a node"),
        ] {
            let run = await tool.run(command + ["--hub", hub])
            #expect(run.status == 64, "\(command)")
            #expect(run.diagnostics.contains(hint), "\(command) \(run.diagnostics)")
        }
    }

    @Test("reports on a hub without hits are those on an empty history")
    func noHits() async throws {
        let (hub, path) = (test.address.text, directory.path("routes.db"))
        for name in ["a", "b"] { _ = await run("add", "/\(name)", "--target", name, "--db", path) }
        _ = await run("hub", "init", hub)
        _ = await run("hub", "publish", hub, "--db", path)
        // A node that has recorded nothing yet has an empty history.
        let recorder = HitRecorder(history: directory.path("routes.hits.db"))
        try await recorder.flush()
        await recorder.shutdown()
        for command in [
            ["stats", "top"], ["stats", "timeline"], ["replay", "--base", "@1"], ["hits", "info"],
            ["sql", "SELECT count(*) FROM hits"],
        ] {
            let local = await tool.run(command + ["--db", path])
            let remote = await tool.run(command + ["--hub", hub])
            #expect(remote.status == local.status, "\(command) \(remote.diagnostics)")
            guard command != ["hits", "info"] else {
                #expect(remote.output.contains("file      postgresql:///routedb_test_"))
                #expect(!remote.output.contains("routedb-hub-"))
                continue
            }
            #expect(remote.output == local.output, "\(command)")
            #expect(!remote.diagnostics.contains("routedb-hub-"), "\(command)")
        }
    }

    @Test("reports on the hub's hits are those on the node's own history")
    func stats() async throws {
        let (hub, path) = (test.address.text, directory.path("routes.db"))
        let history = directory.path("routes.hits.db")
        _ = await run("hub", "init", hub)
        for name in ["a", "b"] {
            _ = await run(
                "add", "/\(name)/{id:int}", "--target", name, "--name", name, "--db", path)
        }
        _ = await run("hub", "publish", hub, "--db", path)
        let options = RegistryOptions(access: .reading, refreshInterval: nil)
        let registry = try await RouteRegistry.open(path, options: options)
        let recorder = HitRecorder(history: history)
        for index in 0..<300 {
            let urls = ["/a/\(index % 7)", "/b/1", "/none/\(index % 5)"]
            var request = ResolutionRequest(urls[index % 3])
            request.time = now - .seconds(60 * (300 - index))
            recorder.record(
                registry.table.resolve(request), duration: .milliseconds(index % 50), status: 200,
                principal: "p\(index % 9)")
        }
        try await recorder.flush()
        await recorder.shutdown()
        await registry.close()
        let shipper = HitShipper(history, to: test.address, node: "web")
        #expect(try await shipper.step().hits == 300)
        await shipper.close()
        // The options for hits and for edits are within others.
        let stored = await run("test", "run", "--record", "--store", "--hub", hub)
        #expect(stored.status == 0, "\(stored.diagnostics)")
        _ = await run("test", "run", "--record", "--store", "--db", path)
        let cases = await run("test", "export", "--hub", hub)
        #expect(!cases.output.isEmpty)
        #expect(cases.output == (await run("test", "export", "--db", path)).output)
        for command in [
            ["stats", "top"], ["stats", "unmatched"], ["stats", "timeline"], ["stats", "latency"],
            ["stats", "params", "a"], ["stats", "dead"], ["hits", "export"],
            [
                "sql",
                "SELECT outcome, url, status, principal, count(*) FROM hits GROUP BY 1, 2, 3, 4"
                    + " ORDER BY 1, 2, 3, 4",
            ],
            ["replay", "--base", "@2"],
        ] {
            let local = await tool.run(command + ["--db", path, "--json"])
            let remote = await tool.run(command + ["--hub", hub, "--json"])
            #expect(local.output == remote.output, "\(command) \(remote.diagnostics)")
            #expect(local.status == remote.status && local.status < 2, "\(command)")
            #expect(!local.output.isEmpty, "\(command) \(local.diagnostics)")
        }
    }
}
#endif
