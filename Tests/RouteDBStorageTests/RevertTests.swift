import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Taking back revisions")
struct RevertTests {
    let fixture: RegistryFixture
    private var store: RegistryStore { fixture.store }

    /// Revision 2 has all there is; the tests begin with revision 3.
    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web", schemes: ["https"], hosts: ["b"]))
            try editor.setConverter("c", rule: .allow(["x"]), in: "web")
            try editor.add(
                RouteDraft(
                    pattern: "/u/:id", syntax: PatternSyntax("jlroutes"), target: "u", name: "u",
                    namespace: "web", defaults: ["k": 1], labels: ["owner": "ada"]))
            try editor.add(RouteDraft(pattern: "/v", target: "v", name: "v", namespace: "web"))
            try editor.setDefault("n", to: 1, in: .namespace("web"))
            try editor.addRule(RuleDraft(.allow, in: .route("u"), for: .role("r")))
        }
    }

    /// The content of a revision, whatever its number.
    private func content(at revision: Int64? = nil) throws -> RegistrySnapshot {
        var snapshot = try store.snapshot(at: revision)
        snapshot.revision = 0
        return snapshot
    }

    /// Takes back revisions, and returns the causes of conflicts.
    @discardableResult
    private func revert(
        _ first: Int64, through last: Int64? = nil, _ side: MergeSide? = nil
    ) throws -> [MergeConflict.Cause] {
        var causes: [MergeConflict.Cause] = []
        try fixture.edit { editor in
            try editor.merge(try editor.changes(undoing: first...(last ?? first))) { conflict in
                causes.append(conflict.cause)
                return conflict.canBeTaken ? side : nil
            }
        }
        #expect(try store.check().isEmpty)
        return causes
    }

    private func change(
        _ route: RouteReference, _ change: (inout RouteDraft) -> Void
    ) throws {
        try fixture.edit { editor in
            var draft = try editor.draft(of: route)
            change(&draft)
            try editor.replace(route, with: draft)
        }
    }

    private func route(_ id: Int64) throws -> Route? {
        try content().routes.first { $0.id.rawValue == id }
    }

    private func item(_ table: String, _ number: Int64) -> MergedItem {
        MergedItem(table: table, number: number)
    }

    @Test("what nobody touched since goes back, and later edits stay")
    func plain() throws {
        try change("u") { $0.target = "bad" }
        try fixture.add(RouteDraft(pattern: "/new", target: "n", name: "n"))
        try change("v") { $0.target = "better" }
        #expect(try revert(3) == [])
        #expect(try route(1)?.target == "u")
        #expect(try content().routes.map(\.target) == ["u", "better", "n"])
        #expect(try store.syntaxes() == store.syntaxes(at: 2))
        #expect(try revert(3) == [] && store.latestRevision() == 6)
    }

    @Test("fields of one route are taken back one by one, and a pattern as a whole")
    func fields() throws {
        try change("u") {
            $0.target = "bad"
            $0.pattern = "/x/:id"
        }
        try change("u") {
            $0.name = "w"
            $0.labels["tier"] = "1"
        }
        #expect(try revert(3) == [])
        let route = try #require(try route(1))
        #expect(route.target == "u" && route.name == "w" && route.dialectText == "/u/:id")
        #expect(try route.pattern == content(at: 2).routes[0].pattern)
        #expect(route.labels == ["owner": "ada", "tier": "1"])
    }

    @Test("a field that later edits changed too is a conflict, for the caller to decide")
    func conflict() throws {
        try change("u") {
            $0.target = "bad"
            $0.priority = 7
        }
        try change("u") { $0.target = "good" }
        #expect(try revert(3, .keep) == [.changed])
        #expect(try route(1)?.target == "good" && route(1)?.priority == 0)
        try fixture.edit { try $0.rollBack(to: .number(4)) }
        #expect(try revert(3, .take) == [.changed])
        #expect(try route(1)?.target == "u" && route(1)?.priority == 0)
    }

    @Test("labels are taken back key by key")
    func labels() throws {
        try change("u") { $0.labels = ["owner": "bob", "tier": "1"] }
        try change("u") { $0.labels["team"] = "x" }
        #expect(try revert(3) == [])
        #expect(try route(1)?.labels == ["owner": "ada", "team": "x"])
        try change("u") { $0.labels["owner"] = "eve" }
        try change("u") { $0.labels["owner"] = "kim" }
        #expect(try revert(6, .keep) == [.changed])
        #expect(try route(1)?.labels == ["owner": "kim", "team": "x"])
        #expect(try revert(6, .take) == [.changed])
        #expect(try route(1)?.labels == ["owner": "ada", "team": "x"])
    }

    @Test("labels are taken back key by key also where none are left")
    func lastLabels() throws {
        try change("v") { $0.labels = ["tier": "1", "team": "x"] }
        try change("v") { $0.labels["team"] = nil }
        #expect(try revert(3) == [] && route(2)?.labels == [:])
        try change("v") { $0.labels = ["a": "1", "b": "1"] }
        try change("v") { $0.labels["b"] = "2" }
        #expect(try revert(6, .keep) == [.changed] && route(2)?.labels == ["b": "2"])
    }

    @Test("a removed route comes back with its id and all that went with it")
    func removal() throws {
        try fixture.edit { try $0.remove("web:u") }
        try fixture.add(RouteDraft(pattern: "/new", target: "n", name: "n"))
        #expect(try revert(3) == [])
        var now = try content()
        #expect(now.routes.last?.id.rawValue == 3)
        now.routes.removeLast()
        #expect(try now == content(at: 2))
    }

    @Test("a removed namespace comes back with everything in it")
    func namespaceRemoval() throws {
        try fixture.edit { try $0.removeNamespace("web", removingRoutes: true) }
        #expect(try revert(3) == [])
        #expect(try content() == content(at: 2))
        #expect(try revert(4) == [])
        #expect(try content() == content(at: 3))
    }

    @Test("what was added goes; what others have added to it since is a conflict")
    func addition() throws {
        try fixture.add(RouteDraft(pattern: "/new", target: "n", name: "n"))
        try fixture.edit { try $0.setDefault("late", to: 1, in: .route("n")) }
        let late = MergedItem(
            table: "default_value", number: 3, texts: [Array("route".utf8), Array("late".utf8)])
        #expect(try revert(3) == [.used([late])])
        #expect(try store.latestRevision() == 4)
        #expect(try revert(3, .take) == [.used([late])])
        #expect(try content() == content(at: 2))
    }

    @Test("a namespace with routes of others is kept, unless all of it is taken back")
    func namespaceInUse() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "app")) }
        try fixture.add(RouteDraft(pattern: "/a", target: "a", namespace: "app"))
        try fixture.edit { try $0.addRule(RuleDraft(.deny, in: .route("#3"), for: .anyone)) }
        let used: MergeConflict.Cause = .used([item("route", 3), item("access_rule", 2)])
        #expect(try revert(3, .keep) == [used] && store.latestRevision() == 5)
        #expect(try revert(3, .take) == [used])
        #expect(try content() == content(at: 2))
    }

    @Test("a namespace that is the fallback of another one cannot be taken back")
    func needed() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "app")) }
        try fixture.edit { editor in
            try editor.updateNamespace("web") { $0.fallback = "app" }
        }
        #expect(try revert(3, .take) == [.needed(item("namespace", 2))])
        #expect(try store.latestRevision() == 4)
    }

    @Test("an item that belongs to several others is listed once")
    func sharedBelonging() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "app")) }
        try fixture.add(RouteDraft(pattern: "/a", target: "a", name: "a", namespace: "app"))
        try fixture.add(RouteDraft(pattern: "/b", target: "b", name: "b", namespace: "app"))
        try fixture.edit { editor in
            try editor.addSuppression(
                SuppressionDraft(.ambiguous, route: "a", other: "b", reason: "known"))
        }
        let used: MergeConflict.Cause = .used([
            item("route", 3), item("suppression", 1), item("route", 4),
        ])
        #expect(try revert(3, .take) == [used])
        #expect(try content() == content(at: 2))
    }

    @Test("a namespace that older routes were moved into stays with them")
    func olderRoute() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "app")) }
        try change("v") { $0.namespace = "app" }
        #expect(try revert(3, .take) == [.needed(item("route", 2))])
        #expect(try route(2)?.target == "v" && store.latestRevision() == 4)
    }

    @Test("an item that later edits changed or removed is a conflict")
    func laterRemoval() throws {
        try change("v") { $0.target = "bad" }
        try fixture.edit { try $0.remove("web:v") }
        #expect(try revert(3) == [.removed] && route(2) == nil)
        #expect(try revert(4) == [] && revert(3) == [] && route(2)?.target == "v")
        try fixture.add(RouteDraft(pattern: "/new", target: "n", name: "n"))
        try change("n") { $0.target = "m" }
        #expect(try revert(7) == [.changed] && route(3)?.target == "m")
        #expect(try revert(7, .take) == [.changed] && route(3) == nil)
        try fixture.edit { try $0.setConverter("c", rule: .allow(["y"]), in: "web") }
        try fixture.edit { try $0.removeConverter("c", in: "web") }
        #expect(try revert(10) == [.removed] && content().converters.isEmpty)
        #expect(try revert(10, .take) == [.removed])
        #expect(try content().converters == content(at: 2).converters)
    }

    @Test("a route that was removed since never comes back without its rules and default values")
    func removedWithRules() throws {
        try change("u") { $0.target = "bad" }
        try fixture.edit { try $0.remove("web:u") }
        #expect(try revert(3, .take) == [.removed] && route(1) == nil)
        #expect(try revert(4) == [] && revert(3) == [])
        #expect(try content() == content(at: 2))
    }

    @Test("a namespace that was removed since never comes back without what was in it")
    func removedNamespace() throws {
        try fixture.edit { editor in try editor.updateNamespace("web") { $0.hosts = ["c"] } }
        try fixture.edit { try $0.removeNamespace("web", removingRoutes: true) }
        #expect(try revert(3, .take) == [.removed] && store.latestRevision() == 4)
        #expect(try revert(4) == [] && revert(3) == [])
        #expect(try content() == content(at: 2))
    }

    @Test("a name that somebody else has now is a conflict that only an edit solves")
    func takenName() throws {
        try fixture.edit { try $0.rename("web:u", to: "w") }
        try fixture.add(RouteDraft(pattern: "/n", target: "n", name: "u", namespace: "web"))
        #expect(try revert(3, .take) == [.taken(item("route", 3))])
        #expect(try route(1)?.name == "w")
        try fixture.edit { try $0.rename("#3", to: "other") }
        #expect(try revert(3) == [] && route(1)?.name == "u")
    }

    @Test("a pattern that another route has now is a conflict, where only one may have it")
    func takenPattern() throws {
        try fixture.edit { try $0.remove("web:v") }
        try fixture.add(RouteDraft(pattern: "/v", target: "n", namespace: "web"))
        #expect(try revert(3) == [.taken(item("route", 3))] && route(2) == nil)
        try fixture.edit { editor in
            try editor.updateNamespace("web") { $0.overrides[.registration] = "keep-both" }
        }
        #expect(try revert(3) == [] && route(2)?.target == "v")
    }

    @Test("two routes do not get one pattern, where only one may have it")
    func commonPattern() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
        try fixture.add(RouteDraft(pattern: "/a", target: "b", name: "b", namespace: "web"))
        try change("a") { $0.pattern = "/x" }
        try change("b") { $0.pattern = "/y" }
        try change("a") { $0.namespace = "web" }
        #expect(try revert(5, through: 6, .take) == [.taken(item("route", 4))])
        #expect(try route(3)?.pattern?.description == "/x")
        #expect(try route(4)?.pattern?.description == "/a")
    }

    @Test("a pattern comes back only where no other route has had it all along")
    func movedPattern() throws {
        try fixture.add(RouteDraft(pattern: "/v", target: "a", name: "a"))
        try change("a") { $0.pattern = "/x" }
        try change("a") { $0.namespace = "web" }
        #expect(try revert(4, .take) == [.taken(item("route", 2))])
        #expect(try route(3)?.pattern?.description == "/x")
    }

    @Test("a rule, suppression or test that was added again since does not come back beside it")
    func takenContent() throws {
        func add(_ editor: RegistryEditor, swapped: Bool) throws {
            try editor.addRule(RuleDraft(.allow, in: .route("u"), for: .role("r")))
            try editor.addSuppression(
                swapped
                    ? SuppressionDraft(.ambiguous, route: "v", other: "u", reason: "as agreed")
                    : SuppressionDraft(.ambiguous, route: "u", other: "v", reason: "known"))
            try editor.addCase(
                RouteTestCase(
                    ResolutionRequest("/v"), expecting: RouteExpectation(outcome: .matched)))
        }
        try fixture.edit { try add($0, swapped: false) }
        let first = try content()
        try fixture.edit { editor in
            for rule in first.accessRules { try editor.removeRule(rule.id) }
            for suppression in first.suppressions { try editor.removeSuppression(suppression.id) }
            for stored in first.cases { try editor.removeCase(stored.id) }
        }
        try fixture.edit { try add($0, swapped: true) }
        #expect(
            try revert(4, .take) == [
                .taken(item("access_rule", 2)), .taken(item("suppression", 2)),
                .taken(item("test_case", 2)),
            ])
        #expect(try store.latestRevision() == 5)
        #expect(try revert(4, through: 5) == [] && content() == first)
    }

    @Test("names that two routes have exchanged are exchanged back")
    func exchange() throws {
        try fixture.edit { editor in
            try editor.rename("web:u", to: "t")
            try editor.rename("web:v", to: "u")
            try editor.rename("web:t", to: "v")
        }
        #expect(try revert(3) == [])
        #expect(try content() == content(at: 2))
    }

    @Test("a rule whose route is gone stays gone")
    func missing() throws {
        let rule = try content().accessRules[0].id
        try fixture.edit { try $0.removeRule(rule) }
        try fixture.edit { try $0.remove("web:u") }
        #expect(try revert(3, .take) == [.missing(item("route", 1))])
        #expect(try content().accessRules.isEmpty && store.latestRevision() == 4)
    }

    @Test("a converter that later patterns name is kept")
    func converter() throws {
        try fixture.edit { try $0.setConverter("d", rule: .allow(["y"]), in: "default") }
        try fixture.add(RouteDraft(pattern: "/d/{x:d}", target: "d"))
        #expect(try revert(3, .take) == [.needed(item("route", 3))])
        try fixture.edit { try $0.remove("#3") }
        #expect(try revert(3) == [] && content().converters == content(at: 2).converters)
    }

    @Test("schemes and hosts are fields of their namespace")
    func bindings() throws {
        try fixture.edit { editor in
            try editor.updateNamespace("web") { $0.schemes = ["https", "http"] }
        }
        try fixture.edit { editor in
            try editor.updateNamespace("web") {
                $0.hosts = ["a", "b"]
                $0.fallback = "default"
            }
        }
        #expect(try revert(3) == [])
        let web = try content().namespace(named: "web")
        #expect(web.schemes == ["https"] && web.hosts.sorted() == ["a", "b"])
        #expect(web.fallback?.rawValue == 1)
    }

    @Test("a binding that another namespace has now is a conflict")
    func takenBinding() throws {
        try fixture.edit { editor in try editor.updateNamespace("web") { $0.hosts = ["c"] } }
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "app", schemes: ["https"], hosts: ["b"]))
        }
        #expect(try revert(3, .take) == [.taken(item("namespace", 3))])
        #expect(try content().namespace(named: "web").hosts == ["c"])
    }

    @Test("fallbacks never form a cycle")
    func cycle() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "app", fallback: "web")) }
        try fixture.edit { editor in try editor.updateNamespace("app") { $0.fallback = nil } }
        try fixture.edit { editor in try editor.updateNamespace("web") { $0.fallback = "app" } }
        #expect(try revert(4, .take) == [.cycle])
        #expect(try content().namespace(named: "app").fallback == nil)
    }

    @Test("a field that would break a rule beside later ones is a conflict")
    func invalid() throws {
        try change("v") { $0.pattern = "/v/{id}" }
        try change("v") { $0.redirect = RouteRedirect(to: "/x/{id}", status: 308) }
        let causes = try revert(3, .take)
        #expect(causes.count == 1)
        guard case .invalid(let message)? = causes.first else {
            Issue.record("\(causes)")
            return
        }
        #expect(message.contains("'{id}'"))
        #expect(try route(2)?.pattern?.description == "/v/{id}")
    }

    @Test("several revisions are taken back as one")
    func range() throws {
        try change("u") { $0.target = "x" }
        try change("u") { $0.target = "y" }
        try fixture.edit { try $0.remove("web:v") }
        try change("u") { $0.name = "w" }
        #expect(try revert(3, through: 5) == [])
        #expect(try content().routes.map(\.target) == ["u", "v"])
        #expect(try route(1)?.name == "w")
    }

    @Test("apps, cases and suppressions are taken back too")
    func others() throws {
        try fixture.edit { editor in
            try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.example.app"), in: "web")
            try editor.addCase(
                RouteTestCase(
                    ResolutionRequest("/v"), expecting: RouteExpectation(outcome: .matched),
                    name: "c"))
            try editor.addSuppression(SuppressionDraft(.ambiguous, route: "u", reason: "known"))
        }
        try change("v") { $0.target = "w" }
        #expect(try revert(3) == [])
        var now = try content()
        #expect(now.routes[1].target == "w")
        now.routes[1] = try content(at: 2).routes[1]
        #expect(try now == content(at: 2))
        #expect(try revert(5) == [])
        #expect(try content() == content(at: 4))
    }

    @Test("the first revision, and an end before the beginning, are refused")
    func refusals() throws {
        func range(_ first: Int64, _ last: Int64? = nil) throws -> ClosedRange<Int64> {
            try fixture.edit { editor in
                try editor.revisions(from: .number(first), through: last.map { .number($0) })
            }
        }
        #expect(try range(2) == 2...2)
        #expect(try code { try range(1) } == .invalidValue)
        #expect(try code { try range(1, 2) } == .invalidValue)
        #expect(try code { try range(2, 1) } == .invalidValue)
        #expect(try code { try range(3) } == .revisionNotFound)
        #expect(try code { try range(0) } == .revisionNotFound)
    }
}
