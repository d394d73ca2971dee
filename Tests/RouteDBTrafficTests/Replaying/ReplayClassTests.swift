import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Classes of differences")
struct ReplayClassTests {
    private static let namespace = NamespaceID(rawValue: 1)

    /// A change to a registry with the route `/user/{id:int}`, and a URL whose answer it changes.
    struct Change: Sendable, CustomTestStringConvertible {
        let classes: [ReplayClass]
        let url: String
        let fields: [String]
        var principal: String?
        let apply: @Sendable (inout RegistrySnapshot) -> Void

        init(
            _ classes: [ReplayClass], _ url: String, _ fields: [String], principal: String? = nil,
            _ apply: @escaping @Sendable (inout RegistrySnapshot) -> Void
        ) {
            self.classes = classes
            self.url = url
            self.fields = fields
            self.principal = principal
            self.apply = apply
        }

        var testDescription: String { "\(url) \(classes.map(\.rawValue))" }
    }

    private static func route(
        _ id: Int64, _ pattern: String, _ target: String, name: String? = nil
    ) -> Route {
        Route(
            id: RouteID(rawValue: id), namespace: namespace, name: name,
            pattern: try? RoutePattern(pattern), target: target)
    }

    private static func rule(_ effect: AccessRule.Effect, code: String? = nil) -> AccessRule {
        AccessRule(
            id: RuleID(rawValue: 1), scope: .namespace(namespace), effect: effect,
            subject: .anonymous, code: code)
    }

    private static let base = RegistrySnapshot(
        revision: 1, namespaces: [RouteNamespace(id: namespace, name: RouteNamespace.defaultName)],
        routes: [
            route(1, "/user/{id:int}", "user", name: "user"), route(2, "/shop/**", "shop"),
        ])

    static let changes: [Change] = [
        Change([.nowUnmatched], "/user/1", ["outcome", "target"]) { $0.routes.remove(at: 0) },
        Change([.newlyMatched], "/new", ["outcome", "target"]) {
            $0.routes.append(route(3, "/new", "new"))
        },
        Change([.otherOutcome], "/%00", ["outcome"]) {
            $0.namespaces[0].overrides[.decoding] = "none"
        },
        Change([.otherRoute, .otherTarget], "/shop/1", ["route", "target", "wildcard"]) {
            $0.routes.append(route(3, "/shop/1", "one"))
        },
        Change([.otherRoute], "/user/1", ["route"]) {
            $0.routes[0] = route(3, "/user/{id:int}", "user", name: "other")
            $0.routes[0].priority = 1
            $0.routes.append(route(4, "/x/{id:int}", "user", name: "user"))
        },
        Change([.otherTarget], "/user/1", ["target"]) { $0.routes[0].target = "profile" },
        Change([.otherTarget], "/none", ["target"]) { $0.namespaces[0].fallbackTarget = "404" },
        Change([.otherValues], "/user/1", ["values.id"]) {
            $0.routes[0].pattern = try? RoutePattern("/user/{id}")
        },
        Change([.otherValues], "/user/1?a=b", ["values.tab"]) {
            $0.defaults[.route(RouteID(rawValue: 1))] = ["tab": "x"]
        },
        Change([.otherValues], "/user/1", ["missing"]) {
            $0.routes[0].requirements = [RouteRequirement("token", .string)]
        },
        Change([.otherDecision], "/user/1", ["verdict"]) { $0.accessRules = [rule(.deny)] },
        Change([.otherDecision], "/user/1", ["verdict", "challenge", "code"]) {
            $0.accessRules = [rule(.challenge("login"), code: "c")]
        },
        Change([.otherDecision], "/user/1", ["verdict"], principal: "a") {
            $0.namespaces[0].access = .closed
        },
        Change([.otherPlan], "/user/1", ["plan"]) {
            $0.routes[0].presentation = RoutePresentation()
        },
        Change([.otherRedirect], "/user/1", ["redirect", "status", "destination"]) {
            $0.routes[0].redirect = RouteRedirect(to: "https://people.example/{id}")
        },
        Change([.otherRedirect], "/user/1", ["status", "destination"]) {
            $0.routes[0].redirect = .gone
        },
        Change([.nowUnmatched, .otherRedirect], "/user/1", ["redirect", "status", "destination"]) {
            $0.routes[0].redirect = RouteRedirect(to: "/poeple/{id}")
        },
        Change([.sameDestination], "/user/1", ["target", "redirect", "status"]) {
            $0.routes[0] = route(3, "/people/{id:int}", "user")
            $0.routes.append(route(4, "/user/{id:int}", "redirect"))
            $0.routes[2].redirect = RouteRedirect(to: "/people/{id}")
        },
        Change([.otherTarget, .otherValues, .otherDecision], "/user/1", []) {
            $0.routes[0].target = "profile"
            $0.routes[0].pattern = try? RoutePattern("/user/{key}")
            $0.accessRules = [rule(.deny)]
        },
    ]

