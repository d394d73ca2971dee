import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("apply and plan")
struct ApplyTests {
    let tool: Tool

    /// A registry of two namespaces and two groups.
    init() async throws {
        tool = try Tool()
        try await tool.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "shop", schemes: ["shop"]))
            try editor.add(RouteDraft(pattern: "/user/{id:int}", target: "user", name: "user"))
            try editor.add(RouteDraft(pattern: "/old", target: "old", group: "g"))
            try editor.add(
                RouteDraft(pattern: "/sale", target: "sale", name: "sale", namespace: "shop"))
            try editor.setDefault("tab", to: "posts", in: .namespace("default"))
            try editor.addRule(RuleDraft(.deny, in: .route("user"), for: .anonymous))
        }
    }

    /// Records hits of routes, each as often as given, some time before now.
    private func record(
        _ hits: [(route: Int64, count: Int)], daysAgo: Int64 = 1, stream: UInt8 = 1
    ) throws {
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"),
            stream: [UInt8](repeating: stream, count: 16), durability: .normal, time: 0)
        var batch: [Hit] = []
        for (route, count) in hits {
            for _ in 0..<count {
                var hit = Hit(
                    time: Tool.time - .seconds(daysAgo * 86_400), url: [], outcome: .matched)
                (hit.route, hit.namespace) = (route, route == 3 ? 2 : 1)
                batch.append(hit)
            }
        }
        try writer.append(HitBatch(batch))
    }

    private static let routes = """
        {"pattern":"/user/{id:uuid}","target":"user","name":"user"}
        {"pattern":"/new","target":"new"}

        """

    @Test(
        "a plan shows what is added, changed and removed, with the hits of each, and writes nothing"
    )
    func plan() async throws {
        try record([(1, 3), (2, 2), (3, 1)])
        let revision = try await tool.snapshot().revision
        let run = await tool("plan", "-", "--table", input: Self.routes)
        #expect(run.status == 1)
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") } == [
                "~ route #1 user  (3 hits in 30 days, 3 ever)",
                "- route #2 /old  (2 hits in 30 days, 2 ever)", "+ route #4 /new",
            ])
        #expect(run.lines.contains(#"    pattern: "/user/{id:int}" -> "/user/{id:uuid}""#))
        #expect(run.lastDiagnostic == "plan: 1 added, 1 changed, 1 removed")
        #expect(try await tool.snapshot().revision == revision)
        let plain = await tool("plan", "-", input: Self.routes)
        #expect(plain.lines[0].hasPrefix("changed\troute\troute #1 user\tpattern\t"))
        #expect(plain.lines[0].hasSuffix("\t3\t3"))
        let json = try await tool("plan", "-", "--json", input: Self.routes).object
        #expect(json["hitsSince"] == "2025-12-03T03:04:05Z")
        guard case .array(let changes)? = json["changes"], case .object(let first)? = changes.first
        else {
            Issue.record("no changes")
            return
        }
        #expect(first["hits"] == 3 && first["hitsEver"] == 3 && first["id"] == 1)
    }

    @Test("hits before the window are separate, and an empty window is unknown")
    func window() async throws {
        try record([(2, 1_242)], daysAgo: 40)
        func hits(_ arguments: String...) async throws -> [String] {
            await tool.run(
                ["plan", "-", "--table", "--db", tool.path] + arguments, input: Self.routes
            ).lines.filter { $0.hasPrefix("- ") }
        }
        #expect(try await hits() == ["- route #2 /old  (hits in 30 days unknown, 1,242 ever)"])
        let plan = await tool("plan", "-", "--json", input: Self.routes)
        #expect(plan.diagnostics.contains("has no hits at all in 30 days"))
        #expect(plan.output.contains("\"hits\":null,\"hitsEver\":1242"))
        try record([(1, 1)], stream: 2)
        #expect(try await hits() == ["- route #2 /old  (0 hits in 30 days, 1,242 ever)"])
        #expect(
            try await hits("--traffic-window", "60d")
                == ["- route #2 /old  (1,242 hits in 60 days, 1,242 ever)"])
        #expect(
            try await hits("--traffic-window", "2026-01-01")
                == ["- route #2 /old  (0 hits since 2026-01-01T00:00:00Z, 1,242 ever)"])
    }

    @Test("the hits of items of a namespace or group are those of its routes")
    func scopes() async throws {
        try record([(1, 3), (2, 2), (3, 1)])
        let document = """
            {"namespaces":[{"name":"default"},{"name":"shop"}],
             "defaults":[{"group":"g","values":{"k":1}},{"namespace":"shop","values":{"k":1}}],
             "rules":[]}
            """
        let run = await tool("plan", "-", "--table", input: document)
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") } == [
                "~ namespace shop  (1 hit in 30 days, 1 ever)",
                "- default tab of namespace default  (5 hits in 30 days, 5 ever)",
                "+ default k of group g of namespace default  (2 hits in 30 days, 2 ever)",
                "+ default k of namespace shop  (1 hit in 30 days, 1 ever)",
                "- rule #1  (3 hits in 30 days, 3 ever)",
            ])
    }

    @Test("applying makes one revision, and a route with a new pattern keeps its history")
    func apply() async throws {
        try record([(1, 3)])
        let before = try await tool.snapshot().revision
        let run = await tool("apply", "-", "--message", "why", input: Self.routes)
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "changed route #1 user", "removed route #2 /old", "added route #4 /new",
                "applied: 1 added, 1 changed, 1 removed  (revision \(before + 1))",
            ])
        let after = try await tool.snapshot()
        #expect(after.revision == before + 1 && after.routes.map(\.id.rawValue) == [1, 3, 4])
        let again = await tool("apply", "-", "--allow-removals", input: Self.routes)
        #expect(again.lines == ["unchanged: the registry matches the file"])
        #expect(
            await tool("log", "--json").output.contains("\"source\":\"apply\",\"message\":\"why\""))
    }

    @Test("a route with traffic is not removed without consent, and is named with its hits")
    func refusal() async throws {
        try record([(2, 2)])
        let before = try await tool.snapshot()
        let run = await tool("apply", "-", input: Self.routes)
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("This would remove 1 route with traffic."))
        #expect(run.diagnostics.contains("  remove #2  /old -> old  (2 hits in 30 days, 2 ever)"))
        #expect(try await tool.snapshot() == before)
        #expect(await tool("apply", "-", "--dry-run", input: Self.routes).status == 0)
        #expect(try await tool.snapshot() == before)
        #expect(await tool("apply", "-", "--allow-removals", input: Self.routes).status == 0)
        #expect(try await tool.snapshot().routes.map(\.id.rawValue) == [1, 3, 4])
    }

    @Test("a route that ever had hits, even pruned ones, is not removed without consent")
    func oldTraffic() async throws {
        try record([(2, 2)], daysAgo: 40)
        try record([(1, 1)], stream: 2)
        #expect(await tool("hits", "prune", "--older-than", "30d", "--yes").status == 0)
        let run = await tool("apply", "-", input: Self.routes)
        #expect(run.status == 64)
        #expect(
            run.diagnostics.contains("remove #2  /old -> old  (0 hits in 30 days, 2 ever)"))
        let asked = await tool("apply", "-", input: Self.routes, onTerminal: true)
        #expect(asked.status == 1 && asked.diagnostics.contains("Do this? [y/N]"))
    }

    @Test("if the history has no hits in the window, nothing is removed without consent")
    func emptyWindow() async throws {
        try record([(1, 1)], daysAgo: 40)
        let run = await tool("apply", "-", input: Self.routes)
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("1 route whose traffic is not known. The history"))
        #expect(
            run.diagnostics.contains("  remove #2  /old -> old  (hits in 30 days unknown, 0 ever)"))
        try record([(1, 1)], stream: 2)
        #expect(await tool("apply", "-", input: Self.routes).status == 0)
    }

    @Test("an empty history makes the hits of every route unknown")
    func emptyHistory() async throws {
        try record([])
        #expect(await tool("apply", "-", input: Self.routes).status == 64)
    }

    @Test("a route with traffic is not disabled without consent either")
    func disabling() async throws {
        try record([(2, 2)], daysAgo: 40)
        try record([(1, 1)], stream: 2)
        let file = """
            {"pattern":"/user/{id:int}","target":"user","name":"user"}
            {"pattern":"/old","target":"old","group":"g","enabled":false}

            """
        let run = await tool("apply", "-", input: file)
        #expect(run.status == 64, "\(run.diagnostics)")
        #expect(run.diagnostics.contains("This would disable 1 route with traffic."))
        #expect(await tool("apply", "-", "--allow-removals", input: file).status == 0)
    }

    @Test("if hits are unknown, nothing is removed without consent", arguments: [true, false])
    func unknownTraffic(isDamaged: Bool) async throws {
        if isDamaged {
            let path = tool.directory.path("routes.hits.db")
            try "no database, but text".write(toFile: path, atomically: true, encoding: .utf8)
        }
        let run = await tool("apply", "-", input: Self.routes)
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("whose traffic is not known"))
        #expect(run.diagnostics.contains("remove #2  /old -> old  (hits unknown)"))
        let plan = await tool("plan", "-", "--table", input: Self.routes)
        #expect(plan.status == 1 && plan.diagnostics.contains("note: hits unknown"))
        #expect(plan.lines.contains("- route #2 /old  (hits unknown)"))
        let addition = "{\"pattern\":\"/x\",\"target\":\"x\",\"namespace\":\"shop\"}\n"
        let sale =
            "{\"pattern\":\"/sale\",\"target\":\"s\",\"name\":\"sale\",\"namespace\":\"shop\"}\n"
        #expect(await tool("apply", "-", input: addition + sale).status == 0)
    }

    @Test("only namespaces that the file mentions are pruned, and none is removed")
    func mentioned() async throws {
        let shop = "{\"pattern\":\"/x\",\"target\":\"x\",\"namespace\":\"shop\"}\n"
        #expect(await tool("apply", "-", "--allow-removals", input: shop).status == 0)
        #expect(
            try await tool.routes() == [
                "default -/user /user/{id:int} user",
                "default g/- /old old", "shop -/- /x x",
            ])
        #expect(
            await tool(
                "apply", "-", "--allow-removals", "--namespace", "shop", "--file-format", "ndjson"
            ).status == 0)
        let snapshot = try await tool.snapshot()
        #expect(snapshot.routes.count == 2 && snapshot.namespaces.count == 2)
    }

    @Test("only the selection is changed, and the rest of the file is skipped")
    func selection() async throws {
        let file =
            Self.routes + """
                {"pattern":"/x","target":"x","namespace":"shop"}
                {"pattern":"/g","target":"g","group":"g"}

                """
        let group = await tool(
            "apply", "-", "--allow-removals", "--group", "g", "--namespace", "default", input: file)
        #expect(group.diagnostics.contains("skipped 3 routes outside the selection"))
        #expect(
            try await tool.routes() == [
                "default -/user /user/{id:int} user",
                "shop -/sale /sale sale", "default g/- /g g",
            ])
        let shop = await tool("apply", "-", "--allow-removals", "--namespace", "shop", input: file)
        #expect(shop.status == 0)
        #expect(
            try await tool.routes() == [
                "default -/user /user/{id:int} user",
                "default g/- /g g", "shop -/- /x x",
            ])
    }

    @Test("a group is selected in every namespace, and a namespace must exist")
    func wholeSelection() async throws {
        let empty = await tool(
            "apply", "-", "--allow-removals", "--group", "g", "--file-format", "csv",
            input: "pattern,target\n")
        #expect(empty.status == 0)
        #expect(try await tool.snapshot().routes.map(\.id.rawValue) == [1, 3])
        let misspelt = await tool("plan", "-", "--namespace", "shp", "--json", input: Self.routes)
        #expect(misspelt.status == 2 && misspelt.diagnostics.contains("namespaceNotFound"))
        #expect(misspelt.diagnostics.contains("Did you mean 'shop'?"))
    }

    @Test("an export of a part is not applied to another one")
    func otherPart() async throws {
        let part = await tool("export", "--format", "json", "--namespace", "shop").output
        let run = await tool("apply", "-", "--namespace", "default", "--json", input: part)
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("an export of the namespace 'shop' only"))
    }

    @Test("a document prunes only items of the kinds that it lists")
    func sections() async throws {
        let document =
            "{\"routes\":[{\"pattern\":\"/user/{id:int}\",\"target\":\"user\",\"name\":\"user\"}]}"
        #expect(await tool("apply", "-", "--allow-removals", input: document).status == 0)
        let snapshot = try await tool.snapshot()
        #expect(snapshot.accessRules.count == 1 && snapshot.routes.map(\.id.rawValue) == [1, 3])
        #expect(snapshot.defaults[.namespace(NamespaceID(rawValue: 1))] == ["tab": "posts"])
        let empty =
            "{\"routes\":[],\"defaults\":[],\"rules\":[],\"namespaces\":[{\"name\":\"default\"}]}"
        #expect(await tool("apply", "-", "--allow-removals", input: empty).status == 0)
        let bare = try await tool.snapshot()
        #expect(bare.defaults.isEmpty && bare.accessRules.isEmpty)
        #expect(bare.routes.map(\.id.rawValue) == [3])
    }

    @Test("namespaces may swap their bindings and fallbacks")
    func bindings() async throws {
        func document(_ first: String, _ second: String) -> String {
            """
            {"namespaces":[{"name":"a","schemes":["\(first)"],"fallback":"default"},
                           {"name":"b","schemes":["\(second)"],"fallback":"a"}]}
            """
        }
        #expect(await tool("apply", "-", input: document("x", "y")).status == 0)
        let swapped = document("y", "x").replacing("\"default\"", with: "\"b\"")
            .replacing("\"fallback\":\"a\"", with: "\"fallback\":null")
        let run = await tool("apply", "-", input: swapped)
        #expect(run.status == 0, "\(run.diagnostics)")
        let snapshot = try await tool.snapshot()
        let (a, b) = (
            try snapshot.namespace(named: "a"), try snapshot.namespace(named: "b")
        )
        #expect(a.schemes == ["y"] && a.fallback == b.id)
    }

    @Test("an edit between plan and apply is reported if the revision was given")
    func conflict() async throws {
        let revision = try await tool.snapshot().revision
        try await tool.edit { try $0.add(RouteDraft(pattern: "/z", target: "z")) }
        let run = await tool(
            "apply", "-", "--allow-removals", "--if-revision", "\(revision)", "--json", "--quiet",
            input: Self.routes)
        #expect(run.status == 1 && run.error?["code"] == "revisionConflict")
        #expect(try await tool.snapshot().revision == revision + 1)
    }

    @Test("if there is any error, nothing is applied and each place is named")
    func mistakes() async throws {
        let before = try await tool.snapshot()
        let file = """
            {"pattern":"/{","target":"t"}
            {"pattern":"/a","target":"t"}
            {"pattern":"/a","target":"u"}
            {"pattern":"/b","target":"t","namespace":"shp"}

            """
        let run = await tool("apply", "-", "--allow-removals", "--json", input: file)
        #expect(run.status == 2)
        #expect(
            run.problems == [
                "1:12 invalidPattern", "3:1 routeConflict", "4:42 namespaceNotFound",
            ])
        #expect(try await tool.snapshot() == before)
        #expect(await tool("plan", "-", input: file).status == 2)
    }

    @Test("a missing registry is planned as empty and created by apply")
    func missing() async throws {
        let path = tool.directory.path("new.db")
        let plan = await tool.run(["plan", "-", "--db", path], input: Self.routes)
        #expect(plan.status == 1 && !plan.lines.isEmpty)
        #expect(await tool.run(["apply", "-", "--db", path], input: Self.routes).status == 0)
        #expect(await tool.run(["plan", "-", "--db", path], input: Self.routes).status == 0)
    }

    @Test("a different order of routes is noted and changes nothing")
    func order() async throws {
        let exported = await tool("export", "--namespace", "default").lines
        let run = await tool("apply", "-", input: exported.reversed().map { $0 + "\n" }.joined())
        #expect(run.lines == ["unchanged: the registry matches the file"])
        #expect(run.diagnostics.contains("in a different order"))
    }
}
