import RouteDBDatabase
import RouteDBTestSupport
import Testing

@testable import RouteDBRouting
@testable import RouteDBStorage

/// The checks of edits ask the database, and decide what they would decide after reading all.
@Suite("Checks by questions")
struct CheckingByQuestionsTests {
    /// How often each check accepted and refused.
    private struct Tally {
        var accepted = 0
        var refused = 0

        mutating func count(_ text: String) { text.isEmpty ? (accepted += 1) : (refused += 1) }
    }

    @Test("on random registries, each edit is refused as by reading all, or accepted")
    func oracle() throws {
        var tallies: [String: Tally] = [:]
        for seed in 0..<UInt64(6 * FuzzBudget.rounds) {
            var generator = EditGenerator(seed: seed &+ 4_000)
            let fixture = try RegistryFixture()
            for _ in 0..<40 {
                for _ in 0..<3 {
                    let edit = generator.edit()
                    do { try fixture.edit(edit.apply) } catch is RouteDBError { continue }
                }
                let reference = ChecksByReading(snapshot: try fixture.store.snapshot())
                for _ in 0..<4 {
                    try compare(fixture, reference, &generator, &tallies)
                }
            }
        }
        // Canaries: each check does both often.
        for (name, tally) in tallies {
            #expect(tally.accepted > 5 && tally.refused > 5, "\(name): \(tally)")
        }
        #expect(tallies.count == 6)
    }

    /// Tries an edit of each kind, and compares what comes of it with what the reference says.
    private func compare(
        _ fixture: RegistryFixture, _ reference: ChecksByReading, _ generator: inout EditGenerator,
        _ tallies: inout [String: Tally]
    ) throws {
        let (rule, app) = (generator.ruleDraft(), generator.app())
        let namespace = generator.random.pick(reference.snapshot.namespaces)
        let converter = generator.random.pick(["k", "l"])
        let route = generator.reference()
        let suppression = SuppressionDraft(
            generator.random.pick([.ambiguous, .duplicate]),
            route: generator.random.oneIn(2) ? generator.reference() : nil,
            other: generator.random.oneIn(2) ? generator.reference() : nil,
            name: generator.random.oneIn(2) ? generator.random.pick(["a", "b"]) : nil, reason: "r")
        let text = generator.random.pick(["a", "b", "c", "#1", "2", "#9", "7"])
        _ = try fixture.store.write(.test(), dryRun: true) { editor in
            try compareRule(rule, editor, reference, &tallies["rule", default: Tally()])
            try compareApp(app, namespace, editor, reference, &tallies["app", default: Tally()])
            try compareUse(
                converter, namespace, editor, reference, &tallies["converter", default: Tally()])
            try compareRoute(route, editor, reference, &tallies["route", default: Tally()])
            try compareSuppression(
                suppression, editor, reference, &tallies["suppression", default: Tally()])
            let removal = try complaint { try editor.removeCase(text) }
            tallies["case", default: Tally()].count(removal)
            let wanted = try complaint {
                if text.hasPrefix("#"), let id = Int64(text.dropFirst()) {
                    guard reference.snapshot.cases.contains(where: { $0.id.rawValue == id }) else {
                        throw RouteDBError(
                            noCase: CaseID(rawValue: id),
                            hint: try editor.live.cases.past(id: id))
                    }
                    return
                }
                _ = try reference.snapshot.cases.referred(by: text)
            }
            #expect(removal == wanted)
        }
    }

    private func compareRule(
        _ draft: RuleDraft, _ editor: RegistryEditor, _ reference: ChecksByReading,
        _ tally: inout Tally
    ) throws {
        guard let scope = try? editor.scope(of: draft.place) else { return }
        let rule = draft.rule(RuleID(rawValue: 0), in: scope)
        let routes = reference.snapshot.routes
        #expect(try editor.hasRoute(in: scope) == routes.contains(where: scope.covers))
        let twin = reference.twin(of: rule)
        let wanted = try complaint {
            if twin == nil { try reference.check(parametersOf: rule) }
        }
        let own = try complaint {
            let outcome = try editor.addRule(draft)
            if let twin { #expect(outcome == .unchanged(twin)) }
        }
        #expect(own == wanted)
        tally.count(own)
    }

    private func compareApp(
        _ app: LinkedApp, _ namespace: RouteNamespace, _ editor: RegistryEditor,
        _ reference: ChecksByReading, _ tally: inout Tally
    ) throws {
        let known = reference.snapshot.apps[namespace.id] ?? []
        let isKnown = known.contains(app)
        let wanted = try complaint {
            if !isKnown { try reference.check(choicesOf: app, in: namespace.name) }
        }
        let own = try complaint { try editor.addApp(app, in: namespace.name, replacing: true) }
        #expect(own == wanted)
        tally.count(own)
    }

    private func compareUse(
        _ converter: String, _ namespace: RouteNamespace, _ editor: RegistryEditor,
        _ reference: ChecksByReading, _ tally: inout Tally
    ) throws {
        guard reference.snapshot.converterRules(of: namespace.id)[converter] != nil else { return }
        let own = try complaint { try editor.removeConverter(converter, in: namespace.name) }
        #expect(own == reference.useError(of: converter, in: namespace)?.description ?? "")
        tally.count(own)
    }

    private func compareRoute(
        _ route: RouteReference, _ editor: RegistryEditor, _ reference: ChecksByReading,
        _ tally: inout Tally
    ) throws {
        do {
            let id = try editor.id(of: route)
            #expect(reference.snapshot.routes.contains { $0.id == id })
            tally.accepted += 1
        } catch {
            tally.refused += 1
            guard case .name(let name, let group) = route.key, error.code == .routeNotFound,
                !error.message.contains("it is the name of")
            else { return }
            #expect(error.hint == reference.hint(forName: name, group: group, in: route.namespace))
        }
    }

    private func compareSuppression(
        _ draft: SuppressionDraft, _ editor: RegistryEditor, _ reference: ChecksByReading,
        _ tally: inout Tally
    ) throws {
        do {
            let outcome = try editor.addSuppression(draft)
            let twin = reference.twin(of: outcome.item)
            switch outcome {
            case .added: #expect(twin == nil)
            case .replaced(let new): #expect(twin?.id == new.id && twin?.reason != new.reason)
            case .unchanged(let old): #expect(twin == old)
            case .skipped: Issue.record("\(draft) was skipped")
            }
            tally.accepted += 1
        } catch is RouteDBError {
            tally.refused += 1
        }
    }
}
