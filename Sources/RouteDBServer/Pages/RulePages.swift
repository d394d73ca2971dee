#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The form that adds an access rule, with what it would have done.
struct RulePages: Sendable {
    let desk: ConsoleDesk

    var endpoints: [Endpoint] { [new, add] }

    private var new: Endpoint {
        desk.page(
            "newRulePage", "/access/new", "The form that adds an access rule.", scope: .write
        ) { call, frame in
            let snapshot = try await desk.state.snapshot(for: call)
            return RuleForm(
                RuleForm.Fields(), at: frame.revision, namespaces: snapshot.namespaces.map(\.name)
            ).page(in: frame)
        }
    }

    private var add: Endpoint {
        desk.form(
            "addRuleForm", "/access/new", "Adds an access rule, or shows what it would have done."
        ) { call, frame in
            let fields = Self.fields(call)
            let edit = ConsoleEdit(desk: desk) { editor in
                try editor.addRule(try fields.draft()).item.rawValue
            }
            let answer: RouteForm.Answer
            switch await edit.answer(call) {
            case .saved: return ConsoleDesk.see("/access")
            case .shown(let shown): answer = shown
            }
            let snapshot = try await desk.state.snapshot(for: call)
            let form = RuleForm(
                fields, at: call.field("revision").flatMap { Int64($0) } ?? frame.revision,
                namespaces: snapshot.namespaces.map(\.name), answer: answer)
            if call.field("fragment") != nil {
                return ConsoleDesk.html(form.panel(in: frame).html)
            }
            return ConsoleDesk.answer(form.page(in: frame), in: frame)
        }
    }

    private static func fields(_ call: Call) -> RuleForm.Fields {
        var fields = RuleForm.Fields()
        fields.effect = call.field("effect") ?? "deny"
        fields.who = call.field("who") ?? "anyone"
        fields.name = call.field("name") ?? ""
        fields.namespace = call.field("namespace") ?? RouteNamespace.defaultName
        fields.group = call.field("group") ?? ""
        fields.route = call.field("route") ?? ""
        fields.condition = call.field("condition") ?? ""
        fields.message = call.field("message") ?? ""
        return fields
    }
}
#endif
