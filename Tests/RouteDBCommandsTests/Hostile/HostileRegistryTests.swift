import RouteDB
import RouteDBTestSupport
import Testing

/// A registry whose columns somebody edited: each command succeeds or says what is wrong.
@Suite("Hostile registries")
struct HostileRegistryTests {
    private static let commands = [
        ["list"], ["list", "--as-of", "@3", "--json"], ["log"], ["log", "--json"],
        ["show", "member"], ["show", "user", "--as-of", "@4"], ["show", "@5"],
        ["resolve", "/user/42", "https://a.example/shop/1", "/lost"],
        ["resolve", "/user/42", "--as-of", "@4"], ["explain", "/user/x"],
        ["diff", "@2", "@9"], ["diff", "@1"], ["blame", "member"], ["digest"], ["check"],
        ["export"], ["export", "--format", "csv"], ["lint"], ["lint", "suppressions"], ["tag"],
        ["namespace", "list"], ["default", "list"], ["converter", "list"], ["acl", "list"],
        ["acl", "check", "/user/42", "--as", "alice"], ["test", "--all"], ["test", "list"],
        ["sql", "SELECT * FROM route, revision"], ["stats", "top"], ["replay", "--base", "@1"],
        ["url", "member", "id=42"],
        ["add", "/new", "--target", "new"], ["set", "member", "target=other"],
        ["acl", "deny", "member", "--authenticated"], ["test", "add", "/user/7"],
        ["lint", "suppress", "unreachable", "member", "--reason", "known"],
        ["namespace", "add", "app", "--scheme", "app"], ["tag", "release-2"],
        ["rename", "member", "user"], ["remove", "#1", "--yes"],
        ["namespace", "remove", "app", "--yes"], ["rollback", "@6", "--yes"], ["check"], ["log"],
    ]

    @Test("no number or text in a registry traps, whoever wrote it")
    func values() async throws {
        let fixture = try await HostileFixture()
        try await run(on: try fixture.copy())
        var edited = 0
        for edit in try HostileEdit.some(of: fixture.registryPath, seed: 14, perRound: 1) {
            let tool = try fixture.copy()
            guard edit.apply(to: tool.path) else { continue }
            edited += 1
            try await run(on: tool, edit)
        }
        #expect(edited > 0, "no edit could be made")
    }

    private func run(on tool: Tool, _ edit: HostileEdit? = nil) async throws {
        for command in Self.commands {
            let run = await tool.run(command + ["--db", tool.path])
            let allowed: Set<Int32> = edit == nil ? [0, 1, 3] : [0, 1, 2, 3]
            #expect(
                allowed.contains(run.status),
                "\(command) of \(edit.map { "\($0)" } ?? "a sound file"): \(run.diagnostics)")
        }
    }
}
