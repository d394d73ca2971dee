import RouteDBTestSupport
import Testing

@testable import RouteDBInsight
@testable import RouteDBRouting

/// What each code is about.
@Suite struct LintTests {
    private static let home = RouteNamespace(
        id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)

    private func snapshot(
        _ patterns: String..., kinds: [String?] = [], namespace: RouteNamespace = home
    ) throws -> RegistrySnapshot {
        let routes = try patterns.enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                kind: index < kinds.count ? kinds[index] : nil, pattern: try RoutePattern(text),
                target: "t")
        }
        return RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
    }

    /// The codes and routes of the findings, but for crossing pairs.
    private func found(_ snapshot: RegistrySnapshot, at time: Timestamp = 0) -> [String] {
        snapshot.lint(at: time).findings.filter { $0.code != .crossing }.map { finding in
            ([finding.code.rawValue] + finding.routes.map { "#\($0.rawValue)" })
                .joined(separator: " ")
        }
    }

    @Test(
        "a route is unreachable if others together match all of its URLs",
        arguments: [
            ["/f/{a:bool}", "/f/true", "/f/false", "/f/1", "/f/0"],
            ["/n/{a:int(1..9)}?q", "/n/{b:int(..4)}?q", "/n/{c:int(5..)}?q"],
            ["/e/{a:enum(x,y)}", "/e/x", "/e/{b:enum(y,z)}?!never", "/e/y"],
        ])
    func union(patterns: [String]) throws {
        var snapshot = try snapshot()
        snapshot.routes = try patterns.enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: NamespaceID(rawValue: 1),
                pattern: try RoutePattern(text), target: "t", priority: index == 0 ? -1 : 0)
        }
        let first = try #require(snapshot.lint(at: 0).findings.first)
        #expect(first.code == .unreachable && first.routes == [RouteID(rawValue: 1)])
        #expect(first.severity == .error && first.witness?.routes.last == first.routes[0])
        snapshot.routes.removeLast()
        #expect(!found(snapshot).contains("unreachable #1"))
    }

    @Test("other kinds, converters in code and query conditions shadow nothing")
    func kept() throws {
        #expect(try found(snapshot("/a/{x}", "/a/{y}", kinds: ["view", "handler"])) == [])
        #expect(try found(snapshot("/a/{x}", "/a/{y}", kinds: ["view", nil])) == [])
        #expect(try found(snapshot("/a/{x}", "/a/{y}", kinds: [nil, "view"])) == [])
        #expect(try found(snapshot("/a/{x}?q", "/a/{y}")) == [])
        var coded = try snapshot("/a/{x}", "/a/{y:int}")
        coded.routes[0].pattern = try PatternSyntax.native.parse("/a/{x:@c}", converters: ["c"])
        coded.converters = [
            ParameterConverter(namespace: NamespaceID(rawValue: 1), name: "c", rule: .code)
        ]
        #expect(found(coded) == ["ambiguous #1 #2"])
    }

    @Test("equal patterns are duplicates, whatever their names, and lists whatever their order")
    func duplicates() throws {
        #expect(
            try found(snapshot("/a/{x:enum(p,q)}(/z)", "/a/{y:enum(q,p)}(/z)", "/a/{x:enum(p,q)}"))
                == ["duplicate #2 #1", "unreachable #3"])
    }

    @Test("a pair is ambiguous if only its order decides")
    func ambiguous() throws {
        #expect(
            try found(snapshot("/s/{x}-{y}", "/s/{z}b", "/s/{n:int}", "/s/{h:hex}", "/s/{t}"))
                == ["ambiguous #1 #2", "ambiguous #3 #4"])
        var namespace = Self.home
        namespace.overrides = [.choice: "first"]
        let report = try snapshot("/s/{x}", "/s/{y:int}", "/{z}/a", namespace: namespace).lint(
            at: 0)
        #expect(report.findings.map(\.code) == [.unreachable, .ambiguous])
        #expect(report.findings.last?.severity == .note)
    }

    @Test("names on one path that differ in case or by a letter are found")
    func names() throws {
        let report = try snapshot(
            "/u/{userId}", "/u/{userId}/a", "/u/{userid}/b", "/u/{userIdd}/c", "/u/{other}/d",
            "/p/{page1}/{page2}"
        ).lint(at: 0)
        let findings = report.findings.filter { $0.code == .parameterNames }
        #expect(findings.map(\.names) == [["userid", "userId"], ["userIdd", "userId"]])
        #expect(findings[0].fixes == ["routedb set '#3' 'pattern=/u/{userId}/b'"])
        #expect(findings[0].witness?.url == "/u/x1/b")
    }

    @Test("rules that never apply are found, with the reason")
    func rules() throws {
        var snapshot = try snapshot("/u/{id:int}")
        let route = RouteScope.route(RouteID(rawValue: 1))
        func rule(
            _ id: Int64, _ conditions: [String], scope: RouteScope = route, until: Timestamp? = nil
        ) throws -> AccessRule {
            AccessRule(
                id: RuleID(rawValue: id), scope: scope, effect: .allow, subject: .anyone,
                conditions: try conditions.map { try AccessRule.Condition($0) }, until: until)
        }
        snapshot.accessRules = [
            try rule(1, [], until: 10),
            try rule(2, ["time period ..2020-01-01"]),
            try rule(3, [], scope: .group(NamespaceID(rawValue: 1), "none")),
            try rule(4, ["context.version range 1..2", "context.version range 3..4"]),
            try rule(5, ["param.name = x"]), try rule(6, ["param.id = x"]),
            try rule(7, ["context.a in x,y", "context.a prefix x"]), try rule(8, [], until: 30),
        ]
        let time = try #require(Timestamp("2021-01-01"))
        let found = snapshot.lint(at: time).findings.map {
            "\($0.code.rawValue) \($0.rule?.rawValue ?? 0)"
        }
        #expect(
            found == [
                "rule-contradiction 4", "rule-parameter 5", "rule-parameter 6", "rule-expired 1",
                "rule-expired 2", "rule-expired 8", "rule-without-routes 3",
            ])
        #expect(snapshot.lint(at: 20, options: LintOptions(codes: [.ruleExpired])).total == 1)
    }

    @Test("default values, requirements, fallbacks and converters that do nothing are found")
    func others() throws {
        var snapshot = try snapshot("/u/{id:uuid}(/{tab})", "/v")
        snapshot.routes[0].requirements = [
            RouteRequirement("id", .int), RouteRequirement("tab", .int),
        ]
        snapshot.routes[1].isEnabled = false
        snapshot.namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: 2), name: "n", fallback: NamespaceID(rawValue: 3)))
        snapshot.namespaces.append(RouteNamespace(id: NamespaceID(rawValue: 3), name: "m"))
        snapshot.defaults = [
            .route(RouteID(rawValue: 1)): ["id": "x", "tab": 1],
            .route(RouteID(rawValue: 2)): ["a": 1],
            .namespace(NamespaceID(rawValue: 1)): ["tab": 2],
        ]
        snapshot.converters = [
            ParameterConverter(namespace: NamespaceID(rawValue: 1), name: "c", rule: .any)
        ]
        let codes = snapshot.lint(at: 0).findings.map(\.code)
        #expect(
            codes == [
                .requirement, .defaultUnused, .defaultUnused, .defaultUnused, .fallbackEmpty,
                .converterUnused, .disabled,
            ])
        snapshot.namespaces[2].fallback = NamespaceID(rawValue: 2)
        #expect(snapshot.lint(at: 0).findings.count { $0.code == .fallbackLoop } == 2)
    }

    @Test("a route that the bindings make unreachable is found")
    func unbound() throws {
        var snapshot = try snapshot("app://x/a", "web://x/a")
        snapshot.namespaces.append(
            RouteNamespace(id: NamespaceID(rawValue: 2), name: "apps", schemes: ["app"]))
        #expect(found(snapshot) == ["unbound #1"])
        snapshot.namespaces[1].fallback = NamespaceID(rawValue: 1)
        #expect(found(snapshot) == [])
    }

    @Test(
        "a pattern of a dialect reports the differences that affect it",
        arguments: [
            ("jlroutes", "/a(/b)/", ["D8"]), ("jlroutes", "/a/", ["D6"]),
            ("urlnavigator", "App://a/<path:p>/<int:n>", ["D2", "D3", "D7"]),
            ("ikrouter", "app://a/:b", ["D9"]), ("ikrouter", "app://a", ["D12"]),
            ("aroute", "{a}-{b|number}", ["D3", "D5"]), ("aroute", "é", ["D10"]),
        ])
    func dialects(profile: String, text: String, differences: [String]) throws {
        var namespace = Self.home
        namespace.profile = try #require(NamespaceProfile(rawValue: profile))
        let pattern = try PatternSyntax(namespace).parse(text)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id, pattern: pattern,
            dialectText: text, target: "t")
        let snapshot = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route])
        let finding = try #require(snapshot.lint(at: 0).findings.first)
        #expect(finding.code == .dialect && finding.names == differences)
    }

    @Test("suppressed findings are counted, and unused suppressions are found")
    func suppressions() throws {
        var snapshot = try snapshot("/a/{x}", "/a/{y}", "/b/{n:int}", "/b/{h:hex}")
        snapshot.suppressions = [
            LintSuppression(id: 1, code: .duplicate, route: RouteID(rawValue: 2), reason: "r"),
            LintSuppression(
                id: 2, code: .ambiguous, route: RouteID(rawValue: 4), other: RouteID(rawValue: 3),
                reason: "r"),
            LintSuppression(id: 3, code: .ambiguous, route: RouteID(rawValue: 1), reason: "r"),
        ]
        let report = snapshot.lint(at: 0)
        #expect(report.suppressed.map(\.suppression.id) == [1, 2])
        #expect(report.findings.map(\.code) == [.suppressionUnused])
        #expect(!report.has(.warning) && report.has(.note))
        // Of what was not looked for, nothing is known.
        #expect(
            snapshot.lint(at: 0, options: LintOptions(codes: [.duplicate, .suppressionUnused]))
                .total == 0)
    }

    @Test("findings beyond the limit are counted")
    func limit() throws {
        let snapshot = try snapshot("/a/{x:int}", "/a/{y:hex}", "/a/{z:slug}")
        let report = snapshot.lint(at: 0, options: LintOptions(limit: 1))
        #expect(report.findings.count == 1 && report.total == 3)
        let all = snapshot.lint(at: 0, options: LintOptions(limit: 3))
        #expect(all.findings.count == 3 && all.total == 3)
    }

    /// Routes of patterns and priorities that are given by their numbers, from 1.
    private func many(
        _ count: Int, _ pattern: (Int) -> String, kind: (Int) -> String? = { _ in nil }
    ) throws -> RegistrySnapshot {
        var snapshot = try snapshot()
        snapshot.routes = try (1...count).map { number in
            Route(
                id: RouteID(rawValue: Int64(number)), namespace: Self.home.id, kind: kind(number),
                pattern: try RoutePattern(pattern(number)), target: "t")
        }
        return snapshot
    }

    @Test("each of many equal patterns is found, and each of many equal kinds")
    func manyDuplicates() throws {
        let equal = try many(200) { _ in "/a/{x}" }.lint(at: 0)
        #expect(equal.counts.map(\.found) == [199] && equal.findings.count == 199)
        #expect(!equal.isBounded)
        let last = try #require(equal.findings.last)
        #expect(last.routes.map(\.rawValue) == [200, 1])
        #expect(last.witness?.routes.map(\.rawValue) == [1, 200])
        let kinds = try many(120, { _ in "/a" }, kind: { $0 % 2 == 0 ? "GET" : "post" })
        let found = kinds.lint(at: 0)
        #expect(found.findings.count == 118)
        #expect(Set(found.findings.map(\.routes[1].rawValue)) == [1, 2])
    }

    @Test("all pairs of many routes that share one path are found")
    func manyPairs() throws {
        let report = try many(60) { "/a(/x\($0))" }
            .lint(at: 0, options: LintOptions(limit: .max))
        let pairs = report.findings.filter { $0.code == .ambiguous }
        #expect(pairs.count == 60 * 59 / 2)
        #expect(!report.isBounded)
    }

    @Test("similar names are found among many names at one place")
    func manyNames() throws {
        let report = try many(300) {
            "/p/{\($0 == 300 ? "parameter\(Self.word(5))x" : "parameter\(Self.word($0))")}/x\($0)"
        }
        .lint(at: 0, options: LintOptions(codes: [.parameterNames], limit: .max))
        #expect(report.findings.contains { $0.routes.first?.rawValue == 300 })
    }

    /// A word of three letters for a number.
    private static func word(_ number: Int) -> String {
        let letters = Array("abcdefgh")
        return String(
            [letters[number / 64], letters[number / 8 % 8], letters[number % 8]].flatMap {
                [$0, $0]
            })
    }

    @Test("a copy of an unreachable route is its duplicate")
    func copies() throws {
        #expect(try found(snapshot("/a(/b)", "/a", "/a")) == ["duplicate #3 #2", "unreachable #2"])
    }

    @Test("a route is covered only by routes that take every request that it takes")
    func coveringKinds() throws {
        func found(_ first: String?, _ second: String?) throws -> [String] {
            var snapshot = try snapshot("/a/{x}", "/a/{y}", kinds: [first, second])
            snapshot.routes[0].priority = 1
            return self.found(snapshot)
        }
        #expect(try found(nil, "view") == ["unreachable #2"])
        #expect(try found("view", nil) == [])
        #expect(try found("GET", "HEAD") == ["unreachable #2"])
        #expect(try found("HEAD", "GET") == [])
        #expect(try found("GET", "POST") == [])
    }

    @Test("a kind that no request of a history has is found, if there are requests")
    func unusedKinds() throws {
        let snapshot = try snapshot(
            "/a", "/b", "/c", "/d", "/e", kinds: ["GET", "GTE", "get", nil, "GTE"])
        func found(_ kinds: Set<String>) -> [LintFinding] {
            var options = LintOptions(codes: [.kindUnused, .suppressionUnused])
            options.requestKinds = kinds
            return snapshot.lint(at: 0, options: options).findings
        }
        let missing = found(["HEAD", "POST"])
        #expect(missing.map(\.names) == [["GTE"]])
        #expect(missing.first?.routes.map(\.rawValue) == [2])
        #expect(
            missing.first?.message
                == "No request of the history has the kind 'GTE', which #2 /b and 1 other take.")
        #expect(
            found(["GTE"]).map(\.message) == [
                "No request of the history has the kind 'GET', which #1 /a and 1 other take."
            ])
        #expect(found([]).isEmpty)
    }

    @Test("kinds that are HTTP methods are compared without regard to case")
    func methods() throws {
        #expect(
            try found(snapshot("/a/{x}", "/a/{y}", kinds: ["GET", "get"])) == ["duplicate #2 #1"])
        #expect(try found(snapshot("/a/{x}", "/a/{y}", kinds: ["View", "view"])) == [])
        let table = RoutingTable(try snapshot("/a", "/a", kinds: ["post", "Get"]))
        #expect(table.resolve(ResolutionRequest("/a", kind: "GET")).route?.id.rawValue == 2)
        #expect(table.resolve(ResolutionRequest("/a", kind: "POST")).route?.id.rawValue == 1)
        #expect(table.resolve(ResolutionRequest("/a", kind: "PUT")).route == nil)
    }
}
