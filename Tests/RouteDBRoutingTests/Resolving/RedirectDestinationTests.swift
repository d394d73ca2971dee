import RouteDBRouting
import Testing

@Suite("Where redirects lead in the end")
struct RedirectDestinationTests {
    private func table(
        _ drafts: [(pattern: String, redirect: RouteRedirect?)], hosts: [String] = []
    ) throws -> RoutingTable {
        let ids = [1, 2].map { NamespaceID(rawValue: $0) }
        var namespaces = [RouteNamespace(id: ids[0], name: RouteNamespace.defaultName)]
        if !hosts.isEmpty {
            namespaces.append(RouteNamespace(id: ids[1], name: "web", hosts: hosts))
        }
        let routes = try drafts.enumerated().map { index, draft in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: ids[hosts.isEmpty ? 0 : 1],
                pattern: try RoutePattern(draft.pattern),
                target: draft.redirect == nil ? "page" : "redirect", redirect: draft.redirect)
        }
        return RoutingTable(RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes))
    }

    /// The end, the last URL and the routes on the way, as text.
    private func end(_ table: RoutingTable, _ url: String) -> String? {
        table.resolve(url).destination.map { destination in
            let ids = destination.redirects.map { "#\($0.foundRoute?.id.rawValue ?? 0)" }
            return ([destination.word, destination.url] + ids).joined(separator: " ")
        }
    }

    @Test("the last URL is answered, with what the registry says of it")
    func answered() throws {
        let table = try table([
            ("/user/{id}", RouteRedirect(to: "/people/{id}")), ("/people/{id:int}", nil),
            ("/a", RouteRedirect(to: "/user/7", status: 302)),
        ])
        #expect(end(table, "/user/42?x=1") == "matched /people/42?x=1 #1")
        #expect(end(table, "/a") == "matched /people/7 #3 #1")
        #expect(end(table, "https://h.example/a") == "matched https://h.example/people/7 #3 #1")
        #expect(end(table, "/user/ada") == "unmatched /people/ada #1")
        #expect(end(table, "/people/42") == nil)
        #expect(end(table, "/none") == nil)
        guard case .answered(let resolution)? = table.resolve("/a").destination?.end else {
            Issue.record("not answered")
            return
        }
        #expect(resolution["id"] == 7)
    }

    @Test("what is gone, loops and URLs elsewhere are ends of their own")
    func others() throws {
        let table = try table([
            ("/old", .gone), ("/moved", RouteRedirect(to: "/old")), ("/a", RouteRedirect(to: "/b")),
            ("/b", RouteRedirect(to: "/a")), ("/far", RouteRedirect(to: "https://x.example/old")),
            ("/n/{rest:path}", RouteRedirect(to: "/n/x/{rest}")),
        ])
        #expect(end(table, "/old") == "gone /old")
        #expect(end(table, "/moved") == "gone /old #2")
        #expect(end(table, "/a") == "loop /a #3 #4")
        #expect(end(table, "/far") == "elsewhere https://x.example/old #5")
        let growing = try #require(table.resolve("/n/1").destination)
        #expect(growing.word == "loop" && growing.redirects.count == 16)
    }

    @Test("a URL with a host is the registry's where a route bound to it takes it")
    func hosts() throws {
        let table = try table(
            [
                ("/a", RouteRedirect(to: "https://www.h.example/b")), ("/b", nil),
                ("/c", RouteRedirect(to: "https://www.h.example/none")),
            ], hosts: ["h.example", "www.h.example"])
        #expect(end(table, "https://h.example/a") == "matched https://www.h.example/b #1")
        #expect(end(table, "https://h.example/c") == "elsewhere https://www.h.example/none #3")
    }

    @Test("a path stays in the namespace of the request, and a whole URL goes to that of its host")
    func namespaces() throws {
        let hosts = ["links": "go.example", "web": "www.example"]
        let namespaces = hosts.keys.sorted().enumerated().map { index, name in
            RouteNamespace(
                id: NamespaceID(rawValue: Int64(index) + 1), name: name,
                hosts: hosts[name].map { [$0] } ?? [])
        }
        let drafts: [(namespace: Int, pattern: String, redirect: String?)] = [
            (0, "/a", "https://www.example/b"), (0, "/b", nil), (0, "/c", "/b"), (1, "/b", nil),
        ]
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: namespaces,
                routes: try drafts.enumerated().map { index, draft in
                    Route(
                        id: RouteID(rawValue: Int64(index) + 1),
                        namespace: namespaces[draft.namespace].id,
                        pattern: try RoutePattern(draft.pattern), target: "t",
                        redirect: draft.redirect.map { RouteRedirect(to: $0) })
                }))
        for (path, id) in [("/a", 4), ("/c", 2)] {
            for namespace in ["links", nil] {
                let request = ResolutionRequest("https://go.example\(path)", namespace: namespace)
                guard case .answered(let last)? = table.resolve(request).destination?.end else {
                    Issue.record("\(path) is not answered in \(namespace ?? "any namespace")")
                    continue
                }
                #expect(last.foundRoute?.id.rawValue == Int64(id))
            }
        }
    }

    @Test("access is decided for the request at each URL")
    func refused() throws {
        let namespace = NamespaceID(rawValue: 1)
        let routes = try [("/a", RouteRedirect(to: "/b")), ("/b", nil)].enumerated().map {
            Route(
                id: RouteID(rawValue: Int64($0.offset) + 1), namespace: namespace,
                pattern: try RoutePattern($0.element.0), target: "t", redirect: $0.element.1)
        }
        func snapshot(closing route: Int64) -> RegistrySnapshot {
            RegistrySnapshot(
                revision: 1,
                namespaces: [RouteNamespace(id: namespace, name: RouteNamespace.defaultName)],
                routes: routes,
                accessRules: [
                    AccessRule(
                        id: RuleID(rawValue: 1), scope: .route(RouteID(rawValue: route)),
                        effect: .deny, subject: .anonymous)
                ])
        }
        #expect(end(RoutingTable(snapshot(closing: 1)), "/a") == nil)
        #expect(end(RoutingTable(snapshot(closing: 2)), "/a") == "denied /b #1")
        var request = ResolutionRequest("/a")
        request.principal = RequestPrincipal("ada")
        let open = RoutingTable(snapshot(closing: 2)).resolve(request).destination
        #expect(open?.word == "matched")
    }
}
