import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Access rules in documents")
struct ImportRuleTests {
    private static let document = """
        {"namespaces":[{"name":"web","access":"closed"}],
         "routes":[{"pattern":"/a","target":"a"},{"pattern":"/a","target":"b",
         "onDuplicate":"keep-both","as":"b"},{"pattern":"/u/{id}","target":"u","name":"u"}],
         "rules":[
        {"route":{"as":"b"},"effect":"deny","code":"c"},
        {"namespace":"web","effect":"allow","subject":{"role":"r"}},
        {"route":"u","effect":"challenge","target":"t","conditions":["param.id = 1"]},
        {"group":"g","effect":"deny"}]}
        """

    @Test("rules apply to namespaces, groups, names and routes of the document")
    func importing() async throws {
        let tool = try Tool()
        let run = await tool.importing(Array(Self.document.utf8))
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("access rules: imported 4"))
        let snapshot = try await tool.snapshot()
        #expect(try snapshot.namespace(named: "web").access == .closed)
        #expect(
            snapshot.accessRules.map(\.scope) == [
                .route(RouteID(rawValue: 2)), .namespace(NamespaceID(rawValue: 2)),
                .route(RouteID(rawValue: 3)), .group(NamespaceID(rawValue: 1), "g"),
            ])
        let again = await tool.importing(Array(Self.document.utf8), "--json")
        #expect(try again.object["revision"] == .null)
    }

    @Test("a rule for a skipped route is skipped: the existing route is a different one")
    func skipped() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "mine")
        let text = """
            {"routes":[{"pattern":"/a","target":"a"}],"rules":[{"route":"/a","effect":"allow"}]}
            """
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(run.status == 3)
        #expect(
            try run.object["rules"]
                == ["imported": 0, "skipped": 1, "unchanged": 0, "replaced": 0])
        #expect(try await tool.snapshot().accessRules.isEmpty)
    }

    @Test("importing removes no rule, even if routes are replaced")
    func keeping() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "mine")
        await tool("acl", "deny", "#1")
        let text = """
            {"routes":[{"pattern":"/a","target":"a"}],"rules":[{"route":"/a","effect":"allow"}]}
            """
        await tool.importing(Array(text.utf8), "--on-duplicate", "replace")
        let snapshot = try await tool.snapshot()
        #expect(snapshot.accessRules.map(\.effect) == [.deny, .allow])
        #expect(snapshot.routes.map(\.target) == ["a"])
    }

    @Test(
        "an invalid rule is reported with its place, and nothing is imported",
        arguments: [
            (#"{"route":1,"effect":"deny"}"#, "2:10 invalidInput"),
            (##"{"route":"#1","effect":"deny"}"##, "2:10 invalidInput"),
            (#"{"route":"1","effect":"deny"}"#, "2:10 routeNotFound"),
            (#"{"route":"b","effect":"deny"}"#, "2:10 routeNotFound"),
            (#"{"route":{"pattern":"/b"},"effect":"deny"}"#, "2:10 routeNotFound"),
            (#"{"route":{"pattern":"/a","kind":"k"},"effect":"deny"}"#, "2:10 routeNotFound"),
            (#"{"route":{"as":"x"},"effect":"deny"}"#, "2:10 routeNotFound"),
            (#"{"route":{"name":"a"},"effect":"deny"}"#, "2:18 invalidInput"),
            (#"{"route":{"kind":"k"},"effect":"deny"}"#, "2:10 invalidInput"),
            (#"{"route":"/a","effect":"no"}"#, "2:24 invalidRule"),
            (#"{"route":"/a","effect":"deny","conditions":["param.x = 1"]}"#, "2:1 invalidRule"),
            (#"{"route":"/a","effect":"deny","conditions":["time = 1"]}"#, "2:45 invalidRule"),
            (#"{"namespace":"x","effect":"deny"}"#, "2:1 namespaceNotFound"),
            (#"{"route":"/a","effect":"allow","subjects":"x"}"#, "2:43 invalidInput"),
            (#"{"effect":"deny"}"#, "2:1 invalidInput"), ("7", "2:1 invalidInput"),
        ])
    func broken(rule: String, problem: String) async throws {
        let tool = try Tool()
        await tool("init")
        let text = "{\"routes\":[{\"pattern\":\"/a\",\"target\":\"a\"}],\"rules\":[\n\(rule)]}"
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(run.status == 2)
        #expect(run.problems == [problem])
        #expect(try await tool.snapshot().routes.isEmpty)
    }

    @Test("an export selects rules as it selects what they cover, in their order")
    func exporting() async throws {
        let tool = try Tool()
        await tool.importing(Array(Self.document.utf8))
        let rules = { (arguments: [String]) -> [JSONValue] in
            let run = await tool.run(["export", "--db", tool.path] + arguments)
            guard case .array(let rules)? = try run.object["rules"] else { return [] }
            return rules
        }
        #expect(try await rules(["--format", "json"]).count == 4)
        let ofWeb = try await rules(["--format", "json", "--namespace", "web"])
        #expect(
            ofWeb == [
                [
                    "namespace": "web", "effect": "allow", "target": nil, "subject": ["role": "r"],
                    "conditions": [], "shadow": false, "until": nil, "code": nil, "message": nil,
                ]
            ])
        let lines = await tool("export")
        #expect(lines.diagnostics == "note: access rules are only written with '--format json'\n")
        #expect(lines.lines.count == 3)
    }
}
