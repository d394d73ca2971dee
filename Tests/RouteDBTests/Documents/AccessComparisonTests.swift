import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Access that gets wider")
struct AccessComparisonTests {
    private static let namespace = NamespaceID(rawValue: 1)
    private static let route = RouteScope.route(RouteID(rawValue: 1))

    private func snapshot(
        _ rules: [AccessRule], _ access: RouteNamespace.Access = .open, group: String? = nil
    ) -> RegistrySnapshot {
        var snapshot = RegistrySnapshot.of(["/a", "/b"])
        snapshot.namespaces[0].access = access
        snapshot.routes[0].group = group
        snapshot.accessRules = rules
        return snapshot
    }

    private func rule(
        _ effect: AccessRule.Effect, _ subject: AccessRule.Subject = .anyone, id: Int64 = 1,
        in scope: RouteScope = Self.route, _ conditions: [AccessRule.Condition] = [],
        isShadow: Bool = false, until: Timestamp? = nil
    ) -> AccessRule {
        AccessRule(
            id: RuleID(rawValue: id), scope: scope, effect: effect, subject: subject,
            conditions: conditions, isShadow: isShadow, until: until)
    }

    private func causes(
        _ before: RegistrySnapshot, _ after: RegistrySnapshot
    ) -> [RegistryPlan.Widening.Cause] {
        AccessComparison(from: before, to: after).widenings.map(\.cause)
    }

    @Test func `a deny that is removed, narrowed, shadow or shorter is lifted`() throws {
        let deny = rule(.deny, .authenticated)
        let condition = try AccessRule.Condition("query.a = 1")
        for after in [
            [], [rule(.deny, .role("r"), id: 2)], [rule(.deny, .authenticated, isShadow: true)],
            [rule(.deny, .authenticated, [condition])], [rule(.deny, .authenticated, until: 5)],
            [rule(.challenge("login"), .authenticated, id: 2)],
        ] {
            #expect(causes(snapshot([deny]), snapshot(after)) == [.lifted(deny)], "\(after)")
        }
        for after in [
            [rule(.deny, .anyone, id: 2)], [rule(.deny, .authenticated, id: 9)],
            [rule(.deny, id: 3, in: .namespace(Self.namespace))],
            [deny, rule(.allow, id: 2)],
        ] {
            #expect(causes(snapshot([deny]), snapshot(after)).isEmpty, "\(after)")
        }
    }

    @Test func `what only allow rules closed is open without them, and wider with others`() {
        let staff = rule(.allow, .role("staff"))
        let admin = rule(.allow, .role("admin"), id: 2)
        #expect(causes(snapshot([staff]), snapshot([])) == [.opened])
        #expect(
            causes(snapshot([staff]), snapshot([rule(.allow, .role("staff"), until: 5)])) == [
                .opened
            ])
        #expect(causes(snapshot([staff]), snapshot([staff, admin])) == [.granted(admin)])
        #expect(causes(snapshot([staff]), snapshot([admin])) == [.granted(admin)])
        #expect(causes(snapshot([staff, admin]), snapshot([admin])).isEmpty)
        // The first allow rule of an open place closes it.
        #expect(causes(snapshot([]), snapshot([staff])).isEmpty)
        #expect(causes(snapshot([], .closed), snapshot([staff], .closed)) == [.granted(staff)])
    }

    @Test func `a namespace that is opened is wider, and one that is closed is not`() {
        let opened = AccessComparison(from: snapshot([], .closed), to: snapshot([], .open))
        #expect(
            opened.widenings == [
                RegistryPlan.Widening(scope: .namespace(Self.namespace), cause: .opened)
            ])
        #expect(causes(snapshot([], .open), snapshot([], .closed)).isEmpty)
    }

    @Test func `a route that leaves the group of a rule is wider, and says so once`() {
        let deny = rule(.deny, in: .group(Self.namespace, "g"))
        let moved = AccessComparison(
            from: snapshot([deny], group: "g"), to: snapshot([deny], group: "h"))
        #expect(moved.widenings == [RegistryPlan.Widening(scope: Self.route, cause: .lifted(deny))])
        let removed = AccessComparison(
            from: snapshot([deny], group: "g"), to: snapshot([], group: "g"))
        #expect(
            removed.widenings == [
                RegistryPlan.Widening(scope: .group(Self.namespace, "g"), cause: .lifted(deny))
            ])
    }

    @Test func `where nothing is said to be wider, no refused request passes`() {
        var counts = (compared: 0, refused: 0)
        for seed in 0..<UInt64(FuzzBudget.tries(3_000, byDefault: 600)) {
            var generator = AccessRuleGenerator(seed: seed)
            let before = generator.registry()
            var after = before
            let other = generator.registry()
            for _ in 0..<1 + generator.random.below(3) {
                switch generator.random.below(6) {
                case 0 where !after.accessRules.isEmpty:
                    after.accessRules.remove(at: generator.random.below(after.accessRules.count))
                case 1:
                    for rule in other.accessRules.prefix(1 + generator.random.below(2)) {
                        after.accessRules.append(
                            AccessRule(
                                id: RuleID(rawValue: 100 + rule.id.rawValue), scope: rule.scope,
                                effect: rule.effect, subject: rule.subject,
                                conditions: rule.conditions, isShadow: rule.isShadow,
                                until: rule.until))
                    }
                case 2 where !after.accessRules.isEmpty:
                    let index = generator.random.below(after.accessRules.count)
                    after.accessRules[index].conditions = []
                case 3 where !after.accessRules.isEmpty:
                    let index = generator.random.below(after.accessRules.count)
                    after.accessRules[index].subject = .anyone
                case 4 where !after.accessRules.isEmpty:
                    let index = generator.random.below(after.accessRules.count)
                    after.accessRules[index].until = Timestamp(
                        microseconds: Int64(generator.random.below(10)))
                case 5: after.namespaces = other.namespaces
                default: after.routes = other.routes
                }
            }
            guard AccessComparison(from: before, to: after).widenings.isEmpty else { continue }
            counts.compared += 1
            let tables = (RoutingTable(before), RoutingTable(after))
            for _ in 0..<40 {
                let request = generator.request()
                let outcome = tables.0.resolve(request).outcome
                guard outcome == .denied || outcome == .challenged else { continue }
                counts.refused += 1
                #expect(tables.1.resolve(request).outcome != .matched, "seed \(seed): \(request)")
            }
        }
        #expect(counts.compared > 50 && counts.refused > 100)
    }
}
