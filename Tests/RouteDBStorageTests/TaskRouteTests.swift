import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Routes without a pattern, which are reached by their names alone.
struct TaskRouteTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "cart")) }
    }

    private func task(_ name: String, _ target: String = "t", kind: String? = nil) -> RouteDraft {
        RouteDraft(pattern: nil, target: target, name: name, kind: kind, namespace: "cart")
    }

    private func routes() throws -> [Route] { try fixture.store.snapshot().routes }

    @Test("a task is stored, distinguished from the root path, and found by name")
    func stored() throws {
        try fixture.add(
            task("go"), RouteDraft(pattern: "/", target: "root", name: "root", namespace: "cart"))
        let routes = try routes()
        #expect(routes.map { $0.pattern?.description } == [nil, "/"])
        #expect(routes.map(\.dialectText) == [nil, nil] && routes[0].patternText.isEmpty)
        let table = RoutingTable(try fixture.store.snapshot())
        #expect(table.resolve(.init(named: "go", namespace: "cart")).target == "t")
        #expect(try fixture.edit { try $0.draft(of: "cart:go") } == task("go"))
        #expect(try fixture.store.snapshot().route("cart:go").id.rawValue == 1)
        #expect(try fixture.store.syntaxes().isEmpty)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a task needs a name and has no syntax")
    func rules() throws {
        var draft = task("go")
        draft.name = nil
        #expect(try complaint { try fixture.add(draft) }.contains("needs a name"))
        #expect(try code { try fixture.add(draft) } == .invalidValue)
        draft = task("go")
        draft.syntax = .native
        #expect(try complaint { try fixture.add(draft) }.contains("cannot have a syntax"))
        try fixture.add(task("go"))
        #expect(try code { try fixture.edit { try $0.rename("go", to: nil) } } == .invalidValue)
    }

    @Test("an equal task changes nothing, whatever the rule", arguments: DuplicateRule.allCases)
    func equal(rule: DuplicateRule) throws {
        try fixture.add(task("go"))
        let outcome = try fixture.edit { try $0.add(task("go"), onDuplicate: rule) }
        #expect(outcome == .unchanged(RouteID(rawValue: 1)))
    }

    @Test("an equal name counts like an equal pattern")
    func duplicates() throws {
        let id = try #require(try fixture.add(task("go")).first)
        #expect(try code { try fixture.add(task("go", "other")) } == .routeConflict)
        let skipped = try fixture.edit { try $0.add(task("go", "u"), onDuplicate: .skip) }
        #expect(skipped == .skipped(id))
        let other = task("go", "u", kind: "vc")
        let replaced = try fixture.edit { try $0.add(other, onDuplicate: .replace) }
        #expect(replaced == .replaced(id))
        #expect(try routes().map(\.kind) == ["vc"])
        #expect(
            try code { try fixture.edit { try $0.add(task("go"), onDuplicate: .keepBoth) } }
                == .routeConflict)
        #expect(try code { try fixture.edit { try $0.add(task("x"), onDuplicate: .error) } } == nil)
    }

    @Test("without a rule, the namespace's policy decides")
    func policy() throws {
        for (policy, target) in [("replace", "new"), ("keep-first", "old")] {
            let name = "n-\(policy)"
            try fixture.edit { editor in
                try editor.addNamespace(
                    NamespaceDraft(name: name, overrides: [.registration: policy]))
                for target in ["old", "new"] {
                    try editor.add(
                        RouteDraft(pattern: nil, target: target, name: "go", namespace: name))
                }
            }
            let table = RoutingTable(try fixture.store.snapshot())
            #expect(table.resolve(.init(named: "go", namespace: name)).target == target)
        }
    }

    @Test("a task never replaces a route with a pattern, nor the reverse")
    func names() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a", name: "a", namespace: "cart"))
        for rule in DuplicateRule.allCases {
            #expect(
                try code { try fixture.edit { try $0.add(task("a"), onDuplicate: rule) } }
                    == .routeConflict)
        }
        try fixture.add(task("b"))
        let draft = RouteDraft(pattern: "/b", target: "b", name: "b", namespace: "cart")
        #expect(try complaint { try fixture.add(draft) }.contains("#2, a task"))
    }

    @Test("tasks of one name may be in different groups and namespaces")
    func places() throws {
        var grouped = task("go")
        grouped.group = "g"
        var elsewhere = task("go")
        elsewhere.namespace = "default"
        try fixture.add(task("go"), grouped, elsewhere)
        #expect(try routes().count == 3)
        #expect(
            try complaint { try fixture.edit { try $0.id(of: "go") } }.contains(
                "cart:go (no pattern)"))
        #expect(try complaint { try fixture.store.snapshot().route("go") }.contains("(no pattern)"))
        #expect(
            try code {
                try fixture.edit { editor in
                    var draft = try editor.draft(of: "default:go")
                    draft.namespace = "cart"
                    try editor.replace("default:go", with: draft)
                }
            } == .routeConflict)
    }

    @Test("a route can lose and regain a pattern under its id")
    func transitions() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
        let outcome = try fixture.edit { editor in
            var draft = try editor.draft(of: "a")
            (draft.pattern, draft.syntax) = (nil, nil)
            return try editor.replace("a", with: draft)
        }
        #expect(outcome == .replaced(RouteID(rawValue: 1)))
        #expect(try routes().map(\.pattern) == [nil])
        #expect(try code { try fixture.edit { try $0.id(of: "/a") } } == .routeNotFound)
        let changes = try #require(try fixture.store.changes(since: 3))
        #expect(changes.upserted.map(\.pattern) == [nil])
        try fixture.edit { editor in
            var draft = try editor.draft(of: "a")
            draft.pattern = "/"
            try editor.replace("a", with: draft)
        }
        #expect(try routes().map(\.pattern?.description) == ["/"])
        #expect(try fixture.store.snapshot(at: 4).routes.map(\.pattern) == [nil])
        #expect(try fixture.store.check().isEmpty)
    }
}
