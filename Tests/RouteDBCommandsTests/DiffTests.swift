import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("diff")
struct DiffTests {
    private let tool: Tool

    /// Two copies of a registry, changed apart from each other, and their documents.
    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user.page", "--name", "user")
        await tool("add", "/cart", "--target", "cart.page", "--name", "cart")
        await tool("export", "--format", "json", "-o", path("main.json"))
        await tool("backup", path("branch.db"))
        await tool("set", "cart", "target=cart.fast")
        await on("branch.db", "set", "user", "target=user.profile")
        await on("branch.db", "rename", "user", "person")
        await on("branch.db", "add", "/new", "--target", "n", "--name", "new")
        await on("branch.db", "export", "--format", "json", "-o", path("head.json"))
    }

    private func path(_ name: String) -> String { tool.directory.path(name) }

    /// Runs the tool on another registry.
    @discardableResult
    private func on(_ name: String, _ arguments: String...) async -> ToolRun {
        await tool.run(arguments + ["--db", path(name)])
    }

    /// The outcomes and labels of the differences, without a registry at hand.
    private func changes(_ old: String, _ new: String) async throws -> [String] {
        let run = await tool.run(["diff", old, new, "--json", "--quiet"])
        let object = try run.object
        guard case .array(let changes)? = object["changes"] else { return [run.diagnostics] }
        #expect(run.status == (changes.isEmpty ? 0 : 1))
        return changes.compactMap { change in
            guard case .object(let change) = change, case .string(let outcome)? = change["outcome"],
                case .string(let label)? = change["label"]
            else { return nil }
            return "\(outcome) \(label)"
        }
    }

    @Test("two documents are compared without a registry, by names and patterns")
    func documents() async throws {
        #expect(
            try await changes(path("main.json"), path("head.json"))
                == ["changed route #1 person", "added route #3 new"])
        #expect(try await changes(path("head.json"), path("head.json")) == [])
        let object = try await tool.run(["diff", path("main.json"), path("head.json"), "--json"])
            .object
        #expect(object["from"] == .null && object["to"] == .null)
        #expect(object["old"] == .string(path("main.json")))
    }

    @Test("registries that were copied apart are compared by id")
    func registries() async throws {
        #expect(
            try await changes(tool.path, path("branch.db")) == [
                "changed route #1 person", "changed route #2 cart", "added route #3 new",
            ])
        await on("branch.db", "set", "person", "pattern=/people/{id}")
        #expect(
            try await changes(tool.path, path("branch.db")) == [
                "changed route #1 person", "changed route #2 cart", "added route #3 new",
            ])
    }

    @Test("items that both copies added are one item, by their names")
    func addedTwice() async throws {
        await tool("add", "/newer", "--target", "n", "--name", "new")
        #expect(
            try await changes(tool.path, path("branch.db")) == [
                "changed route #1 person", "changed route #2 cart", "changed route #3 new",
            ])
    }

    @Test("a registry is compared with a document, and with itself at any revision")
    func mixed() async throws {
        #expect(try await changes(path("branch.db"), path("head.json")) == [])
        #expect(try await changes(path("head.json"), path("branch.db")) == [])
        #expect(
            try await changes(path("main.json"), tool.path) == ["changed route #2 cart"])
        let past = try await tool("diff", "@3", path("branch.db"), "--json").object
        #expect(past["from"] == 3 && past["to"] == 6 && past["old"] == "@3")
        #expect(await tool("diff", path("main.json"), "@3").status == 0)
    }

    @Test("namespaces that a document lacks are removed ones")
    func namespaces() async throws {
        await on("branch.db", "namespace", "add", "web", "--scheme", "https")
        await on("branch.db", "add", "/w", "--target", "w", "--namespace", "web")
        await on("branch.db", "export", "--format", "json", "-o", path("web.json"))
        #expect(
            try await changes(path("web.json"), path("head.json"))
                == ["removed namespace web", "removed route #4 web:/w"])
        #expect(
            try await changes(path("head.json"), path("web.json"))
                == ["added namespace web", "added route #4 web:/w"])
    }

    @Test("a document of routes says nothing about what else there is")
    func partial() async throws {
        await tool("acl", "allow", "user", "--role", "staff")
        await tool("export", "--format", "csv", "-o", path("routes.csv"))
        #expect(try await changes(tool.path, path("routes.csv")) == [])
    }

    @Test("beside a revision, a document is applied to the registry")
    func applied() async throws {
        await tool("namespace", "add", "web", "--scheme", "https")
        await tool("add", "/w", "--target", "w", "--namespace", "web", "--group", "g")
        await tool("export", "--format", "json", "--group", "g", "-o", path("part.json"))
        #expect(await tool("diff", "@live", path("part.json")).status == 0)
        let alone = await tool.run(["diff", path("part.json"), path("part.json"), "--json"])
        #expect(alone.status == 2 && alone.error?["code"] == "databaseMissing")
    }

    @Test("what is missing, damaged or cut off is an error that names it")
    func mistakes() async throws {
        let missing = await tool("diff", path("none.json"), "--json", "--quiet")
        #expect(missing.status == 2 && missing.error?["code"] == "inputUnreadable")
        let text = try String(contentsOfFile: path("main.json"), encoding: .utf8)
        try text.prefix(text.count / 2)
            .write(toFile: path("cut.json"), atomically: true, encoding: .utf8)
        let cut = await tool.run(["diff", path("main.json"), path("cut.json"), "--json"])
        #expect(cut.status == 2 && cut.error?["code"] == "invalidInput")
        #expect(await tool("diff", "-", "-").status == 64)
        #expect(await tool("diff", "nothing").status == 2)
    }
}

