import Testing

@Suite("The author of revisions")
struct AuthorTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// The author of the newest revision, and what was written to standard error.
    private func author(of path: String, _ options: String...) async throws -> (
        name: String, notes: String
    ) {
        let run = await tool.run(
            ["add", path, "--target", "a", "--db", tool.path] + options)
        #expect(run.status == 0)
        let log = await tool("log", "--columns", "author", "--limit", "1")
        return (log.lines.first ?? "", run.diagnostics)
    }

    @Test("is that of --author, $ROUTEDB_AUTHOR, $USER, $LOGNAME or the account, in this order")
    func order() async throws {
        tool.environment = [
            "ROUTEDB_AUTHOR": "ci", "USER": "ada", "LOGNAME": "lovelace",
        ]
        tool.accountName = "root"
        #expect(try await author(of: "/option", "--author", "bob").name == "bob")
        for (variable, name) in [
            ("ROUTEDB_AUTHOR", "ci"), ("USER", "ada"), ("LOGNAME", "lovelace"),
        ] {
            #expect(try await author(of: "/\(name)").name == name)
            tool.environment[variable] = nil
        }
        #expect(try await author(of: "/account").name == "root")
    }

    @Test("is never unknown in silence")
    func unknown() async throws {
        tool.environment = ["USER": ""]
        let found = try await author(of: "/a")
        #expect(found.name == "unknown")
        let notes = found.notes.split(separator: "\n").filter { $0.contains("unknown") }
        #expect(notes.count == 1)
        #expect(notes.first?.contains("'--author' or $ROUTEDB_AUTHOR") == true)
        #expect(await tool("list").diagnostics.isEmpty)
        #expect(try await author(of: "/b", "--author", "bob").notes.isEmpty)
    }
}
