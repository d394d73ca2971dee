import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Consent to what apply does")
struct ApplyConsentTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "a")
        await tool("add", "/admin", "--target", "admin", "--name", "admin")
        await tool("acl", "allow", "admin", "--role", "staff")
    }

    /// The export of the registry without the lines that begin with a text.
    private func export(without prefix: String) async -> String {
        let lines = await tool("export", "--format", "json").lines
        return lines.filter { !$0.hasPrefix(prefix) }.map { $0 + "\n" }.joined()
    }

    @Test func `an access rule is not removed without consent, and only its own option gives it`()
        async throws
    {
        let document = await export(without: #"{"route":"#)
        for options in [[], ["--allow-removals"]] {
            let run = await tool.run(
                ["apply", "-", "--db", tool.path] + options, input: document)
            #expect(run.status == 64)
            #expect(run.diagnostics.contains("requests pass that access rules refuse now."))
            #expect(run.diagnostics.contains("  open route #2 admin"))
            #expect(run.diagnostics.contains("'--allow-access-changes'"))
        }
        #expect(try await tool.snapshot().accessRules.count == 1)
        #expect(await tool("apply", "-", "--dry-run", input: document).status == 0)
        let run = await tool("apply", "-", "--allow-access-changes", "--json", input: document)
        #expect(run.status == 0)
        #expect(run.output.contains(#""widenings":[{"cause":"opened""#))
        #expect(try await tool.snapshot().accessRules.isEmpty)
    }

    @Test func `a plan says which access gets wider`() async throws {
        let document = await export(without: #"{"route":"#)
        let run = await tool("plan", "-", input: document)
        #expect(run.diagnostics.contains("note: requests would pass that access rules refuse now"))
        #expect(run.diagnostics.contains("  open route #2 admin"))
    }

    @Test func `each kind of change is asked about, and a no changes nothing`() async throws {
        let document = #"""
            {"namespaces":[{"name":"default"}],"rules":[],
             "routes":[{"pattern":"/admin","target":"admin","name":"admin"}]}
            """#
        let before = try await tool.snapshot()
        let refused = await tool("apply", "-", "--json", input: document)
        #expect(refused.status == 64)
        let hint = "Add '--allow-removals' and '--allow-access-changes' to confirm, or '--dry-run'"
        #expect(refused.diagnostics.contains(hint))
        let asked = await tool(
            "apply", "-", "--allow-removals", input: document, onTerminal: true)
        #expect(asked.status == 1)
        #expect(asked.diagnostics.contains("Do this? [y/N]"))
        #expect(try await tool.snapshot() == before)
        let both = await tool(
            "apply", "-", "--allow-removals", "--allow-access-changes", input: document)
        #expect(both.status == 0, "\(both.diagnostics)")
    }

    @Test func `a line inserted into an export leaves a closed route closed`() async throws {
        let document = await tool("export", "--format", "json").output.replacing(
            #"{"pattern":"/a""#,
            with: #"{"pattern":"/new","target":"new","namespace":"default"},"#
                + "\n" + #"{"pattern":"/a""#,
            maxReplacements: 1)
        let run = await tool("apply", "-", input: document)
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(run.lines.last?.hasPrefix("applied: 1 added, 0 changed, 0 removed") == true)
        #expect(await tool("resolve", "/admin").output.contains("denied"))
    }
}
