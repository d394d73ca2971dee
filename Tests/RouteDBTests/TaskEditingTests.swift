import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Editing tasks, requirements and presentations")
struct TaskEditingTests {
    private static let pay = RouteDraft(
        pattern: nil, target: "cart.pay", name: "pay", kind: "task",
        requirements: [RouteRequirement("sum", .int)])

    private func route(_ registry: RouteRegistry, _ name: String) -> Route? {
        registry.resolve(ResolutionRequest(named: name)).route
    }

    @Test("A task is requested by name and lists its requirements")
    func adding() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { try $0.add(Self.pay) }
            let bare = registry.resolve(ResolutionRequest(named: "pay"))
            #expect(bare.target == "cart.pay" && bare.route?.pattern == nil)
            #expect(bare.unmetRequirements == [RouteRequirement("sum", .int)])
            let whole = registry.resolve(ResolutionRequest(named: "pay", context: ["sum": 5]))
            #expect(whole.unmetRequirements.isEmpty)
        }
    }

    @Test("Renaming, disabling or removing a task takes effect at once")
    func changing() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { try $0.add(Self.pay) }
            try await registry.edit { try $0.rename("pay", to: "settle") }
            #expect(route(registry, "pay") == nil && route(registry, "settle") != nil)
            try await registry.edit { try $0.setEnabled("settle", false) }
            #expect(route(registry, "settle") == nil)
            try await registry.edit { try $0.setEnabled("settle", true) }
            #expect(route(registry, "settle")?.id.rawValue == 1)
            try await registry.edit { try $0.remove("settle") }
            #expect(route(registry, "settle") == nil)
        }
    }

    @Test("Another connection's plan and pattern are seen after a refresh")
    func others() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.writing))
            try await other.edit { try $0.add(Self.pay) }
            try await registry.refresh()
            #expect(route(registry, "pay")?.presentation == nil)
            try await other.edit { editor in
                var draft = try editor.draft(of: "pay")
                draft.pattern = "/pay"
                draft.presentation = try RoutePresentation(json: ["verb": "present"])
                try editor.replace("pay", with: draft)
            }
            try await registry.refresh()
            #expect(try registry.resolve("/pay").plan()?.action == .present)
            try await other.edit { editor in
                var draft = try editor.draft(of: "pay")
                (draft.pattern, draft.syntax, draft.presentation) = (nil, nil, nil)
                try editor.replace("pay", with: draft)
            }
            try await registry.refresh()
            #expect(registry.resolve("/pay").outcome == .unmatched)
            #expect(route(registry, "pay")?.presentation == nil)
        }
    }

    @Test("An invalid plan is refused with its place, and changes nothing")
    func faultyPlan() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            var draft = Self.pay
            draft.presentation = RoutePresentation()
            draft.presentation?.prestack = [.named("")]
            let faulty = draft
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.edit { try $0.add(faulty) }
            }
            #expect(error?.code == .invalidPlan)
            #expect((error?.underlying as? JSONMistake)?.path.text == "prestack[0].name")
            #expect(registry.table.revision == 1)
        }
    }
}