@Suite("Documents and registries as states")
struct RegistryStateTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user.page", "--name", "user")
        await tool("add", "/user/{name}", "--target", "user.page", "--name", "again")
        await tool("test", "add", "/user/7", "--case", "a user")
        await tool("export", "--format", "json", "-o", path("routes.json"))
    }

    private func path(_ name: String) -> String { tool.directory.path(name) }

    @Test("a document is checked without a registry, and findings have lines")
    func lint() async throws {
        let run = await tool.run(["lint", path("routes.json"), "--json"])
        #expect(run.status == 1)
        let object = try run.object
        #expect(object["revision"] == .null && run.output.contains("\"duplicate\""))
        let sarif = await tool.run(["lint", path("routes.json"), "--sarif", "-"])
        #expect(
            sarif.output.contains("routes.json\"},\"region\":{\"startLine\":5,\"startColumn\":1}}"))
        let registry = await tool.run(["lint", tool.path, "--json"])
        #expect(try registry.status == 1 && registry.object["revision"] == 4)
        #expect(await tool.run(["lint", tool.path, "--as-of", "@2"]).status == 0)
        #expect(await tool.run(["lint", path("routes.json"), "--as-of", "@2"]).status == 64)
    }

    @Test("a document or a registry is tested with its own cases")
    func test() async throws {
        #expect(await tool.run(["test", path("routes.json")]).output == "1 of 1 passed\n")
        #expect(await tool.run(["test", tool.path]).output == "1 of 1 passed\n")
        let text = try String(contentsOfFile: path("routes.json"), encoding: .utf8)
        try text.replacingOccurrences(of: "\"user.page\",\"name\"", with: "\"x\",\"name\"")
            .write(toFile: path("changed.json"), atomically: true, encoding: .utf8)
        let failed = await tool.run(["test", path("changed.json")])
        #expect(failed.status == 1 && failed.output.contains("expected \"user.page\", got \"x\""))
        // There is no registry that 'explain' could read.
        #expect(!failed.output.contains("see:"))
        let against = await tool("test", "--all", "--against", path("changed.json"))
        #expect(against.status == 1 && against.output.contains("0 of 1 passed"))
        let own = await tool.run(["test", path("routes.json"), "--against", path("changed.json")])
        #expect(own.status == 1 && own.output.contains("0 of 1 passed"))
    }

    @Test("a registry is planned and applied as its export is")
    func plan() async throws {
        let other = path("other.db")
        await tool("backup", other)
        _ = await tool.run(["set", "user", "target=x", "--db", other])
        let plan = await tool("plan", other)
        #expect(plan.output.contains("target\t\"user.page\"\t\"x\""))
        #expect(await tool("apply", other).status == 0)
        #expect(await tool("diff", "@live", other).status == 0)
    }

    @Test("two documents are replayed without a registry")
    func replay() async throws {
        let log = "/user/7\n/cart\n"
        let same = await tool.run(
            [
                "replay", "--base", path("routes.json"), "--head", path("routes.json"), "-",
            ],
            input: log)
        #expect(same.status == 64)
        let text = try String(contentsOfFile: path("routes.json"), encoding: .utf8)
        try text.replacingOccurrences(of: "user.page", with: "x")
            .write(toFile: path("changed.json"), atomically: true, encoding: .utf8)
        let run = await tool.run(
            [
                "replay", "--base", path("routes.json"), "--head", path("changed.json"), "-",
                "--json",
            ], input: log)
        #expect(try run.status == 1 && run.object["changed"] == 1)
    }
}
