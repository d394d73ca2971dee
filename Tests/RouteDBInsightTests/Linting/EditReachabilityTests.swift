import RouteDB
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDBInsight

/// An edit finds the routes that lose URLs by reading only what it affects.
@Suite("Reachability by questions")
struct EditReachabilityTests {
    private static func store() throws -> RegistryStore {
        try RegistryStore.inMemory(.test("init"))
    }

    @Test(
        "on random registries, an edit finds the losses that a comparison of all routes finds",
        arguments: 0..<8 as Range<UInt64>)
    func oracle(seed: UInt64) throws {
        var generator = EditGenerator(seed: seed &+ 700)
        let store = try Self.store()
        var found = 0
        for _ in 0..<60 * FuzzBudget.rounds {
            let edits = (0...generator.random.below(3)).map { _ in generator.edit() }
            _ = try store.write(.test()) { editor in
                let old = try editor.snapshot()
                for edit in edits { do { try edit.apply(to: editor) } catch is RouteDBError {} }
                found += try compare(old, editor, "seed \(seed): \(edits)")
            }
        }
        // A canary.
        #expect(found > 10)
    }

    /// Compares both ways to find losses, and returns the number of losses.
    private func compare(
        _ old: RegistrySnapshot, _ editor: RegistryEditor, _ context: String
    ) throws -> Int {
        let new = try editor.snapshot()
        let known = Dictionary(uniqueKeysWithValues: old.routes.map { ($0.id, $0) })
        let after = new.routes.filter { known[$0.id] != $0 }
        let before = after.compactMap { known[$0.id] }
        let isSame = old.namespaces == new.namespaces
        let asked = try ReachabilityChange(
            in: editor, from: isSame ? nil : old.namespaces, before, to: after)
        // Routes that were removed are no losses.
        var base = new
        base.namespaces = old.namespaces
        base.routes = new.routes.compactMap { route in
            known[route.id] == route ? route : known[route.id]
        }
        let read = ReachabilityChange(from: base, to: new)
        #expect(asked == read, "\(context)")
        return read.losses.count
    }

    @Test("what an edit reads does not depend on the routes that it does not affect")
    func cost() throws {
        let few = try LargeRegistry(routes: 1_000)
        let many = try LargeRegistry(routes: 20_000)
        let namespace = { (draft: NamespaceDraft) in
            { (editor: RegistryEditor) in
                let before = try editor.storedNamespaces()
                try editor.addNamespace(draft)
                return try ReachabilityChange(in: editor, from: before)
            }
        }
        let route = { (draft: RouteDraft) in
            { (editor: RegistryEditor) in
                let id = try editor.add(draft).item
                return try ReachabilityChange(
                    in: editor, to: [try editor.storedRoute(RouteReference(id))])
            }
        }
        let edits: [(Int, (RegistryEditor) throws -> ReachabilityChange)] = [
            (0, namespace(NamespaceDraft(name: "web", hosts: ["web.example"]))),
            (0, namespace(NamespaceDraft(name: "app", schemes: ["app"], hosts: ["a.example"]))),
            (0, route(RouteDraft(pattern: "//s.example/new", target: "t"))),
            (0, route(RouteDraft(pattern: "/new", target: "t"))),
            (1, route(RouteDraft(pattern: "//api.example/new", target: "t"))),
        ]
        for (losses, edit) in edits {
            let cost = { (registry: LargeRegistry) in
                try SQLiteCost.counted(of: registry.path) { store in
                    let tried = try store.write(.test(), dryRun: true, edit)
                    #expect(tried.result.losses.count == losses)
                }
            }
            let (small, large) = (try cost(few), try cost(many))
            #expect(large.isLike(small), "\(small), then \(large)")
        }
    }
}
