import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Taking back revisions of random registries")
struct RevertRoundTripTests {
    /// A random edit of a registry with few names, so that edits meet.
    private static func edit(_ editor: RegistryEditor, _ random: inout SeededGenerator) throws {
        let names = ["a", "b", "c", "d"]
        let namespace = random.pick(["default", "default", "web", "app"])
        let (name, other) = (random.pick(names), random.pick(names))
        let route = RouteReference("\(namespace):\(name)")
        let value = JSONValue.int(Int64(random.below(3)))
        switch random.below(14) {
        case 0, 1:
            try editor.add(
                RouteDraft(
                    pattern: "/\(other)" + (random.oneIn(4) ? "/{x:c}" : ""),
                    target: random.pick(names), name: name, namespace: namespace))
        case 2: try editor.remove(route)
        case 3: try editor.rename(route, to: other)
        case 4, 5:
            var draft = try editor.draft(of: route)
            switch random.below(4) {
            case 0: draft.target = other
            case 1: draft.labels[other] = random.oneIn(3) ? nil : name
            case 2: draft.pattern = "/\(other)"
            default: draft.namespace = random.pick(["default", "web"])
            }
            try editor.replace(route, with: draft)
        case 6: try editor.setDefault(other, to: value, in: .route(route))
        case 7: try editor.setDefault(other, to: value, in: .namespace(namespace))
        case 8: try editor.setConverter("c", rule: .allow([other]), in: namespace)
        case 9: try editor.removeConverter("c", in: namespace)
        case 10: try editor.addRule(RuleDraft(.deny, in: .route(route), for: .role(other)))
        case 11:
            try editor.addSuppression(SuppressionDraft(.ambiguous, route: route, reason: other))
        case 12:
            try editor.addNamespace(
                NamespaceDraft(name: namespace, schemes: [other], fallback: "default"))
        default:
            if random.oneIn(2) {
                try editor.removeNamespace(namespace, removingRoutes: random.oneIn(2))
            } else {
                try editor.updateNamespace(namespace) {
                    $0.fallback = random.oneIn(2) ? nil : random.pick(["default", "web", "app"])
                    $0.schemes = [other]
                }
            }
        }
    }

    /// Makes a revision of one to three random edits; those that break a rule have no effect.
    private static func revise(_ fixture: RegistryFixture, _ random: inout SeededGenerator) throws {
        try fixture.edit { editor in
            for _ in 0..<1 + random.below(3) {
                do { try edit(editor, &random) } catch is RouteDBError {}
            }
        }
    }

    /// Takes back revisions, and returns how many conflicts there were.
    private static func revert(
        _ revisions: ClosedRange<Int64>, _ fixture: RegistryFixture,
        choosing choose: @escaping (MergeConflict) -> MergeSide? = { _ in nil }
    ) throws -> Int {
        var conflicts = 0
        try fixture.edit { editor in
            try editor.merge(try editor.changes(undoing: revisions)) { conflict in
                conflicts += 1
                return conflict.canBeTaken ? choose(conflict) : nil
            }
        }
        return conflicts
    }

    private static func content(
        _ fixture: RegistryFixture, at revision: Int64? = nil
    ) throws -> RegistrySnapshot {
        var snapshot = try fixture.store.snapshot(at: revision)
        snapshot.revision = 0
        return snapshot
    }

    private static func history(
        _ random: inout SeededGenerator
    ) throws -> (fixture: RegistryFixture, latest: Int64) {
        let fixture = try RegistryFixture()
        for _ in 0..<4 + random.below(8) { try revise(fixture, &random) }
        return (fixture, try fixture.store.latestRevision())
    }

    @Test(
        "all later revisions taken back are a rollback, and taken back again they are there again")
    func rollback() throws {
        for seed in 0..<UInt64(FuzzBudget.tries(200, byDefault: 25)) {
            var random = SeededGenerator(seed: seed)
            let (fixture, latest) = try Self.history(&random)
            guard latest > 1 else { continue }
            let target = Int64(1 + random.below(Int(latest) - 1))
            let first = try Self.content(fixture)
            for base in [latest - 1, target] {
                let now = try fixture.store.latestRevision()
                let conflicts = try Self.revert(base + 1...latest, fixture)
                #expect(conflicts == 0, "seed \(seed), @\(base)")
                #expect(
                    try Self.content(fixture) == Self.content(fixture, at: base),
                    "seed \(seed), @\(base)")
                let made = try fixture.store.latestRevision()
                if made > now {
                    #expect(try Self.revert(made...made, fixture) == 0, "seed \(seed), @\(base)")
                }
                #expect(try Self.content(fixture) == first, "seed \(seed), @\(base)")
            }
            #expect(try fixture.store.check().isEmpty, "seed \(seed)")
        }
    }

    @Test("whichever side is chosen, the registry obeys its rules, and can be had back")
    func sides() throws {
        for seed in 1_000..<1_000 + UInt64(FuzzBudget.tries(400, byDefault: 50)) {
            var random = SeededGenerator(seed: seed)
            let (fixture, latest) = try Self.history(&random)
            guard latest > 1 else { continue }
            let first = Int64(2 + random.below(Int(latest) - 1))
            let last =
                random.oneIn(2) ? first : first + Int64(random.below(Int(latest - first) + 1))
            let before = try Self.content(fixture)
            let side = random.pick([MergeSide.keep, .take, nil])
            _ = try Self.revert(first...last, fixture) { _ in side }
            let findings = try fixture.store.check()
            #expect(findings.isEmpty, "seed \(seed), @\(first)..@\(last), \(findings)")
            let made = try fixture.store.latestRevision()
            if made > latest {
                #expect(try Self.revert(made...made, fixture) == 0, "seed \(seed)")
            }
            #expect(try Self.content(fixture) == before, "seed \(seed), @\(first)..@\(last)")
        }
    }
}
