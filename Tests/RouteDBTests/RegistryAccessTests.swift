import Foundation
import RouteDB
import RouteDBInsight
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Access rules of a registry")
struct RegistryAccessTests {
    private static func rule(
        _ effect: AccessRule.Effect = .deny, _ condition: String? = nil, until: Timestamp? = nil
    ) throws -> RuleDraft {
        RuleDraft(
            effect, in: .route("/a"),
            conditions: try condition.map { [try AccessRule.Condition($0)] } ?? [],
            until: until)
    }

    @Test("a rule is in effect when its edit returns, and not after its removal")
    func ownEdits() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.add("/b", target: "b")
            let id = try await registry.edit { try $0.addRule(try Self.rule()).item }.value
            #expect(registry.resolve("/a").outcome == .denied)
            #expect(registry.resolve("/b").outcome == .matched)
            #expect(registry.resolve("/a").access.rules == [id])
            // An edit of a route alone, after which the table shares what did not change.
            try await registry.edit { try $0.rename("/a", to: "x") }
            #expect(registry.resolve("/a").outcome == .denied)
            try await registry.edit { try $0.removeRule(id) }
            #expect(registry.resolve("/a").outcome == .matched)
        }
    }

    @Test("a recreated route does not inherit the rules of the old one")
    func removedRoute() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.edit { try $0.addRule(try Self.rule()) }
            try await registry.edit { _ = try $0.remove("/a") }
            try await registry.add("/a", target: "a")
            #expect(registry.resolve("/a").outcome == .matched)
            #expect(try await registry.snapshot().accessRules.isEmpty)
        }
    }

    @Test("another connection's rules are in effect after a refresh")
    func othersEdits() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/a", target: "a")
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.writing))
            try await other.edit { try $0.addRule(try Self.rule()) }
            try await registry.refresh()
            #expect(registry.resolve("/a").outcome == .denied)
            try await other.edit { editor in
                try editor.updateNamespace("default") { $0.access = .closed }
                try editor.removeRule(RuleID(rawValue: 1))
            }
            try await registry.refresh()
            #expect(registry.resolve("/a").access.reason == .closed)
        }
    }

    @Test("a request without a time uses the clock if a rule depends on it")
    func clock() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            #expect(registry.resolve("/a").request.time == nil)
            let past = RegistryOptions.testTime - .microseconds(1)
            try await registry.edit { try $0.addRule(try Self.rule(until: past)) }
            let resolution = registry.resolve("/a")
            #expect(resolution.outcome == .matched)
            #expect(resolution.request.time == RegistryOptions.testTime)
            var request = ResolutionRequest("/a")
            request.time = past - .microseconds(1)
            #expect(registry.resolve(request).outcome == .denied)
            var reader = registry.makeReader()
            #expect(reader.resolve(ResolutionRequest("/a")).outcome == .matched)
            #expect(reader.resolve(request).outcome == .denied)
            let next = registry.resolve(ResolutionRequest("/a"), after: resolution)
            #expect(next.request.time == RegistryOptions.testTime)
        }
    }

    @Test(
        "the zones that rules name are read from the system",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
    func zones() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            let rule = try Self.rule(.allow, "time window 01:00-02:00 Europe/Berlin")
            try await registry.edit { try $0.addRule(rule) }
            // The clock says midnight in UTC, which is one o'clock in Berlin in winter.
            #expect(registry.resolve("/a").outcome == .matched)
            var request = ResolutionRequest("/a")
            request.time = RegistryOptions.testTime + .seconds(3_600)
            #expect(registry.resolve(request).outcome == .denied)
            #expect(try await registry.snapshot().zones.keys.sorted() == ["Europe/Berlin"])
            #expect(registry.health.missingZones.isEmpty)
        }
    }

    @Test("the health lists the zones that the system does not know")
    func missingZones() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/a", target: "a")
            let rule = try Self.rule(.deny, "time window 01:00-02:00 +01:00")
            try await registry.edit { try $0.addRule(rule) }
            #expect(registry.health.missingZones.isEmpty)
            try SQLiteFile.execute(
                "UPDATE access_rule SET conditions = '[\"time window 01:00-02:00 No/Where\"]'",
                path: directory.path("routes.db"))
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.reading))
            #expect(other.health.missingZones == ["No/Where"])
        }
    }

    @Test("a trial reports what rules would flip, and which rules, and writes nothing")
    func trial() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.edit { try $0.addRule(try Self.rule(.deny, "query.x = 1")) }
            let snapshot = try await registry.snapshot()
            let drafts = [
                try Self.rule(.deny, "query.x = 1"),
                RuleDraft(.allow, in: .namespace("default"), for: .role("r")),
                RuleDraft(.challenge("t"), in: .route("/a"), for: .role("c")),
                RuleDraft(.deny, in: .route("/a"), for: .role("s"), isShadow: true),
            ]
            let trial = try AccessTrial(of: drafts, in: snapshot)
            #expect(trial.rules.map(\.id.rawValue) == [2, 3, 4])
            let rules = { (url: String, role: String) -> [Int64]? in
                var request = ResolutionRequest(url)
                request.principal = RequestPrincipal("p", roles: [role])
                return trial.change(of: request)?.rules.map(\.rawValue)
            }
            #expect(rules("/a?x=0", "other") == [2])
            #expect(rules("/a?x=0", "c") == [3])
            #expect(rules("/a?x=0", "r") == nil)
            #expect(rules("/a?x=1", "r") == nil)
            #expect(rules("/none", "other") == nil)
            #expect(registry.table.revision == snapshot.revision)
            let unknown = RuleDraft(
                .deny, in: .route("/a"), conditions: [try AccessRule.Condition("param.id = 1")])
            let error = #expect(throws: RouteDBError.self) {
                try AccessTrial(of: [unknown], in: snapshot)
            }
            #expect(error?.code == .invalidRule)
        }
    }

    @Test("each default value has its origin")
    func origins() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.add(
                    RouteDraft(pattern: "/a", target: "a", group: "g", defaults: ["r": 1, "q": 1]))
                for key in ["n", "g", "r", "q"] {
                    try editor.setDefault(key, to: 0, in: .namespace("default"))
                }
                for key in ["g", "r", "q"] {
                    try editor.setDefault(
                        key, to: 0, in: .group(namespace: "default", group: "g"))
                }
            }
            let request = ResolutionRequest("/a", defaults: ["q": 2, "own": 2])
            let origins = registry.resolve(request).defaultOrigins.map { "\($0.key) \($0.origin)" }
            #expect(
                origins.sorted() == [
                    "g group", "n namespace", "own request", "q request", "r route",
                ])
            let unmatched = registry.resolve(ResolutionRequest("/none", defaults: ["q": 2]))
            #expect(unmatched.defaultOrigins.map(\.origin) == [.request])
        }
    }
}