    @Test("each change has its class", arguments: changes)
    func classes(change: Change) async throws {
        var head = Self.base
        change.apply(&head)
        let hit = ReplayHit(
            url: Array(change.url.utf8), principal: change.principal, weight: 3)
        let other = ReplayHit(url: Array("/nothing/here".utf8))
        var options = ReplayOptions()
        options.isOneRegistry = true
        let there = try await Replay(from: Self.base, to: head, options: options).run(.hits([hit]))
        let group = try #require(there.groups.first)
        if change.classes == [.otherRoute, .otherTarget] {
            // The rest of the URL was a value before.
            #expect(group.classes == change.classes + [.otherValues])
        } else {
            #expect(group.classes == change.classes)
        }
        #expect(there.groups.count == 1 && group.count.hits == 3 && group.count.recorded == 1)
        if !change.fields.isEmpty {
            #expect(group.examples.first?.fields.map(\.name) == change.fields)
        }
        for kind in ReplayClass.allCases {
            #expect(there.changed(kind).hits == (group.classes.contains(kind) ? 3 : 0))
        }
        guard Self.base.namespaces[0].fallbackTarget == head.namespaces[0].fallbackTarget else {
            return
        }
        let same = try await Replay(from: Self.base, to: head, options: options).run(.hits([other]))
        #expect(same.groups.isEmpty && same.total.hits == 1)
    }

    @Test("a change without effect on answers is not a difference")
    func invisible() async throws {
        var head = Self.base
        head.routes[0].priority = 7
        head.routes[0].kind = "view"
        head.routes.swapAt(0, 1)
        var shadow = Self.rule(.deny)
        shadow.isShadow = true
        head.accessRules = [shadow, Self.rule(.allow)]
        let hits = ["/user/1", "/shop/x", "/none", "%"].map { ReplayHit(url: Array($0.utf8)) }
        let report = try await Replay(from: Self.base, to: head).run(.hits(hits))
        #expect(report.groups.isEmpty && report.total.hits == 4)
    }

    @Test("in different files routes are paired by name, or else by pattern")
    func pairing() async throws {
        var head = Self.base
        head.routes = [
            Self.route(7, "/user/{id:int}", "user", name: "renamed"),
            Self.route(8, "/shop/**", "shop", name: "shop"),
            Self.route(9, "/u/{id:int}", "user"),
        ]
        let hits = ["/user/1", "/shop/x"].map { ReplayHit(url: Array($0.utf8)) }
        #expect(try await Replay(from: Self.base, to: head).run(.hits(hits)).groups.isEmpty)
        // A route of the old name takes it away from that of the old pattern.
        head.routes[2].name = "user"
        let report = try await Replay(from: Self.base, to: head).run(.hits(hits))
        #expect(report.groups.map(\.classes) == [[.otherRoute]])
        #expect(report.groups.first?.newRoute?.label == "renamed")
    }

