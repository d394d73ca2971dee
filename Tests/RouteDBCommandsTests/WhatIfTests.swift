import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("acl what-if")
struct WhatIfTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://admin", "--target", "admin", "--name", "admin", "--group", "g")
        await tool("add", "myapp://user/{id:int}", "--target", "user", "--name", "user")
    }

    private static let requests = """
        {"url":"myapp://admin"}

        {"name":"admin","principal":"a","roles":["r"],"claims":{"c":1},"extra":1}
        {"url":"myapp://user/1","time":"2026-03-01T00:00:00Z","context":{"ip":"10.0.0.1"}}
        {"url":"myapp://none"}

        """

    private func file(_ name: String, _ text: String) throws -> String {
        let path = tool.directory.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("each request that would flip is listed with both verdicts and the rules")
    func flips() async throws {
        let rules = try file(
            "rules.json",
            """
            [{"group":"g","effect":"allow","subject":{"role":"r"}},
             {"route":"user","effect":"challenge","target":"t",
              "conditions":["param.id = 1","time period 2026-02-01..2026-04-01"]}]
            """)
        let run = await tool(
            "acl", "what-if", rules, "--requests", "-", input: Self.requests)
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "1\tallow\tdeny\tmyapp://admin\t(anonymous)\t1",
                "4\tallow\tchallenge\tmyapp://user/1\t(anonymous)\t2",
            ])
        #expect(run.diagnostics == "note: ignored 'extra'\n2 of 4 requests flip\n")
        #expect(try await tool.snapshot().accessRules.isEmpty)
        let failing = await tool(
            "acl", "what-if", rules, "--requests", "-", "--fail-on-flip", "--json",
            input: Self.requests)
        #expect(failing.status == 1)
        guard case .array(let flips)? = try failing.object["flips"],
            case .object(let flip)? = flips.last
        else { return #expect(Bool(false)) }
        #expect(try failing.object["requests"] == 4)
        #expect(flip["line"] == 4 && flip["route"] == 2 && flip["rules"] == [2])
        guard case .object(let after)? = flip["to"] else { return #expect(Bool(false)) }
        #expect(after["verdict"] == "challenge" && after["target"] == "t")
    }

    @Test("the output of acl show can be tested, and changes nothing in its own registry")
    func shown() async throws {
        await tool("acl", "deny", "user", "--when", "param.id = 1")
        let shown = await tool("acl", "show", "1", "--json").output
        let requests = try file("requests.ndjson", Self.requests)
        let same = await tool(
            "acl", "what-if", "-", "--requests", requests, "--fail-on-flip", input: shown)
        #expect(same.status == 0 && same.output.isEmpty)
        await tool("acl", "remove", "1", "--yes")
        let again = await tool(
            "acl", "what-if", "-", "--requests", requests, "--fail-on-flip", input: shown)
        #expect(again.status == 1 && again.lines.count == 1)
    }

    @Test("the gate fails if nothing was decided")
    func evidence() async throws {
        let rules = try file("r.json", #"{"namespace":"default","effect":"deny"}"#)
        func status(_ arguments: [String], _ requests: String) async -> Int32 {
            await tool.run(
                ["acl", "what-if", rules, "--requests", "-", "--db", tool.path] + arguments,
                input: requests
            ).status
        }
        let lost = #"{"url":"myapp://none"}"# + "\n"
        #expect(await status(["--fail-on-flip"], "") == 2)
        #expect(await status(["--fail-on-flip"], lost) == 2)
        #expect(await status(["--fail-on-flip", "--min-requests", "0"], lost) == 0)
        #expect(await status([], lost) == 0)
        #expect(await status(["--min-requests", "3"], Self.requests) == 0)
        #expect(await status(["--min-requests", "4"], Self.requests) == 2)
        #expect(await status(["--min-requests", "-1"], Self.requests) == 64)
        let none = await tool.run(
            [
                "acl", "what-if", try file("none.json", "[]"), "--requests", "-", "--fail-on-flip",
                "--json", "--db", tool.path,
            ], input: Self.requests)
        #expect(none.status == 2 && none.diagnostics.contains("\"code\":\"noRules\""))
    }

    @Test("a shadow rule flips nothing, with a note")
    func shadow() async throws {
        let rules = try file("r.json", #"{"namespace":"default","effect":"deny","shadow":true}"#)
        let run = await tool(
            "acl", "what-if", rules, "--requests", "-", "--fail-on-flip", input: Self.requests)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.diagnostics.contains("note: a shadow rule changes no decision"))
    }

    @Test(
        "invalid rules are reported with their place",
        arguments: [
            ("{", "invalidInput", "line 1, column 2"), ("[1]", "invalidInput", "column 2"),
            ("{}", "invalidInput", "has no scope"),
            (#"{"effect":"deny"}"#, "invalidInput", "has no scope"),
            (#"{"effect":"dent","namespace":"default"}"#, "invalidRule", "'deny'"),
            (
                #"{"effect":"deny","namespace":"x"}"#, "namespaceNotFound",
                "column 1: No namespace is named 'x'"
            ),
            (#"{"effect":"deny","route":1}"#, "invalidInput", "'#' and its id"),
            (#"{"effect":"deny","route":"x"}"#, "routeNotFound", "line 1, column 1:"),
            (#"{"effect":"deny","route":"user","namespace":"n"}"#, "namespaceNotFound", "'n'"),
            (#"{"effect":"deny","route":"user","group":"g"}"#, "invalidInput", "'GROUP/NAME'"),
            (#"{"effect":"challenge","route":"user"}"#, "invalidRule", "needs a target"),
            (#"{"effect":"deny","target":"t","route":"user"}"#, "invalidRule", "Only a challenge"),
            (#"{"effect":"deny","route":"user","condition":[]}"#, "invalidInput", "'conditions'"),
            (#"{"effect":"deny","route":"user","subject":"all"}"#, "invalidRule", "authenticated"),
            (#"{"effect":"deny","route":"user","subject":{"role":1}}"#, "invalidRule", "subject"),
            (#"{"effect":"deny","route":"user","conditions":["x"]}"#, "invalidRule", "column 47"),
            (#"{"effect":"deny","route":"user","conditions":"x"}"#, "invalidInput", "array"),
            (
                #"{"effect":"deny","route":"user","until":"soon"}"#, "invalidInput",
                "not a valid time"
            ),
            (
                #"[{"effect":"deny","route":"user","conditions":["param.x = 1"]}]"#, "invalidRule",
                "line 1, column 2: No route that the rule covers has a parameter 'x'"
            ),
        ])
    func brokenRules(text: String, code: String, message: String) async throws {
        let requests = try file("requests.ndjson", Self.requests)
        let run = await tool(
            "acl", "what-if", "-", "--requests", requests, "--json", input: text)
        #expect(run.status == 2)
        #expect(run.error?["code"] == .string(code))
        #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
    }

    @Test(
        "invalid requests are reported with their line",
        arguments: [
            "{", "[]", "{}", #"{"url":"/a","name":"b"}"#, #"{"url":1}"#,
            #"{"url":"/a","roles":["r"]}"#, #"{"url":"/a","time":"now"}"#,
        ])
    func brokenRequests(line: String) async throws {
        let rules = try file("r.json", #"{"namespace":"default","effect":"deny"}"#)
        let run = await tool(
            "acl", "what-if", rules, "--requests", "-", input: "{\"url\":\"/\"}\n\(line)\n")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("standard input, line 2, column "), "\(run.diagnostics)")
        #expect(await tool("acl", "what-if", rules, "--requests", "/none").status == 2)
    }
}
