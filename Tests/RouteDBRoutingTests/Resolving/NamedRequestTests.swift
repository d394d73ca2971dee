import RouteDBRouting
import Testing

/// Routes that are asked for by name.
@Suite struct NamedRequestTests {
    private static let show = RouteNamespace(
        id: .init(rawValue: 1), name: "Show", fallback: .init(rawValue: 2))
    private static let app = RouteNamespace(
        id: .init(rawValue: 2), name: RouteNamespace.defaultName, fallbackTarget: "lost")

    private func task(
        _ id: Int64, _ name: String, in namespace: RouteNamespace = Self.show, kind: String? = nil,
        pattern: String? = nil, isEnabled: Bool = true, target: String? = nil
    ) throws -> Route {
        Route(
            id: RouteID(rawValue: id), namespace: namespace.id, name: name, kind: kind,
            pattern: try pattern.map { try RoutePattern($0) }, target: target ?? "\(name)#\(id)",
            isEnabled: isEnabled)
    }

    private func table(_ routes: Route...) -> RoutingTable {
        RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [Self.show, Self.app], routes: routes,
                defaults: [
                    .namespace(Self.show.id): ["page": 1], .route(.init(rawValue: 1)): ["x": 2],
                ]
            ))
    }

    @Test("a route without a pattern is found by its name, and by no URL")
    func task() throws {
        let table = table(try task(1, "go"))
        let found = table.resolve(ResolutionRequest(named: "go", namespace: "Show"))
        #expect(found.outcome == .matched)
        #expect(found.target == "go#1")
        #expect(found.route?.pattern == nil && found.route?.patternText.isEmpty == true)
        #expect(found.namespace?.name == "Show")
        #expect(found.matchedPattern == nil)
        for url in ["go", "/go", "/", ""] {
            let request = ResolutionRequest(url, namespace: "Show")
            #expect(table.resolve(request).outcome != .matched)
        }
    }

    @Test("its values are the context and the defaults")
    func values() throws {
        let request = ResolutionRequest(
            named: "go", namespace: "Show", defaults: ["page": 3], context: ["id": 7])
        let found = table(try task(1, "go")).resolve(request)
        #expect(found.values == ["page": 3, "x": 2, "id": 7])
        #expect(found["page"] == 3 && found["id"] == 7 && found["y"] == nil)
        #expect(found.parameters == [:] && found.query.isEmpty && found.wildcards.isEmpty)
        #expect(try found.value("id", as: Int.self) == 7)
        #expect(request.routeName == "go" && request.url.isEmpty && request.urlBytes.isEmpty)
        #expect(ResolutionRequest("go").routeName == nil)
    }

    @Test("a route with a pattern is found by its name too, without captures")
    func routeWithPattern() throws {
        let table = table(try task(1, "go", pattern: "/go/{id}"))
        let found = table.resolve(ResolutionRequest(named: "go", namespace: "Show"))
        #expect(found.target == "go#1")
        #expect(found.parameters == [:] && found.rawParameters.isEmpty)
        #expect(found.matchedPattern == nil)
    }

    @Test("of routes with a name, the first registered counts, with or without a pattern")
    func first() throws {
        let first = try task(1, "go", pattern: "/a")
        let second = try task(2, "go")
        let third = try task(3, "go", pattern: "myapp://b")
        let request = ResolutionRequest(named: "go", namespace: "Show")
        #expect(table(first, second, third).resolve(request).target == "go#1")
        #expect(table(second, third).resolve(request).target == "go#2")
        let disabled = try task(1, "go", isEnabled: false)
        #expect(table(disabled, third).resolve(request).target == "go#3")
    }

    @Test("a name missing in a namespace is looked up in its fallbacks")
    func fallbacks() throws {
        let table = table(try task(1, "go"), try task(2, "home", in: Self.app))
        let request = ResolutionRequest(named: "home", namespace: "Show")
        #expect(table.resolve(request).target == "home#2")
        #expect(table.resolve(request).namespace?.name == RouteNamespace.defaultName)
        #expect(table.resolve(ResolutionRequest(named: "home")).target == "home#2")
        #expect(table.resolve(ResolutionRequest(named: "go")).outcome == .unmatched)
    }

    @Test("an unknown name is unmatched, with the fallback target")
    func unknown() throws {
        let table = table(try task(1, "go"))
        let request = ResolutionRequest(named: "stop", namespace: "Show", defaults: ["a": 1])
        let found = table.resolve(request)
        #expect(found.outcome == .unmatched && found.route == nil && found.otherKind == nil)
        #expect(found.target == "lost")
        #expect(found.namespace?.name == "Show")
        #expect(found.values == ["a": 1])
        #expect(found.unmetRequirements.isEmpty)
        #expect(try found.plan(covering: RoutePresentation()) == nil)
    }

    @Test("an unknown namespace contains nothing")
    func unknownNamespace() throws {
        let found = table(try task(1, "go")).resolve(
            ResolutionRequest(named: "go", namespace: "Music"))
        #expect(found.outcome == .unmatched && found.namespace == nil && found.target == nil)
    }

    @Test("names are compared byte by byte")
    func bytes() throws {
        let table = table(try task(1, "\u{E9}", kind: "\u{E9}"))
        func outcome(_ name: String, kind: String?) -> Resolution.Outcome {
            table.resolve(ResolutionRequest(named: name, namespace: "Show", kind: kind)).outcome
        }
        #expect(outcome("\u{E9}", kind: "\u{E9}") == .matched)
        #expect(outcome("\u{E9}", kind: "e\u{301}") == .unmatched)
        #expect(outcome("e\u{301}", kind: nil) == .unmatched)
    }

    @Test("a route of another kind is unmatched and reported")
    func kinds() throws {
        let table = table(try task(1, "go", kind: "vc"), try task(2, "do"))
        func resolve(_ name: String, _ kind: String?) -> Resolution {
            table.resolve(ResolutionRequest(named: name, namespace: "Show", kind: kind))
        }
        #expect(resolve("go", "vc").route?.id.rawValue == 1)
        #expect(resolve("go", nil).otherKind == nil && resolve("go", nil).route != nil)
        #expect(resolve("go", "task").outcome == .unmatched)
        #expect(resolve("go", "task").otherKind == "vc")
        #expect(resolve("go", "task").route == nil)
        // A route without a kind takes requests of every kind.
        #expect(resolve("do", "task").route?.id.rawValue == 2)
        #expect(resolve("do", "task").otherKind == nil)
    }

    @Test("a fallback may have the requested kind; otherwise the nearest route is reported")
    func kindsAlongFallbacks() throws {
        let table = table(
            try task(1, "go", kind: "vc"), try task(2, "go", in: Self.app, kind: "task"))
        func resolve(_ kind: String) -> Resolution {
            table.resolve(ResolutionRequest(named: "go", namespace: "Show", kind: kind))
        }
        #expect(resolve("task").target == "go#2")
        #expect(resolve("view").otherKind == "vc")
    }

    @Test("there is no further match after the route with the name")
    func next() throws {
        let table = table(try task(1, "go"), try task(2, "go", in: Self.app))
        let request = ResolutionRequest(named: "go", namespace: "Show")
        let found = table.resolve(request)
        #expect(table.resolve(request, after: found).outcome == .unmatched)
        #expect(table.resolve(request, after: found).otherKind == nil)
        #expect(table.resolve(request, declining: found).outcome == .unmatched)
        #expect(table.resolve(request, declining: found).target == "lost")
    }

    @Test("a match of another table or request cannot be continued")
    func otherPrevious() throws {
        let table = table(try task(1, "go", pattern: "/go"))
        let named = ResolutionRequest(named: "go", namespace: "Show")
        let byURL = ResolutionRequest("/go", namespace: "Show")
        let other = self.table(try task(1, "go")).resolve(named)
        #expect(table.resolve(named, after: other).outcome == .matched)
        #expect(table.resolve(byURL, after: table.resolve(named)).outcome == .matched)
    }

    @Test("a changed table has the added, changed and removed tasks")
    func changing() throws {
        let request = ResolutionRequest(named: "go", namespace: "Show")
        let first = table(try task(2, "go"), try task(4, "stay"))
        let added = first.changing(to: 2, removing: [], upserting: [try task(1, "go")])
        #expect(added.resolve(request).target == "go#1")
        let renamed = added.changing(to: 3, removing: [], upserting: [try task(1, "went")])
        #expect(renamed.resolve(request).target == "go#2")
        #expect(renamed.resolve(.init(named: "went", namespace: "Show")).target == "went#1")
        let disabled = renamed.changing(
            to: 4, removing: [], upserting: [try task(2, "go", isEnabled: false)])
        #expect(disabled.resolve(request).outcome == .unmatched)
        let removed = added.changing(
            to: 3, removing: [.init(rawValue: 1), .init(rawValue: 2)], upserting: [])
        #expect(removed.resolve(request).outcome == .unmatched)
        #expect(removed.resolve(.init(named: "stay", namespace: "Show")).target == "stay#4")
        // What an older table found stays true.
        #expect(first.resolve(request).target == "go#2")
    }

    @Test("a task may gain a pattern, and a route may lose its own")
    func patternsComeAndGo() throws {
        let request = ResolutionRequest(named: "go", namespace: "Show")
        let byURL = ResolutionRequest("/go", namespace: "Show")
        let task = table(try task(1, "go"))
        let route = task.changing(
            to: 2, removing: [], upserting: [try self.task(1, "go", pattern: "/go")])
        #expect(route.resolve(request).target == "go#1")
        #expect(route.resolve(byURL).target == "go#1")
        let again = route.changing(to: 3, removing: [], upserting: [try self.task(1, "go")])
        #expect(again.resolve(request).target == "go#1")
        #expect(again.resolve(byURL).outcome == .unmatched)
    }
}
