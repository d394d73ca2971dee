#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The forms that add and remove access rules, with what that would have done.
struct RulePages: Sendable {
    let context: ConsoleContext

    var endpoints: [Endpoint] { [new, add] + removal }

    private static let rule = Endpoint.Parameter.path("rule", "The number of the rule.")

    private var new: Endpoint {
        context.page(
            "newRulePage", "/access/new", "The form that adds an access rule.",
            scope: ConsoleContext.editing
        ) { call, frame in
            RuleForm(
                RuleForm.Fields(), at: frame.revision,
                namespaces: try await context.state.items(for: call).namespaces.map(\.name)
            ).form.page(in: frame)
        }
    }

    private var add: Endpoint {
        context.form(
            "addRuleForm", "/access/new", "Adds an access rule, or shows what it would have done."
        ) { call, frame in
            let fields = RuleForm.Fields { call.field($0) }
            let edit = ConsoleEdit(context: context) { editor in
                try editor.addRule(try fields.draft()).item.rawValue
            }
            let namespaces = try await context.state.items(for: call).namespaces.map(\.name)
            return await context.answer(call, frame, edit, to: { _ in "/access" }) {
                RuleForm(fields, at: $0, namespaces: namespaces, answer: $1).form
            }
        }
    }

    private var removal: [Endpoint] {
        context.removal(
            of: "an access rule", "ruleRemoval", "/access/{rule}/remove", Self.rule, to: "/access",
            find: facts, form: RemovalForm.rule
        ) { rule, editor in try editor.removeRule(rule.rule.id).id.rawValue }
    }

    /// The rule that a call is about.
    @Sendable private func facts(_ call: Call) async throws -> RuleOutput {
        let snapshot = try await context.state.items(for: call)
        return RuleOutput(
            try snapshot.accessRule(numbered: call.required("rule")), in: SnapshotNames(snapshot))
    }
}
#endif
