import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// A document means the same wherever it is taken, and always something.
@Suite("Parts of documents")
struct DocumentPartTests {
    private let tool: Tool
    private let log = "time,url\n2026-01-01T00:00:00Z,/o1\n2026-01-01T00:00:00Z,/g1\n"

    init() async throws {
        tool = try Tool()
        await tool("add", "/g1", "--target", "g1", "--group", "g")
        await tool("add", "/o1", "--target", "o1", "--name", "o1")
        await tool("acl", "allow", "o1", "--role", "staff")
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = tool.directory.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(
        arguments: [
            ["--format", "json", "--group", "g"], ["--format", "json"], ["--format", "csv"],
        ])
    func `plan and replay agree that an export changes nothing`(options: [String]) async throws {
        let exported = await tool.run(["export", "--db", tool.path] + options)
        let path = try file("part.\(options[1])", exported.output)
        #expect(await tool("plan", path).status == 0)
        let run = await tool("replay", "--head", path, "-", input: log)
        #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    }

    @Test func `plan and replay agree about a change of a group`() async throws {
        let exported = await tool("export", "--format", "json", "--group", "g").output
        let path = try file("part.json", exported.replacing("\"/g1\"", with: "\"/g2\""))
        #expect(await tool("plan", path).status == 1)
        let run = await tool("replay", "--head", path, "-", input: log)
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("1 of 2 hits"), "\(run.diagnostics)")
    }

    @Test func `an export of a part is refused where there is no registry to apply it to`()
        async throws
    {
        let exported = await tool("export", "--format", "json", "--group", "g").output
        let (part, other) = (try file("part.json", exported), tool.directory.path("none.db"))
        let whole = try file("whole.csv", "pattern,target\n/g1,g1\n/o1,o1\n")
        let run = await tool.run(
            ["replay", "--base", whole, "--head", part, "-", "--db", other], input: log)
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("is an export of the group 'g' only"))
        let alone = await tool.run(
            [
                "replay", "--base", whole, "--head",
                try file("head.csv", "pattern,target\n/g1,g1\n"),
                "-", "--db", other,
            ], input: log)
        #expect(alone.status == 1 && alone.output.contains("now-unmatched"))
    }

    @Test func `a group that nothing is in is an error that names those there are`() async throws {
        for command in [
            ["export", "--group", "gg"], ["export", "--format", "json", "--group", "gg"],
        ] {
            let run = await tool.run(command + ["--json", "--db", tool.path])
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.error?["code"] == "groupNotFound")
            #expect(run.error?["hint"] == "Did you mean 'g'?")
        }
        let far = await tool("export", "--group", "nope", "--json")
        #expect(far.error?["hint"] == "The groups are 'g'.")
        let plan = await tool(
            "plan", "-", "--group", "nope", input: "{\"pattern\":\"/x\",\"target\":\"x\"}\n")
        #expect(plan.status == 2 && plan.diagnostics.contains("'nope'"))
    }

    @Test(arguments: ["", "pattern,target\n", "[]", "{\"routes\":[]}"])
    func `a document that lists nothing is not applied`(text: String) async throws {
        for command in ["plan", "apply"] {
            let run = await tool(command, "-", input: text)
            #expect(run.status == 2, "\(run.output)")
            #expect(run.diagnostics.contains("lists nothing"))
        }
    }
}
