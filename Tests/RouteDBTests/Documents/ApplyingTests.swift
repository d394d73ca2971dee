import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Applying documents")
struct ApplyingTests {
    private static let app = RegistryDocument(
        routes: [
            RouteDraft(pattern: "/user/{id}", target: "user", name: "user", group: "app"),
            RouteDraft(pattern: "/shop", target: "shop", name: "shop", group: "app"),
        ])

    private func routes(_ registry: RouteRegistry) async throws -> [String] {
        try await registry.snapshot().routes.map { "\($0.patternText) \($0.target)" }
    }

    @Test("a document in code is one revision, and applying it again is none")
    func idempotent() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let first = try await registry.apply(Self.app, message: "Start", author: "MyApp")
            #expect(first.revision == 2 && first.value.diff.changes.count == 2)
            #expect(!first.value.isEmpty)
            let again = try await registry.apply(Self.app)
            #expect(again.revision == nil && again.value.isEmpty)
            let revision = try await registry.revisions(limit: 1).first
            #expect(revision?.message == "Start" && revision?.author == "MyApp")
        }
    }

    @Test("routes that left the code go, and a changed one keeps its id")
    func changing() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.apply(Self.app)
            let next = RegistryDocument(
                routes: [
                    RouteDraft(pattern: "/u/{id:int}", target: "user", name: "user", group: "app")
                ])
            let plan = try await registry.apply(next).value
            #expect(plan.removed.map(\.name) == ["shop"] && plan.disabled.isEmpty)
            #expect(try await routes(registry) == ["/u/{id:int} user"])
            let ids = plan.before.routes.filter { $0.name == "user" }.map(\.id)
            #expect(plan.after.routes.map(\.id) == ids)
        }
    }

    @Test("what others keep in other groups and namespaces is left alone")
    func parts() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.addNamespace(NamespaceDraft(name: "partner", schemes: ["partner"]))
                try editor.add(RouteDraft(pattern: "/sale", target: "sale", group: "marketing"))
                try editor.add(RouteDraft(pattern: "/help", target: "help"))
                try editor.add(
                    RouteDraft(pattern: "/p", target: "p", group: "app", namespace: "partner"))
            }
            let group = RegistryDocument.Part(namespace: "default", group: "app")
            try await registry.apply(Self.app, to: group)
            #expect(
                try await routes(registry) == [
                    "/sale sale", "/help help", "/p p", "/user/{id} user", "/shop shop",
                ])
            try await registry.apply(RegistryDocument(routes: []), to: group)
            #expect(try await routes(registry) == ["/sale sale", "/help help", "/p p"])
            try await registry.apply(Self.app, to: .init(namespace: "default"))
            #expect(try await routes(registry) == ["/p p", "/user/{id} user", "/shop shop"])
        }
    }

    @Test("only the kinds that a document lists change, and an empty list removes its kind")
    func kinds() async throws {
        let rule = RuleDraft(.deny, in: .namespace("app"), for: .anonymous)
        let app = NamespaceDraft(name: "app", schemes: ["myapp"])
        let all = RegistryDocument(
            namespaces: [app], converters: [.init("size", .allow(["s", "m"]), in: "app")],
            routes: [
                RouteDraft(
                    pattern: "/u/{size:size}", target: "user", name: "user", namespace: "app")
            ],
            defaults: [.init(["tab": "all"], in: .namespace("app"))], rules: [rule],
            suppressions: [SuppressionDraft(.unreachable, namespace: "app", reason: "known")],
            cases: [
                RouteTestCase(
                    ResolutionRequest("myapp:///u/s"),
                    expecting: RouteExpectation(target: .text("user")))
            ], apps: ["app": [LinkedApp(.ios, "ABCDE12345.com.example.app")]])
        try await RouteRegistry.withTemporary { registry, _ in
            let plan = try await registry.apply(all).value
            #expect(Set(plan.diff.changes.map(\.kind)) == Set(RegistryChange.Kind.allCases))
            #expect(try await registry.plan(all).isEmpty)
            let fewer = RegistryDocument(namespaces: [app], rules: [])
            let changes = try await registry.apply(fewer).value.diff.changes
            #expect(changes.map(\.kind) == [.accessRule] && changes.first?.outcome == .removed)
        }
    }

    @Test("a plan changes nothing, and tells what applying would do")
    func plan() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let plan = try await registry.plan(Self.app)
            #expect(plan.diff.changes.map(\.label) == ["route #1 app/user", "route #2 app/shop"])
            #expect(registry.table.revision == 1)
            let applied = try await registry.apply(Self.app).value
            #expect(applied.diff == plan.diff)
        }
    }

    @Test("changes are rolled back if they are not approved")
    func approving() async throws {
        struct Refused: Error {}
        try await RouteRegistry.withTemporary { registry, _ in
            await #expect(throws: Refused.self) {
                try await registry.apply(Self.app) { plan in
                    if plan.diff.changes.count > 1 { throw Refused() }
                }
            }
            #expect(registry.table.revision == 1)
            let routes = try await registry.snapshot().routes
            #expect(routes.isEmpty)
        }
    }

    @Test("a part that does not exist is an error")
    func missing() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.apply(Self.app, to: .init(namespace: "defualt"))
            }
            #expect(error?.code == .namespaceNotFound)
        }
    }

    @Test("a cancelled task applies nothing")
    func cancelled() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let task = Task {
                // The task is used inside the closure only.
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await registry.apply(Self.app).revision
            }
            let error = await #expect(throws: RouteDBError.self) { try await task.value }
            #expect(error?.code == .interrupted)
            let routes = try await registry.snapshot().routes
            #expect(routes.isEmpty)
        }
    }

    @Test(
        "what is exported can be applied elsewhere, and nothing differs",
        arguments: RegistryDocument.Format.allCases, [1, 2, 3] as [UInt64])
    func roundTrip(format: RegistryDocument.Format, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let drafts = (0..<40).map { index in
            RouteDraft(
                pattern: "/\(index)/{id}", target: "t\(Int.random(in: 0..<5, using: &random))",
                name: Bool.random(using: &random) ? "n\(index)" : nil,
                group: Bool.random(using: &random) ? "g, \"x\"" : nil,
                priority: Int32.random(in: -9...9, using: &random),
                isEnabled: Bool.random(using: &random),
                defaults: Bool.random(using: &random) ? ["k": "a,\"\tb"] : [:])
        }
        try await RouteRegistry.withTemporary { one, _ in
            try await one.apply(RegistryDocument(routes: drafts))
            let bytes = try await one.export(as: format)
            try await RouteRegistry.withTemporary { other, _ in
                let document = try RegistryDocument(parsing: bytes, format: format)
                try await other.apply(document)
                #expect(try await other.plan(document).isEmpty)
                let digests = try await [
                    one.snapshot().contentDigest, other.snapshot().contentDigest,
                ]
                #expect(digests[0] == digests[1])
                #expect(try await other.export(as: format) == bytes)
            }
        }
    }
}
