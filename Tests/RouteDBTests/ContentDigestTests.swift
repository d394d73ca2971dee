import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Digests of content")
struct ContentDigestTests {
    private let first = NamespaceID(rawValue: 1)

    private func snapshot(_ ids: (namespace: Int64, route: Int64) = (2, 1)) -> RegistrySnapshot {
        let web = NamespaceID(rawValue: ids.namespace)
        let routes = (0..<2).map { number in
            Route(
                id: RouteID(rawValue: ids.route + number * ids.route), namespace: web,
                pattern: try? RoutePattern("/\(number)"), target: "t")
        }
        return RegistrySnapshot(
            revision: ids.route,
            namespaces: [
                RouteNamespace(id: first, name: "default"),
                RouteNamespace(id: web, name: "web", schemes: ["a", "b"], fallback: first),
            ], routes: routes,
            defaults: [
                .route(routes[1].id): ["k": 1, "l": 2], .group(web, "g"): ["k": 1],
                .namespace(web): ["k": 1],
            ],
            converters: [ParameterConverter(namespace: web, name: "c", rule: .any)],
            accessRules: [
                AccessRule(
                    id: RuleID(rawValue: ids.route), scope: .route(routes[1].id), effect: .allow,
                    subject: .role("x"))
            ])
    }

    private func digest(_ edit: (inout RegistrySnapshot) -> Void) -> String {
        var changed = snapshot()
        edit(&changed)
        return changed.contentDigest
    }

    @Test("ids, the number of the revision and the order of bindings do not count")
    func ids() {
        let digest = snapshot().contentDigest
        #expect(digest.utf8.count == 64)
        #expect(snapshot((7, 5)).contentDigest == digest)
        #expect(self.digest { $0.namespaces[1].schemes = ["b", "a"] } == digest)
        #expect(self.digest { $0.namespaces.reverse() } == digest)
    }

    @Test("the spelling of a pattern does not count, but its meaning does")
    func written() {
        let digest = snapshot().contentDigest
        #expect(self.digest { $0.routes[0].dialectText = "/zero" } == digest)
        #expect(self.digest { $0.routes[0].pattern = nil } != digest)
    }

    @Test("everything that decides an answer counts")
    func differences() {
        let digests = [
            digest { _ in }, digest { $0.namespaces[1].name = "w" },
            digest { $0.namespaces[1].schemes = ["a"] }, digest { $0.namespaces[1].fallback = nil },
            digest { $0.namespaces[1].overrides = [.choice: "first"] },
            digest { $0.namespaces[1].access = .closed },
            digest { $0.routes[0].namespace = NamespaceID(rawValue: 1) },
            digest { $0.routes[0].target = "u" }, digest { $0.routes[0].priority = 1 },
            digest { $0.routes[0].isEnabled = false }, digest { $0.routes[0].name = "n" },
            digest { $0.routes[0].group = "n" }, digest { $0.routes[0].kind = "n" },
            digest { $0.routes[0].requirements = [RouteRequirement("k", .any)] },
            digest { snapshot in
                // The order of registration may decide between two routes.
                let (first, second) = (snapshot.routes[0].pattern, snapshot.routes[1].pattern)
                snapshot.routes[0].pattern = second
                snapshot.routes[1].pattern = first
            }, digest { $0.defaults[.namespace(NamespaceID(rawValue: 2))] = ["k": .double(1)] },
            digest { $0.defaults[.namespace(NamespaceID(rawValue: 2))] = nil },
            digest { $0.converters[0].rule = .code },
            digest { $0.converters = [] }, digest { $0.accessRules = [] },
            digest { $0.accessRules[0].effect = .deny },
            digest { $0.accessRules[0].subject = .role("y") },
            digest { $0.accessRules[0].until = 1 },
            digest { $0.accessRules[0].scope = .namespace(NamespaceID(rawValue: 2)) },
        ]
        #expect(Set(digests).count == digests.count)
    }
}
