#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The pages that change routes or roll back, each with what it would do before it does it.
struct EditingPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [new, add, edit, save, askRollback, rollBack] }

    private static let id = Endpoint.Parameter.path("id", "The number of the route.")
    private static let number = Endpoint.Parameter.path("number", "The number of the revision.")

    // MARK: A new route

    private var new: Endpoint {
        context.page(
            "newRoutePage", "/new", "The form that adds a route.", scope: ConsoleContext.editing,
            [
                .query("pattern", "The pattern to begin with."),
                .query("target", "The target to begin with."),
                .query("namespace", "The namespace to begin with."),
            ]
        ) { call, frame in
            let namespaces = try await state.items(for: call).namespaces.map(\.name)
            var fields = RouteForm.Fields()
            fields.pattern = call.text("pattern") ?? ""
            fields.target = call.text("target") ?? ""
            fields.namespace = call.text("namespace") ?? RouteNamespace.defaultName
            // What the history suggests is shown with what it would do.
            return RouteForm(
                fields, of: nil, at: frame.revision, namespaces: namespaces,
                answer: fields.pattern.isEmpty ? .none : .asking
            ).form.page(in: frame)
        }
    }

    private var add: Endpoint {
        context.form("addRouteForm", "/new", "Adds a route, or shows what that would do.") {
            call, frame in
            let fields = Self.fields(call)
            return try await answer(call, frame, fields, route: nil, adding(fields))
        }
    }

    private func adding(_ fields: RouteForm.Fields) -> ConsoleEdit {
        ConsoleEdit(context: context) { editor in
            let draft = try fields.draft(changing: nil)
            return try editor.add(draft, onDuplicate: .error).item.rawValue
        }
    }

    // MARK: A route that is there

    private var edit: Endpoint {
        context.page(
            "editRoutePage", "/routes/{id}/edit", "The form that edits a route.",
            scope: ConsoleContext.editing,
            [Self.id]
        ) { call, frame in
            let found = try await state.route(
                RouteReference("#" + call.required("id")), for: call)
            return RouteForm(
                RouteForm.Fields(found.route, namespace: found.namespace),
                of: found.route.id.rawValue, at: frame.revision,
                namespaces: try await state.items(for: call).namespaces.map(\.name)
            ).form.page(in: frame)
        }
    }

    private var save: Endpoint {
        context.form(
            "saveRouteForm", "/routes/{id}/edit", "Saves a route, or shows what that would do.",
            [Self.id]
        ) { call, frame in
            let fields = Self.fields(call)
            let reference = RouteReference("#" + call.required("id"))
            let route = try await state.route(reference, for: call).route.id.rawValue
            let edit = ConsoleEdit(context: context) { editor in
                let draft = try fields.draft(changing: try editor.draft(of: reference))
                _ = try editor.replace(reference, with: draft)
                return route
            }
            return try await answer(call, frame, fields, route: route, edit)
        }
    }

    private static func fields(_ call: Call) -> RouteForm.Fields {
        var fields = RouteForm.Fields()
        fields.pattern = call.field("pattern") ?? ""
        fields.target = call.field("target") ?? ""
        fields.redirect = call.field("redirect") ?? ""
        fields.starts = call.field("starts") ?? ""
        fields.ends = call.field("ends") ?? ""
        fields.status = call.field("status") ?? ""
        fields.name = call.field("name") ?? ""
        fields.group = call.field("group") ?? ""
        fields.namespace = call.field("namespace") ?? RouteNamespace.defaultName
        fields.priority = call.field("priority") ?? "0"
        fields.isEnabled = call.field("enabled") != nil
        fields.note = call.field("note") ?? ""
        fields.message = call.field("message") ?? ""
        return fields
    }

    private func answer(
        _ call: Call, _ frame: ConsoleFrame, _ fields: RouteForm.Fields, route: Int64?,
        _ edit: ConsoleEdit
    ) async throws -> Response {
        let namespaces = try await state.items(for: call).namespaces.map(\.name)
        return await context.answer(call, frame, edit, to: { "/routes/\($0)" }) {
            revision, answer in
            RouteForm(fields, of: route, at: revision, namespaces: namespaces, answer: answer).form
        }
    }

    // MARK: Rolling back

    private var askRollback: Endpoint {
        context.page(
            "rollbackPage", "/changes/{number}/rollback", "What a rollback would do.",
            scope: ConsoleContext.editing, [Self.number]
        ) { call, frame in
            RollbackForm(to: try await revision(of: call), at: frame.revision).form.page(in: frame)
        }
    }

    private var rollBack: Endpoint {
        context.form(
            "rollbackForm", "/changes/{number}/rollback", "Rolls back to a revision.", [Self.number]
        ) { call, frame in
            let number = try await revision(of: call)
            let edit = ConsoleEdit(context: context) { editor in
                _ = try editor.rollBack(to: .number(number))
                return 0
            }
            return await context.answer(call, frame, edit, to: { _ in "/changes" }) {
                RollbackForm(to: number, at: $0, message: call.field("message"), answer: $1).form
            }
        }
    }

    private func revision(of call: Call) async throws(RouteDBError) -> Int64 {
        try await state.registry.revision(try RevisionReference(call.required("number"))).number
    }
}
#endif