    @Test("the plan of a route with a prestack is compared with it")
    func prestack() async throws {
        var base = Self.base
        base.routes[1].presentation = RoutePresentation()
        base.routes[1].presentation?.prestack = [.route("/user/1")]
        var head = base
        head.routes[0].target = "profile"
        let hits = [ReplayHit(url: Array("/shop/x".utf8))]
        let report = try await Replay(from: base, to: head).run(.hits(hits))
        #expect(report.groups.map(\.classes) == [[.otherPlan]])
    }

    @Test("values of converters in code are compared too")
    func converters() async throws {
        var base = Self.base
        base.converters = [ParameterConverter(namespace: Self.namespace, name: "c", rule: .code)]
        let id = Parameter(name: "id", type: .converter("c"))
        base.routes[0].pattern = RoutePattern(
            scheme: nil, host: nil,
            path: [.separator, .literal("user"), .separator, .parameter(id)], query: [])
        var head = base
        head.routes.append(Self.route(3, "/user/{any}", "any"))
        var options = ReplayOptions()
        options.converters = ["c": { $0 == "1" ? .int(1) : try Self.refuse() }]
        let hits = ["/user/1", "/user/x"].map { ReplayHit(url: Array($0.utf8)) }
        let report = try await Replay(from: base, to: head, options: options).run(.hits(hits))
        #expect(report.groups.map(\.classes) == [[.newlyMatched]])
        #expect(report.groups.first?.examples.map(\.url) == [Array("/user/x".utf8)])
    }

    private struct Refused: Error {}
    private static func refuse() throws -> JSONValue { throw Refused() }

    @Test("routes of one pattern are the same only if they are of one kind, in any case")
    func kinds() {
        func snapshot(_ kinds: [String?], from first: Int64) -> RegistrySnapshot {
            var snapshot = RegistrySnapshot.of(kinds.map { _ in "/a" })
            for (index, kind) in kinds.enumerated() {
                let route = snapshot.routes[index]
                snapshot.routes[index] = Route(
                    id: RouteID(rawValue: first + Int64(index)), namespace: route.namespace,
                    kind: kind, pattern: route.pattern, target: route.target)
            }
            return snapshot
        }
        let old = snapshot(["GET", "POST", nil], from: 1)
        let new = snapshot([nil, "post", "PUT"], from: 11)
        let pairing = RoutePairing(old, new, isOneRegistry: false)
        let same = old.routes.map { route in
            new.routes.first { pairing.areSame(route, $0) }?.id.rawValue
        }
        #expect(same == [nil, 12, 11])
    }

