import RouteDBDatabase
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

/// What edits cost, and what they refuse, does not depend on the number of routes.
@Suite("Costs of edits")
struct EditCostTests {
    /// An edit, and whether it must be refused.
    private struct Edit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var code: RouteDBError.Code?
        let body: @Sendable (RegistryEditor) throws -> Void

        init(
            _ name: String, refusedWith code: RouteDBError.Code? = nil,
            _ body: @escaping @Sendable (RegistryEditor) throws -> Void
        ) {
            (testDescription, self.code, self.body) = (name, code, body)
        }
    }

    private static let new = RouteDraft(
        pattern: "//s.example/new", target: "t", name: "new", defaults: ["k": 1])
    private static let twin = RouteDraft(pattern: "//s.example/p7", target: "t")
    private static let seven: RouteReference = "#7"

    private static let routeEdits: [Edit] = [
        Edit("adding a route") { try $0.add(new) },
        Edit("adding a route to a group") { editor in
            var draft = new
            draft.group = "links"
            try editor.add(draft)
        },
        Edit("adding a route with the pattern of another", refusedWith: .routeConflict) {
            try $0.add(twin)
        },
        Edit("adding a route with the name of another", refusedWith: .routeConflict) { editor in
            var draft = new
            draft.name = "r7"
            try editor.add(draft)
        },
        Edit("replacing a route by its pattern") { try $0.add(twin, onDuplicate: .replace) },
        Edit("changing a pattern") { editor in
            var draft = try editor.draft(of: "r7")
            draft.pattern = "//s.example/other"
            try editor.replace("r7", with: draft)
        },
        Edit("labelling a route") { editor in
            var draft = try editor.draft(of: seven)
            draft.labels["owner"] = "growth"
            try editor.replace(seven, with: draft)
        },
        Edit("moving a route") { editor in
            var draft = try editor.draft(of: "default:r7")
            draft.namespace = "api"
            try editor.replace("default:r7", with: draft)
        },
        Edit("disabling a route") { try $0.setEnabled("//s.example/p7", false) },
        Edit("renaming a route") { try $0.rename(seven, to: "seven") },
        Edit("renaming a route to a name that is taken", refusedWith: .routeConflict) {
            try $0.rename(seven, to: "r8")
        },
        Edit("removing a route") { try $0.remove("r9") },
        Edit("looking up a route that was never there", refusedWith: .routeNotFound) {
            try $0.remove("#0")
        },
    ]

    private static let otherEdits: [Edit] = [
        Edit("setting a default value of a route") {
            try $0.setDefault("k", to: 2, in: .route("r9"))
        },
        Edit("setting a default value of a namespace") {
            try $0.setDefault("k", to: 2, in: .namespace("default"))
        },
        Edit("denying a route") { try $0.addRule(RuleDraft(.deny, in: .route("r7"))) },
        Edit("allowing a group") {
            try $0.addRule(RuleDraft(.allow, in: .group(namespace: "default", group: "g")))
        },
        Edit("a rule about a parameter of a namespace") {
            try $0.addRule(
                RuleDraft(
                    .deny, in: .namespace("api"),
                    conditions: [try AccessCondition("param.id = 7")]))
        },
        Edit("a rule about a parameter that no route has", refusedWith: .invalidRule) {
            try $0.addRule(
                RuleDraft(
                    .deny, in: .namespace("default"),
                    conditions: [try AccessCondition("param.id = 7")]))
        },
        Edit("removing a rule") { try $0.removeRule(RuleID(rawValue: 1)) },
        Edit("asking whether a rule covers a route") { editor in
            let scope = try editor.scope(of: .namespace("default"))
            #expect(try editor.hasRoute(in: scope))
            let group = try editor.scope(of: .group(namespace: "default", group: "g"))
            #expect(try !editor.hasRoute(in: group))
            try editor.setDefault("x", to: 1, in: .namespace("default"))
        },
        Edit("adding a namespace") {
            try $0.addNamespace(NamespaceDraft(name: "web", hosts: ["web.example"]))
        },
        Edit("adding a namespace with a host that is taken", refusedWith: .namespaceConflict) {
            try $0.addNamespace(NamespaceDraft(name: "web", hosts: ["api.example"]))
        },
        Edit("changing a namespace") { editor in
            try editor.updateNamespace("api") { $0.fallback = "default" }
        },
        Edit("removing a namespace with its routes") {
            try $0.removeNamespace("api", removingRoutes: true)
        },
        Edit("setting a converter") { try $0.setConverter("size", rule: .any, in: "default") },
        Edit("removing a converter") { try $0.removeConverter("region", in: "api") },
        Edit("adding a route test") {
            try $0.addCase(
                RouteTestCase(
                    ResolutionRequest("//s.example/p7"),
                    expecting: RouteExpectation(outcome: .matched), name: "seven"))
        },
        Edit("removing a route test") { _ = try $0.removeCase("user") },
        Edit("suppressing findings") {
            try $0.addSuppression(SuppressionDraft(.ambiguous, route: "r7", reason: "r"))
        },
        Edit("suppressing findings of a name") {
            try $0.addSuppression(SuppressionDraft(.ambiguous, name: "x", reason: "r"))
        },
        Edit("adding an app for a group") {
            try $0.addApp(
                LinkedApp(.ios, "ABCDE12345.com.example.a", includes: ["group:nouns"]),
                in: "api")
        },
    ]

    private static let registries = Result {
        (few: try LargeRegistry(routes: 1_000), many: try LargeRegistry(routes: 20_000))
    }

    @Test(
        "an edit costs the same in a registry of 1,000 and of 20,000 routes",
        arguments: routeEdits + otherEdits)
    private func cost(edit: Edit) throws {
        let (few, many) = try Self.registries.get()
        let cost = { (registry: LargeRegistry) in
            try SQLiteCost.counted(of: registry.path) { store in
                _ = try store.write(.test(), dryRun: true) { editor in
                    #expect(try code { try edit.body(editor) } == edit.code)
                }
            }
        }
        let (small, large) = (try cost(few), try cost(many))
        #expect(large.isLike(small), "\(small), then \(large)")
    }
}
