#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The pages that change routes or roll back, each with what it would do before it does it.
struct EditingPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [new, add, edit, save] + removal + [askRollback, rollBack] }

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
            let fields = RouteForm.Fields { call.field($0) }
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
                RouteForm.Fields(RouteOutput(found)),
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
            let reference = RouteReference("#" + call.required("id"))
            let route = try await state.registry.route(reference)
            var merge = try await merge(call, RouteForm.Fields { call.field($0) }, into: route)
            let id = route.route.id.rawValue
            let taken = call.field("take")
            if let taken { merge.take(taken) }
            if taken != nil || merge.hasConflicts && call.field("action") == "save" {
                let form = try await form(
                    call, merge.fields, of: route, try await answer(merge, of: route, for: call))
                return ConsoleContext.answer(form.page(in: frame), in: frame)
            }
            let fields = merge.fields
            let edit = ConsoleEdit(context: context) { editor in
                let old = try editor.route(reference)
                guard RouteForm.Fields(old) == RouteForm.Fields(RouteOutput(route)) else {
                    throw Self.changedJustNow
                }
                let draft = try fields.draft(changing: try editor.draft(of: reference))
                _ = try editor.replace(reference, with: draft)
                return id
            }
            return try await answer(call, frame, fields, route: id, edit)
        }
    }

    private static let changedJustNow = RouteDBError(
        .revisionConflict, "Somebody else has changed the route just now.",
        hint: "Save again: what only they changed is kept.")

    /// Merges what a form was sent with into the route as it is, by the revision that the form was read at.
    private func merge(
        _ call: Call, _ mine: RouteForm.Fields, into route: FoundRoute
    ) async throws -> RouteFormMerge {
        let theirs = RouteForm.Fields(RouteOutput(route))
        var (mine, base) = (mine, theirs)
        if let number = Self.revision(of: call), number != route.part.revision {
            let reference = RouteReference(route.route.id)
            let old = try? await state.registry.route(reference, at: .number(number))
            base = old.map { RouteForm.Fields(RouteOutput($0)) } ?? theirs
        }
        // The form does not move a route.
        (mine.namespace, base.namespace) = (theirs.namespace, theirs.namespace)
        return RouteFormMerge(mine, from: base, with: theirs)
    }

    /// The revision at which a form was read.
    private static func revision(of call: Call) -> Int64? {
        call.field("revision").flatMap { Int64($0) }
    }

    /// Returns the revisions that changed a route since a form was read, newest first.
    private func revisions(
        of route: FoundRoute, since call: Call
    ) async throws -> [RevisionOutput] {
        let read = Self.revision(of: call) ?? route.part.revision
        let revisions = try await state.registry.revisions(of: route.route.id)
        return try await state.registry.outputs(of: revisions.filter { $0.number > read })
    }

    /// Returns what the form of a route says to a merge: the conflicts that are left, if there are any.
    private func answer(
        _ merge: RouteFormMerge, of route: FoundRoute, for call: Call
    ) async throws -> EditForm.Answer {
        guard merge.hasConflicts else { return .asking }
        return .conflict(
            EditConflict(
                merge, try await revisions(of: route, since: call),
                address: "/routes/\(route.route.id.rawValue)/edit"))
    }

    /// Makes the form of a route as it is now.
    private func form(
        _ call: Call, _ fields: RouteForm.Fields, of route: FoundRoute, _ answer: EditForm.Answer
    ) async throws -> EditForm {
        RouteForm(
            fields, of: route.route.id.rawValue, at: route.part.revision,
            namespaces: try await state.items(for: call).namespaces.map(\.name), answer: answer
        ).form
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

    private var removal: [Endpoint] {
        context.removal(
            of: "a route", "routeRemoval", "/routes/{id}/remove", Self.id, to: "/routes",
            find: { try await state.route(RouteReference("#" + $0.required("id")), for: $0) },
            form: RemovalForm.route
        ) { found, editor in try editor.remove(RouteReference(found.route.id)).rawValue }
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
            let edit = ConsoleEdit(context: context, isOfAll: true) { editor in
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