    @Test("redirects are followed in both registries")
    func redirects() async throws {
        func registry(_ first: RouteRedirect?, _ second: RouteRedirect?) -> RegistrySnapshot {
            var snapshot = Self.base
            snapshot.routes = [
                Self.route(1, "/a", "a"), Self.route(2, "/b", "b"), Self.route(3, "/c", "c"),
            ]
            (snapshot.routes[0].redirect, snapshot.routes[1].redirect) = (first, second)
            return snapshot
        }
        func classes(_ old: RegistrySnapshot, _ new: RegistrySnapshot) async throws
            -> [[ReplayClass]]
        {
            var options = ReplayOptions()
            options.isOneRegistry = true
            return try await Replay(from: old, to: new, options: options)
                .run(.hits([ReplayHit(url: Array("/a".utf8))])).groups.map(\.classes)
        }
        let (toB, toC) = (RouteRedirect(to: "/b"), RouteRedirect(to: "/c"))
        let away = RouteRedirect(to: "https://other.example/")
        // The redirect of /a is the same, but what it leads to is not.
        #expect(try await classes(registry(toB, nil), registry(toB, toC)) == [[.otherRedirect]])
        #expect(try await classes(registry(toB, toC), registry(toC, toC)) == [[.sameDestination]])
        #expect(try await classes(registry(away, nil), registry(away, nil)).isEmpty)
        let loop = [[ReplayClass.nowUnmatched, .otherRedirect]]
        #expect(
            try await classes(registry(toB, nil), registry(toB, RouteRedirect(to: "/a"))) == loop)
        let back = [[ReplayClass.newlyMatched, .otherRedirect]]
        #expect(
            try await classes(registry(RouteRedirect(to: "/none"), nil), registry(toB, nil)) == back
        )
    }

    @Test("each class has a change here")
    func classes() { #expect(Set(Self.changes.flatMap(\.classes)) == Set(ReplayClass.allCases)) }

    @Test("a hit is resolved by its kind, and by the attributes that were recorded")
    func decided() async throws {
        var base = Self.base
        base.routes = [Self.route(1, "/cart", "show"), Self.route(2, "/cart", "add")]
        (base.routes[0].kind, base.routes[1].kind) = ("GET", "POST")
        var head = base
        head.routes.removeLast()
        func hit(_ kind: String?, _ attributes: ResolutionRequest.Attributes? = nil) -> ReplayHit {
            ReplayHit(url: Array("/cart".utf8), principal: "a", kind: kind, attributes: attributes)
        }
        let hits = [hit("POST"), hit("post"), hit("GET"), hit("HEAD"), hit(nil)]
        let report = try await Replay(from: base, to: head).run(.hits(hits))
        #expect(report.groups.map(\.classes) == [[.nowUnmatched]])
        #expect(report.changed(.nowUnmatched).hits == 2)
        #expect(report.lacks.map(\.attribute) == [.kind] && report.lacks[0].count.hits == 1)

        var ruled = Self.base
        var rule = Self.rule(.deny)
        rule.subject = .role("staff")
        rule.conditions = [AccessRule.Condition(.context("build"), .oneOf([7]))]
        ruled.accessRules = [rule]
        var known = ResolutionRequest.Attributes()
        (known.roles, known.context) = (["staff"], ["build": 7])
        var other = known
        other.context = ["build": 8]
        var absent = known
        absent.roles = []
        let users = [known, other, absent, nil].map { attributes in
            ReplayHit(url: Array("/user/1".utf8), principal: "a", attributes: attributes)
        }
        let denied = try await Replay(from: Self.base, to: ruled).run(.hits(users))
        #expect(denied.groups.map(\.classes) == [[.otherDecision]])
        // An unknown value makes a deny rule apply, but without the role it is not for this principal.
        #expect(denied.changed.hits == 1)
        #expect(denied.lacks.map(\.attribute) == [.roles, .context("build")])
        #expect(denied.lacks.allSatisfy { $0.count.hits == 1 })
        let gate = ReplayGate(failing: [.otherPlan], requiresAttributes: true)
        #expect(gate.failures(of: denied).count == 2)
    }

    @Test("a limit counts hits by their weights, and is kept by as much as it says")
    func limits() async throws {
        var head = Self.base
        head.routes[0].target = "profile"
        let hits = [("/user/1", 30), ("/none", 70)].map { url, weight in
            ReplayHit(url: Array(url.utf8), weight: weight)
        }
        let report = try await Replay(from: Self.base, to: head).run(.hits(hits))
        #expect(report.changed.hits == 30 && report.total.hits == 100)
        for (text, isKept) in [
            ("0%", false), ("29.9%", false), ("30%", true), ("100%", true), ("29", false),
            ("30", true),
        ] {
            let limit = try #require(ReplayGate.Limit(text))
            #expect(ReplayGate(limit: limit).failures(of: report).isEmpty == isKept, "\(text)")
        }
    }

    @Test("hits that no route takes are no evidence")
    func evidence() async throws {
        let hits = ["/none", "/user/x", "%"].map { ReplayHit(url: Array($0.utf8)) }
        var head = Self.base
        head.routes[0].target = "profile"
        let nothing = try await Replay(from: Self.base, to: head).run(.hits(hits))
        #expect(nothing.total.hits == 3 && nothing.matched.hits == 0)
        #expect(ReplayGate().shortage(of: nothing) != nil)
        let one = try await Replay(from: Self.base, to: head)
            .run(.hits(hits + [ReplayHit(url: Array("/user/1".utf8))]))
        #expect(one.matched.hits == 1 && ReplayGate().shortage(of: one) == nil)
        #expect(ReplayGate(minimumHits: 2).shortage(of: one) != nil)
    }
}
