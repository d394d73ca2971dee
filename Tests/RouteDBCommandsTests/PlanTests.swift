import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Plans on the command line")
struct PlanTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/", "--target", "Main", "--name", "home")
        await tool(
            "add", "/user/{id:int}", "--target", "User", "--name", "user", "--plan",
            #"{"prestack":[{"name":"home"}],"key":"id","reuse":"sameKey"}"#)
    }

    private func plan(_ arguments: String...) async throws -> JSONObject? {
        let run = await tool.run(["resolve"] + arguments + ["--json", "--db", tool.path])
        guard case .object(let plan)? = try run.object["plan"] else { return nil }
        return plan
    }

    @Test("a plan is given as JSON, in a file, or on standard input, and shown")
    func giving() async throws {
        let path = tool.directory.path("plan.json")
        try #"{ "verb": "present", "wrap": true }"#.write(
            toFile: path, atomically: true, encoding: .utf8)
        await tool("add", "/file", "--target", "t", "--name", "file", "--plan", path)
        await tool(
            "add", "/input", "--target", "t", "--name", "input", "--plan", "-",
            input: "\u{FEFF}{\"verb\":\n\"push\"}\n")
        let line = #"plan       {"verb":"present","wrap":true}"#
        #expect(await tool("show", "file").lines.contains(line))
        #expect(await tool("show", "input", "--json").output.contains(#""plan":{"verb":"push"}"#))
        #expect(await tool("show", "home", "--json").output.contains(#""plan":null"#))
    }

    @Test("resolve --json has the plan of the route, with its screens")
    func resolving() async throws {
        let plan = try #require(try await plan("/user/7"))
        #expect(plan["action"] == "push")
        guard case .array(let screens)? = plan["stack"], case .object(let top)? = screens.last
        else {
            Issue.record("\(plan)")
            return
        }
        #expect(screens.count == 2 && top["target"] == "User" && top["key"] == "7")
        #expect(try await self.plan("/") == nil)
    }

    @Test("a line of text describes the plan")
    func summary() async {
        let run = await tool("resolve", "/user/7", "--table")
        #expect(run.lines.last == "  plan      push Main, User#7")
        let plan =
            #"{"verb":"present","container":"tab","wrap":true,"animated":false,"#
            + #""transition":"fade","prestack":[{"instance":"a"}]}"#
        let covered = await tool("resolve", "/user/7", "--table", "--plan", plan)
        let line =
            "  plan      present the instance 'a', User#7 in tabs wrapped not animated by 'fade'"
        #expect(covered.lines.last == line)
    }

    @Test("--plan overrides the route's plan, and is used if it has none")
    func covering() async throws {
        let covered = try #require(
            try await plan("/user/7", "--plan", #"{"verb":"present","prestack":[]}"#))
        #expect(covered["action"] == "present")
        guard case .array(let screens)? = covered["stack"] else {
            Issue.record("\(covered)")
            return
        }
        #expect(screens.count == 1)
        #expect(try await plan("/", "--plan", "{}")?["action"] == "push")
    }

    @Test("--stack gives the current screens, to return to one")
    func stack() async throws {
        let back = try #require(try await plan("/user/7", "--stack", "Main,User#7,User#8"))
        #expect(back["action"] == "popTo" && back["index"] == 1)
        #expect(try await plan("/user/9", "--stack", "Main,User#7")?["action"] == "push")
        let run = await tool("resolve", "/user/7", "--table", "--stack", "Main,User#7")
        #expect(run.lines.last == "  plan      return to screen 1: Main, User#7")
        #expect(await tool("resolve", "/user/7", "--stack", "Main,,x").status == 64)
    }

    @Test("an invalid plan is reported, and the match remains")
    func planError() async throws {
        await tool("set", "home", #"plan={"prestack":[{"name":"home"}]}"#)
        let run = await tool("resolve", "/user/7", "--json")
        #expect(run.status == 0)
        let object = try run.object
        #expect(object["plan"] == .null && object["outcome"] == "matched")
        guard case .object(let error)? = object["planError"] else {
            Issue.record("\(object)")
            return
        }
        #expect(error["code"] == "prestackCycle")
        let table = await tool("resolve", "/user/7", "--table")
        #expect(table.lines.last?.hasPrefix("  no plan   The prestack of the route #1") == true)
        let plain = await tool("resolve", "/user/7")
        #expect(plain.lines == ["/user/7\tmatched\tUser\t{\"id\":7}\t\t"])
        #expect(plain.diagnostics.hasPrefix("note: no plan: The prestack"))
    }

    @Test("set sets or removes the plan")
    func replacing() async throws {
        await tool("set", "home", #"plan={"verb":"present"}"#)
        #expect(try await plan("/")?["action"] == "present")
        await tool("set", "home", "plan=")
        #expect(try await plan("/") == nil)
        #expect(await tool("set", "home", "plan=", "plan={}").status == 64)
    }

    @Test(
        "an invalid plan is an error with its place and a hint",
        arguments: [
            (#"{"verb":"pop"}"#, "'verb'", "push, present, popTo"),
            (#"{"prestack":[{"route":"/"},{"rout":"/"}]}"#, "'prestack[1].rout'", "Write"),
            (#"{"prestack":{}}"#, "'prestack'", "brackets"),
            (#"{"verbs":"push"}"#, "'verbs'", "Did you mean 'verb'?"),
            (#"{"initializer":{"arguments":1}}"#, "'initializer", "Write"),
            (#"{"reuse":"sameKey"}"#, "'reuse'", #""key": "id""#),
            (#"{"verb":}"#, "the plan, line 1, column 9", #"{"verb": "push"}"#),
        ])
    func faulty(plan: String, place: String, hint: String) async {
        let run = await tool("add", "/a", "--target", "t", "--plan", plan, "--json")
        #expect(run.status == 2 && run.error?["code"] == "invalidPlan")
        let people = await tool("add", "/a", "--target", "t", "--plan", plan)
        #expect(people.diagnostics.contains(place) && people.diagnostics.contains(hint))
        #expect(await tool("list").lines.count == 2)
    }

    @Test("an unreadable plan file is an error with a hint")
    func unreadable() async {
        let missing = await tool("add", "/a", "--target", "t", "--plan", "none.json", "--json")
        #expect(missing.status == 2 && missing.error?["code"] == "inputUnreadable")
        #expect(await tool("resolve", "-", "--plan", "-").status == 64)
        let empty = await tool("add", "/a", "--target", "t", "--plan", "-", input: "")
        #expect(empty.diagnostics.contains("standard input, line 1, column 1: This is not JSON"))
        let list = await tool("add", "/a", "--target", "t", "--plan", "-", input: "[1]")
        #expect(list.diagnostics.contains("A plan must be an object."))
    }
}
