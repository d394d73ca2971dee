import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Selecting routes")
struct RouteFilterTests {
    /// A registry with three routes; the texts of the second have composed and decomposed letters.
    private func found(
        _ change: @Sendable (inout RouteFilter) throws -> Void
    ) async throws -> [String?] {
        let registry = try RouteRegistry(inMemory: nil)
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web"))
            try editor.add(
                RouteDraft(
                    pattern: "/shop/{id:int}", target: "shop.item", name: "item", group: "shop",
                    kind: "GET", labels: ["owner": "growth", "tier": "1"]))
            try editor.add(
                RouteDraft(
                    pattern: "/cafe\u{301}", target: "caf\u{E9}", name: "cafe", namespace: "web",
                    isEnabled: false, labels: ["owner": "caf\u{E9}"]))
            try editor.add(RouteDraft(pattern: "/shopping", target: "shop", name: "shopping"))
        }
        var filter = RouteFilter()
        try change(&filter)
        let found = RouteOutput.all(try await registry.snapshot(of: RouteQuery(filter)))
        let all = RouteOutput.all(try await registry.snapshot())
            .filter { filter.accepts($0.route, in: $0.namespace) }
        #expect(found.map(\.object) == all.map(\.object))
        #expect(try await registry.count(filter) == all.count)
        return found.map(\.name)
    }

    @Test func `every condition must hold`() async throws {
        #expect(try await found { _ in } == ["item", "cafe", "shopping"])
        #expect(try await found { $0.namespace = "web" } == ["cafe"])
        #expect(try await found { $0.group = "shop" } == ["item"])
        #expect(try await found { $0.name = "shopping" } == ["shopping"])
        #expect(try await found { $0.pattern = "/shop" } == ["item", "shopping"])
        #expect(try await found { $0.isEnabled = false } == ["cafe"])
        #expect(try await found { $0.labels = [try .init("owner")] } == ["item", "cafe"])
        #expect(
            try await found { $0.labels = [try .init("owner"), try .init("tier=1")] } == ["item"])
        #expect(
            try await found {
                $0.group = "shop"
                $0.isEnabled = false
            } == [])
    }

    @Test func `a target includes those below it, and no other that begins alike`() async throws {
        #expect(try await found { $0.target = "shop" } == ["item", "shopping"])
        #expect(try await found { $0.target = "shop.item" } == ["item"])
        #expect(try await found { $0.target = "sho" } == [])
    }

    @Test func `names are compared by bytes, and a part of a pattern may end inside a letter`()
        async throws
    {
        #expect(try await found { $0.pattern = "cafe" } == ["cafe"])
        #expect(try await found { $0.pattern = "caf\u{E9}" } == [])
        #expect(try await found { $0.target = "caf\u{E9}" } == ["cafe"])
        #expect(try await found { $0.target = "cafe\u{301}" } == [])
        #expect(try await found { $0.labels = [try .init("owner=caf\u{E9}")] } == ["cafe"])
        #expect(try await found { $0.labels = [try .init("owner=cafe\u{301}")] } == [])
    }

    @Test func `a text is looked for in any case, in the name, group, pattern and target`()
        async throws
    {
        #expect(try await found { $0.text = "SHOP" } == ["item", "shopping"])
        #expect(try await found { $0.text = "Item" } == ["item"])
        #expect(try await found { $0.text = "growth" } == [])
    }

    @Test func `a namespace that does not exist is an error`() async throws {
        let error = await #expect(throws: RouteDBError.self) {
            try await found { $0.namespace = "wep" }
        }
        #expect(error?.code == .namespaceNotFound && error?.hint == "Did you mean 'web'?")
    }

    @Test(arguments: ["", "=x", "owner=", "a b", "a b=c"])
    func `what is no label is refused`(text: String) {
        let error = #expect(throws: RouteDBError.self) { try RouteFilter.Label(text) }
        #expect(error?.code == .invalidValue)
    }

    @Test func `the conditions are named in words`() throws {
        var filter = RouteFilter()
        #expect(filter.isEmpty && filter.conditions.isEmpty)
        filter.group = "shop"
        filter.labels = [try .init("owner=growth"), try .init("tier")]
        filter.isEnabled = false
        #expect(
            filter.conditions == [
                "group 'shop'", "label 'owner=growth'", "label 'tier'", "state 'disabled'",
            ])
    }

    @Test func `a name that nothing has is an error with the known ones, in its namespace only`()
        async throws
    {
        let registry = try RouteRegistry(inMemory: nil)
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web"))
            try editor.add(
                RouteDraft(
                    pattern: "/shop/{id:int}", target: "shop.item", name: "item", group: "shop",
                    kind: "GET", labels: ["owner": "growth"]))
            try editor.add(
                RouteDraft(pattern: "/b", target: "blog", name: "b", namespace: "web"))
        }
        func failure(
            in namespace: String? = nil, _ change: (inout RouteFilter) throws -> Void
        ) async throws -> RouteDBError? {
            var filter = RouteFilter()
            filter.namespace = namespace
            try change(&filter)
            do throws(RouteDBError) {
                try await registry.checkNames(in: filter)
                return nil
            } catch {
                return error
            }
        }
        for known in [
            { (filter: inout RouteFilter) in filter.group = "shop" }, { $0.kind = "get" },
            { $0.name = "b" }, { $0.target = "shop" }, { $0.pattern = "none" },
            { $0.text = "none" }, { $0.isEnabled = false },
            { $0.labels = [try .init("owner=none")] },
        ] as [(inout RouteFilter) throws -> Void] {
            #expect(try await failure(known) == nil)
        }
        #expect(try await failure { $0.group = "shp" }?.code == .groupNotFound)
        #expect(try await failure { $0.group = "shp" }?.hint == "Did you mean 'shop'?")
        #expect(try await failure { $0.name = "none" }?.hint == "The names are 'b', 'item'.")
        #expect(try await failure { $0.target = "sho" }?.code == .routeNotFound)
        #expect(try await failure { $0.kind = "POST" }?.hint == "The kinds are 'GET'.")
        #expect(
            try await failure { $0.labels = [try .init("none")] }?.hint == "The labels are 'owner'."
        )
        #expect(try await failure(in: "web") { $0.group = "shop" }?.hint == "There are no groups.")
        #expect(try await failure(in: "web") { $0.name = "item" }?.hint == "The names are 'b'.")
        #expect(
            try await failure(in: "none") { $0.name = "b" }?.code == .namespaceNotFound)
    }
}
