import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("A registry that follows another, in the tool")
struct FollowTests {
    /// A tool whose registry follows another one.
    private func tool() throws -> Tool {
        let tool = try Tool()
        let source = try RegistryStore.open(
            path: tool.directory.path("source.db"), mode: .creating(.test("init")))
        var feed = try source.beginFeed(after: .start)
        let spool = try SpoolFile(beside: source.path, limit: 1 << 20)
        while case let page = try source.readFeed(&feed), !page.isEmpty { try spool.append(page) }
        let copy = try RegistryStore.open(path: tool.path, mode: .following(time: 0))
        _ = try copy.follow(
            FeedFile(spool.content, name: "the feed"),
            from: RegistryOrigin(address: "https://example.com", since: 0))
        return tool
    }

    @Test(
        "commands that would edit it are refused, and say where to edit",
        arguments: [
            "add /x --target x", "tag v1 1", "namespace add shop",
            "default set a=1 --namespace default",
        ])
    func refused(words: String) async throws {
        let tool = try tool()
        let run = await tool.run(
            words.split(separator: " ").map(String.init) + ["--db", tool.path])
        #expect(run.status == 2, "\(run.output) \(run.diagnostics)")
        #expect(run.diagnostics.contains("follows 'https://example.com', and gets all edits"))
        #expect(run.diagnostics.contains("`routedb follow --stop`"))
    }

    @Test("what changes nothing works: dry runs, checks, listings")
    func reading() async throws {
        let tool = try tool()
        #expect(await tool("add", "/x", "--target", "x", "--dry-run").status == 0)
        #expect(await tool("check").output.contains("routedb_origin") == false)
        #expect(await tool("log", "--json").status == 0)
    }

    @Test("'follow --stop' makes it one that can be edited, once")
    func stop() async throws {
        let tool = try tool()
        let stopped = await tool("follow", "--stop")
        #expect(stopped.output == "stopped following https://example.com, at revision 1\n")
        #expect(await tool("add", "/x", "--target", "x").status == 0)
        let again = await tool("follow", "--stop", "--json")
        #expect(
            again.output
                == "{\"schema\":1,\"outcome\":\"unchanged\",\"source\":null,\"revision\":2}\n")
    }

    @Test(
        "options that do not fit together are refused",
        arguments: [
            "follow", "follow --stop http://127.0.0.1", "follow --stop --once",
            "follow http://127.0.0.1 --once --interval 5s", "follow http://127.0.0.1 --interval 1",
        ])
    func usage(words: String) async throws {
        let run = try await Tool().run(words.split(separator: " ").map(String.init))
        #expect(run.status == 64)
    }
}
