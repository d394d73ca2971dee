import Foundation
import RouteDB
import Testing

@Suite("Tasks, requirements and plans of imports")
struct ImportPlanTests {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test("in NDJSON, a null pattern means a route without one")
    func lines() async throws {
        let run = await tool.importing(
            Array(
                """
                {"pattern":null,"name":"go","target":"t","requires":{"b":"int","a":"any"}}
                {"pattern":"/a","target":"t","plan":{"verb":"present"}}
                {"pattern":"","syntax":"none","name":"gone","target":"t","plan":null}
                """.utf8), "--file-format", "ndjson", "--syntax", "native")
        #expect(run.status == 0, "\(run.diagnostics)")
        let routes = try await tool.snapshot().routes
        #expect(routes.map { $0.pattern?.description } == [nil, "/a", nil])
        #expect(
            routes[0].requirements == [RouteRequirement("b", .int), RouteRequirement("a", .any)])
        #expect(routes.map { $0.presentation?.verb } == [nil, .present, nil])
    }

    @Test("in CSV and TSV, the syntax 'none' does; an empty pattern alone is refused")
    func records() async throws {
        let text = """
            pattern,name,target,syntax,requires,plan
            ,go,t,none,"{""a"":""int""}",
            /,root,t,,,"{""wrap"":true}"

            """
        #expect(await tool.importing(Array(text.utf8), "--file-format", "csv").status == 0)
        let routes = try await tool.snapshot().routes
        #expect(routes.map { $0.pattern?.description } == [nil, "/"])
        #expect(routes.map(\.requirements) == [[RouteRequirement("a", .int)], []])
        #expect(routes.map { $0.presentation?.wraps } == [nil, true])
        let empty = await tool.importing(
            Array("target,pattern\nt,/b\nt,\n".utf8), "--file-format", "csv", "--json")
        #expect(empty.problems == ["3:3 invalidInput"])
    }

    @Test("an existing task is unchanged, skipped or replaced")
    func duplicates() async throws {
        let line = Array(#"{"pattern":null,"name":"go","target":"t"}"#.utf8)
        let other = Array(#"{"pattern":null,"name":"go","target":"u"}"#.utf8)
        await tool.importing(line)
        let again = await tool.importing(line)
        #expect(again.lastDiagnostic.contains("unchanged 1"))
        let skipped = await tool.importing(other)
        #expect(skipped.diagnostics.contains("skipped 1,") && skipped.status == 3)
        let replaced = await tool.importing(other, "--on-duplicate", "replace")
        #expect(replaced.lastDiagnostic.contains("replaced 1"))
        let refused = await tool.importing(line, "--on-duplicate", "keep-both", "--json")
        #expect(refused.problems == ["1:1 routeConflict"])
    }

    @Test(
        "a row with invalid requirements, plan or pattern is rejected with the place",
        arguments: [
            (#"{"pattern":"/a","target":"t","requires":["a"]}"#, "1:41 invalidValue"),
            (#"{"pattern":"/a","target":"t","requires":{"a":1}}"#, "1:41 invalidValue"),
            (#"{"pattern":"/a","target":"t","requires":{"a":"integer"}}"#, "1:41 invalidValue"),
            (#"{"pattern":"/a","target":"t","requires":{"":"int"}}"#, "1:1 invalidValue"),
            (#"{"pattern":"/a","target":"t","plan":7}"#, "1:37 invalidPlan"),
            (#"{"pattern":"/a","target":"t","plan":{"wrap":1}}"#, "1:37 invalidPlan"),
            (#"{"pattern":"/a","target":"t","plan":{"reuse":"sameKey"}}"#, "1:37 invalidPlan"),
            (#"{"pattern":"/a","target":"t","syntax":"none"}"#, "1:12 invalidInput"),
            (#"{"pattern":null,"target":"t"}"#, "1:1 invalidValue"),
            (#"{"pattern":null,"target":"t","name":"n","syntax":"native"}"#, "1:1 invalidValue"),
            (#"{"target":"t","name":"n"}"#, "1:1 invalidInput"),
        ])
    func faultyLine(line: String, problem: String) async throws {
        let run = await tool.importing(Array(line.utf8), "--file-format", "ndjson", "--json")
        #expect(run.status == 2 && run.problems == [problem])
        #expect(!FileManager.default.fileExists(atPath: tool.path))
    }

    @Test("a mistake in a plan is reported with its path")
    func path() async {
        let line = #"{"pattern":"/a","target":"t","plan":{"prestack":[{"name":"a"},{"name":""}]}}"#
        let run = await tool.importing(Array(line.utf8))
        #expect(run.diagnostics.contains("The plan is invalid at 'prestack[1].name'"))
    }

    @Test(
        "so is a record",
        arguments: [
            ("/a,t,,,{", "2:8 invalidInput"), ("/a,t,,,7", "2:8 invalidPlan"),
            ("/a,t,,7,", "2:7 invalidValue"), ("/a,t,none,,", "2:1 invalidInput"),
            (",t,none,,", "2:1 invalidValue"),
        ])
    func faultyRecord(record: String, problem: String) async {
        let text = "pattern,target,syntax,requires,plan\n\(record)\n"
        let run = await tool.importing(Array(text.utf8), "--file-format", "csv", "--json")
        #expect(run.status == 2 && run.problems == [problem])
    }
}
