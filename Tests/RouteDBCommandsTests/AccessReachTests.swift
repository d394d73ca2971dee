import RouteDBRouting
import Testing

@testable import RouteDBCommands

@Suite("Who may reach what")
struct AccessReachTests {
    private func registry() async throws -> Tool {
        let tool = try Tool()
        await tool("add", "/admin/{id:int}", "--target", "a", "--name", "admin")
        await tool("add", "/shop", "--target", "s", "--name", "shop")
        await tool("add", "/old", "--target", "o", "--name", "old")
        await tool("acl", "allow", "admin", "--role", "staff", "--when", "param.id range 1..9")
        await tool("acl", "deny", "old", "--principal", "ada")
        return tool
    }

    @Test("acl who says in words who may reach a route")
    func callers() async throws {
        let tool = try await registry()
        #expect(
            await tool("acl", "who", "admin").lines == [
                "#1 admin", "  Only callers whom these rules allow may open it.",
                "  #1  Principals with the role 'staff' may open 'admin' if the parameter 'id' is from 1"
                    + " to 9.",
            ])
        #expect(
            await tool("acl", "who", "shop").lines.last
                == "  Everybody may open it: no access rule covers it.")
        let json = await tool("acl", "who", "old", "--json")
        #expect(try json.object["others"] == "allowed")
        let missing = await tool("acl", "who", "nope")
        #expect(missing.status != 0)
        #expect(missing.diagnostics.contains("nope"))
    }

    @Test("acl reach lists what a caller may reach, by answer")
    func reach() async throws {
        let tool = try await registry()
        let staff = await tool("acl", "reach", "--as", "ada", "--role", "staff", "-f", "tsv")
        #expect(
            staff.lines.map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }
                == ["3 refused", "1 depends", "2 allowed"])
        let refused = await tool("acl", "reach", "--answer", "refused", "-f", "csv")
        #expect(refused.lines.dropFirst().map { $0.hasPrefix("1,refused,not-allowed") } == [true])
        let wrong = await tool("acl", "reach", "--answer", "reffused")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("refused"))
        let space = await tool("acl", "reach", "--namespace", "nope")
        #expect(space.status != 0 && space.diagnostics.contains("nope"))
    }
}
