import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Faults of code behind targets")
struct DispatchFaultTests {
    @Test("A handler may edit the registry, and its dispatch keeps the routes it began with")
    func editing() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.edit { editor in
                _ = try editor.add(RouteDraft(pattern: "/{any}", target: "rest"))
            }
            let dispatcher = Dispatcher(registry)
            dispatcher.handle("a") { _ in
                try await registry.edit { editor in
                    _ = try editor.add(
                        RouteDraft(pattern: "/{any}", target: "new"), onDuplicate: .replace)
                }
                return .declined
            }
            dispatcher.handle(prefix: "") { .handled($0.target) }
            let report = await dispatcher.dispatch("/a")
            #expect(report.tries == ["a declined", "rest handled"])
            #expect(report.result as? String == "rest")
            #expect(await dispatcher.dispatch("/b").result as? String == "new")
        }
    }

    @Test("A handler may bind and unbind, even itself, for later dispatches")
    func binding() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "second")
        try fixture.add("/a", "first", priority: 1)
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("first") { _ in
            dispatcher.removeHandler("first")
            dispatcher.handle("second") { _ in .handled("new") }
            return .declined
        }
        dispatcher.handle("second") { _ in .handled("old") }
        #expect(await dispatcher.dispatch("/a").result as? String == "old")
        let report = await dispatcher.dispatch("/a")
        #expect(report.result as? String == "new")
        #expect(report.tries == ["first noHandler", "second handled"])
    }

    @Test("A handler may dispatch")
    func nested() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", "b")
        dispatcher.handle("a") { _ in
            let inner = await dispatcher.dispatch("/b")
            return .handled("a \(inner.result as? String ?? "-")")
        }
        dispatcher.handle("b") { _ in .handled("b") }
        #expect(await dispatcher.dispatch("/a").result as? String == "a b")
    }

    @Test("The state of a replaced handler may bind when it is released")
    func release() async throws {
        final class Owned: Sendable {
            let dispatcher: Dispatcher
            init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }
            deinit { dispatcher.handle("released") { _ in .handled } }
        }
        let dispatcher = try DispatchFixture.dispatcher("a")
        for _ in 0..<2 {
            let owned = Owned(dispatcher)
            dispatcher.handle("a") { _ in .handled(owned) }
        }
        #expect(dispatcher.handledTargets == ["a", "released"])
        dispatcher.removeHandler("released")
        dispatcher.removeHandler("a")
        #expect(dispatcher.handledTargets == ["released"])
    }

    @Test("Added routes are dispatched to at once, and removed ones no longer")
    func following() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let dispatcher = Dispatcher(registry)
            dispatcher.handle(prefix: "") { .handled($0.target) }
            #expect(await dispatcher.dispatch("/a").outcome.name == "unmatched")
            try await registry.add("/a", target: "a")
            #expect(await dispatcher.dispatch("/a").result as? String == "a")
            await registry.close()
            #expect(await dispatcher.dispatch("/a").result as? String == "a")
        }
    }

    @Test("Tasks and plans of a registry are dispatched, and a removed task no longer")
    func tasks() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            var shown = RoutePresentation()
            shown.verb = .present
            let presentation = shown
            try await registry.edit { editor in
                _ = try editor.addNamespace(NamespaceDraft(name: "setting"))
                _ = try editor.add(
                    RouteDraft(
                        pattern: nil, target: "page", name: "go", kind: "vc", namespace: "setting",
                        requirements: [RouteRequirement("id", .int)], presentation: presentation))
            }
            let dispatcher = Dispatcher(registry)
            dispatcher.handle("page") { _ in .handled }
            #expect(dispatcher.tasks(of: "setting") == ["go"])
            let missing = await dispatcher.perform("go", of: "setting")
            #expect(missing.failure?.names == ["id"])
            let host = ScriptedHost()
            let request = ResolutionRequest(
                named: "go", namespace: "setting", kind: "vc", context: ["id": 5])
            let report = await dispatcher.navigate(DispatchRequest(request), on: host)
            #expect(report.navigation?.action == .present)
            #expect(host.presented == ["page"])
            let task = try #require(report.resolution.route?.id)
            try await registry.edit { editor in
                _ = try editor.remove(RouteReference(task))
            }
            #expect(dispatcher.services() == [])
            let unknown = await dispatcher.perform("go", of: "setting")
            #expect(unknown.outcome.name == "unmatched")
        }
    }
}
