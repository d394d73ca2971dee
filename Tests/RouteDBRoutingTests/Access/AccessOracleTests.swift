import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The compiled rules against ``ReferenceAccess``, over random rules and requests.
@Suite struct AccessOracleFuzzTests {
    @Test(
        "compiled rules decide like the naive ones", arguments: 1...4 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) {
        var reasons: [String: Int] = [:]
        let tries = FuzzBudget.tries(1_000, byDefault: 200)
        let difference = firstDifference(
            seed: seed, registries: tries, mistake: nil, reasons: &reasons)
        #expect(difference == nil)
        // A canary: every way to decide comes up often.
        for reason in [
            "allow open", "allow rules", "deny rules", "deny not-allowed", "deny closed",
            "challenge rules",
        ] {
            #expect(reasons[reason, default: 0] > tries / 2, "\(reason)")
        }
    }

    @Test("a planted mistake is found", arguments: ReferenceAccess.Mistake.allCases)
    func canary(mistake: ReferenceAccess.Mistake) {
        var reasons: [String: Int] = [:]
        let difference = firstDifference(
            seed: 1, registries: 300, mistake: mistake, reasons: &reasons)
        #expect(difference != nil)
    }

    private func firstDifference(
        seed: UInt64, registries: Int, mistake: ReferenceAccess.Mistake?,
        reasons: inout [String: Int]
    ) -> String? {
        var generator = AccessRuleGenerator(seed: seed)
        for number in 0..<registries {
            let registry = generator.registry()
            let table = RoutingTable(registry)
            let reference = ReferenceAccess(registry, mistake: mistake)
            for _ in 0..<16 {
                let request = generator.request()
                let resolution = table.resolve(request)
                guard let route = resolution.foundRoute else { return "no route: \(request)" }
                let expected = reference.answer(request, to: route, resolution.parameters)
                let found = ReferenceAccess.Answer(resolution.access)
                reasons["\(found.verdict) \(found.reason.rawValue)", default: 0] += 1
                let outcome: Resolution.Outcome =
                    switch expected.verdict {
                    case .allow: .matched
                    case .deny: .denied
                    case .challenge: .challenged
                    }
                guard found == expected, resolution.outcome == outcome else {
                    return """
                        seed \(seed), registry \(number): \(request)
                        expected \(expected)
                        found    \(found), \(resolution.outcome)
                        rules    \(registry.accessRules)
                        """
                }
            }
        }
        return nil
    }
}
