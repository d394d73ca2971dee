import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The reach of a caller, checked with what requests by the same caller are answered.
@Suite struct CallerReachTests {
    @Test("no request is answered otherwise than the reach of its caller says", arguments: 1...40)
    func oracle(seed: Int) throws {
        var generator = AccessRuleGenerator(seed: UInt64(seed))
        var decided = 0
        for _ in 0..<20 {
            let snapshot = generator.registry()
            let table = RoutingTable(snapshot)
            for _ in 0..<20 {
                let request = generator.request()
                let resolution = table.resolve(request)
                guard let route = resolution.foundRoute else { continue }
                let part = try part(of: route, in: CallerReach(request, in: snapshot))
                guard let answer = part.answer.sure else {
                    // An answer is left open by a condition only.
                    #expect(part.rules.contains { !$0.conditions.isEmpty }, "\(request)")
                    continue
                }
                decided += 1
                #expect(answer == resolution.outcome, "seed \(seed): \(request), \(part)")
                if resolution.access.reason != .rules { #expect(part.reason != .rules) }
            }
        }
        #expect(decided > 50)
    }

    /// Returns the part that a route stands in, which is one.
    private func part(of route: Route, in reach: CallerReach) throws -> CallerReach.Part {
        let parts = reach.parts.filter { $0.routes.contains { $0.id == route.id } }
        #expect(parts.count == 1)
        return try #require(parts.first)
    }

    @Test("a condition on the URL leaves the answer to the request")
    func open() throws {
        let snapshot = try ReachScene.snapshot([
            try ReachScene.rule(1, .allow, .role("staff"), ["param.id range 1..9"]),
            try ReachScene.rule(2, .deny, .principal("mallory")),
        ])
        func answer(_ id: String, _ roles: [String]) -> CallerReach.Answer? {
            var request = ResolutionRequest("")
            request.principal = RequestPrincipal(id, roles: roles)
            request.time = 0
            return CallerReach(request, in: snapshot).parts.first?.answer
        }
        #expect(answer("ada", ["staff"]) == .depends)
        #expect(answer("ada", []) == .refused)
        #expect(answer("mallory", ["staff"]) == .refused)
    }

    @Test("a namespace narrows the routes, and disabled ones are not counted")
    func narrowed() throws {
        let snapshot = try ReachScene.snapshot([])
        let all = CallerReach(ResolutionRequest(""), in: snapshot)
        #expect(all.count(.allowed) == 1 && all.parts.map(\.reason) == [.open])
        let other = CallerReach(
            ResolutionRequest(""), in: snapshot, of: NamespaceID(rawValue: 9))
        #expect(other.parts.isEmpty)
    }
}

extension CallerReach.Answer {
    /// The outcome of every request with the answer; `nil` if it depends on the request.
    fileprivate var sure: Resolution.Outcome? {
        switch self {
        case .refused: .denied
        case .challenged: .challenged
        case .allowed: .matched
        case .depends: nil
        }
    }
}

/// A registry with a route that rules cover.
enum ReachScene {
    static let route = RouteID(rawValue: 1)

    static func rule(
        _ id: Int64, _ effect: AccessRule.Effect, _ subject: AccessRule.Subject,
        _ conditions: [String] = [], isShadow: Bool = false, until: Timestamp? = nil
    ) throws -> AccessRule {
        AccessRule(
            id: RuleID(rawValue: id), scope: .route(route), effect: effect, subject: subject,
            conditions: try conditions.map { try AccessRule.Condition($0) }, isShadow: isShadow,
            until: until)
    }

    static func snapshot(
        _ rules: [AccessRule], access: RouteNamespace.Access = .open
    ) throws -> RegistrySnapshot {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, access: access)
        let routes = [(Int64(1), true), (2, false)].map { id, isEnabled in
            Route(
                id: RouteID(rawValue: id), namespace: namespace.id, name: "r\(id)",
                pattern: try? RoutePattern("/r\(id)/{id:int}"), target: "t", isEnabled: isEnabled)
        }
        return RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: routes, accessRules: rules)
    }
}
