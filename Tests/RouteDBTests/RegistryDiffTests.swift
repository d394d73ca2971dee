import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Comparing revisions")
struct RegistryDiffTests {
    private let web = RouteNamespace(id: NamespaceID(rawValue: 2), name: "web", schemes: ["https"])
    private let user = Route(
        id: RouteID(rawValue: 1), namespace: NamespaceID(rawValue: 2), name: "user",
        pattern: try? RoutePattern("/u/{id}"), target: "u")

    private var old: RegistrySnapshot {
        RegistrySnapshot(
            revision: 4,
            namespaces: [RouteNamespace(id: NamespaceID(rawValue: 1), name: "default"), web],
            routes: [user], defaults: [.route(user.id): ["k": 1]],
            converters: [ParameterConverter(namespace: web.id, name: "c", rule: .any)],
            accessRules: [
                AccessRule(
                    id: RuleID(rawValue: 1), scope: .route(user.id), effect: .deny,
                    subject: .anonymous)
            ])
    }

    /// The differences, each with its fields.
    private func changes(_ edit: (inout RegistrySnapshot) -> Void) -> [String] {
        var new = old
        new.revision = 5
        edit(&new)
        return RegistryDiff(from: old, to: new).changes.map { change in
            let fields = change.fields.map {
                "\($0.name): \($0.old?.description ?? "-") -> \($0.new?.description ?? "-")"
            }
            return "\(change.outcome) \(change.label) [\(fields.joined(separator: ", "))]"
        }
    }

    @Test("equal revisions do not differ, whatever their numbers and order of bindings")
    func equal() {
        #expect(changes { _ in }.isEmpty)
        #expect(RegistryDiff(from: old, to: old).isEmpty)
        var (one, other) = (old, old)
        one.namespaces[1].schemes = ["a", "b"]
        other.namespaces[1].schemes = ["b", "a"]
        #expect(RegistryDiff(from: one, to: other).isEmpty)
    }

    @Test("a different route is changed, field by field")
    func changedRoute() {
        let changes = changes { snapshot in
            snapshot.routes[0].name = nil
            snapshot.routes[0].priority = 3
            snapshot.routes[0].requirements = [RouteRequirement("id", .int)]
        }
        #expect(
            changes == [
                """
                changed route #1 web:/u/{id} [name: "user" -> -, priority: 0 -> 3, \
                requires: - -> {"id":"int"}]
                """
            ])
    }

    @Test("renaming a namespace is one change and does not change its routes")
    func renamedNamespace() {
        #expect(
            changes { $0.namespaces[1].name = "site" } == [
                #"changed namespace site [name: "web" -> "site"]"#
            ])
    }

    @Test("a moved route is changed, not removed and added")
    func movedRoute() {
        #expect(
            changes { $0.routes[0].namespace = NamespaceID(rawValue: 1) } == [
                #"changed route #1 user [namespace: "web" -> "default"]"#
            ])
    }

    @Test("added and removed items are reported with all fields")
    func cameAndWent() {
        let changes = changes { snapshot in
            snapshot.routes = []
            snapshot.defaults = [.group(web.id, "g"): ["k": 1]]
            snapshot.converters[0].rule = .allow(["x"])
            snapshot.accessRules = []
            snapshot.namespaces.append(
                RouteNamespace(
                    id: NamespaceID(rawValue: 3), name: "x", overrides: [.choice: "first"]))
        }
        #expect(
            changes == [
                #"""
                added namespace x [name: - -> "x", profile: - -> "native", policy choice: - -> \#
                "first"]
                """#,
                #"""
                removed route #1 web:user [namespace: "web" -> -, name: "user" -> -, pattern: \#
                "/u/{id}" -> -, target: "u" -> -, priority: 0 -> -, enabled: true -> -]
                """#,
                "removed default k of route #1 web:user [value: 1 -> -]",
                "added default k of group g of namespace web [value: - -> 1]",
                #"changed converter c of namespace web [rule: "any" -> "allow", argument: - -> ["x"]]"#,
                #"""
                removed rule #1 [scope: "route #1 web:user" -> -, effect: "deny" -> -, subject: \#
                "anonymous" -> -, conditions: [] -> -, shadow: false -> -]
                """#,
            ])
    }

    @Test("texts are compared by bytes, and numbers as they are written")
    func bytes() {
        #expect(changes { $0.routes[0].target = "e\u{301}" }.count == 1)
        var (one, other) = (old, old)
        one.routes[0].target = "é"
        other.routes[0].target = "e\u{301}"
        #expect(RegistryDiff(from: one, to: other).changes.count == 1)
        #expect(changes { $0.defaults = [.route(user.id): ["k": .double(1)]] }.count == 1)
    }

    @Test("a registry compares its revisions, and the empty one before them")
    func registry() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.add("/b", target: "b")
            try await registry.setTag("first", to: .number(2))
            let diff = try await registry.diff(from: .tag("first"))
            #expect(diff.old == 2 && diff.new == 3)
            #expect(diff.changes.map(\.id) == [2] && diff.changes[0].outcome == .added)
            let back = try await registry.diff(from: .number(3), to: .number(2))
            #expect(back.changes.map(\.outcome) == [.removed])
            let all = try await registry.diff(from: .number(0), to: .number(3))
            #expect(all.changes.map(\.kind) == [.namespace, .route, .route])
        }
    }
}
