#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The pages that change many routes at once: those chosen in the table, and a document's.
struct BulkEditPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [bulk, document, upload] }

    // MARK: Chosen routes

    private var bulk: Endpoint {
        context.form(
            "bulkForm", "/routes/bulk",
            "Enables, disables or labels the chosen routes, or shows what that would do."
        ) { call, frame in
            let snapshot = try await state.snapshot(for: call)
            let bulk = RouteBulk(
                try await chosen(call, at: snapshot.revision), call.field("change") ?? "",
                value: call.field("value") ?? "")
            let edit = ConsoleEdit(context: context) { editor in
                try bulk.apply(to: editor)
                return 0
            }
            return await context.answer(call, frame, edit, to: { _ in "/routes" }) {
                BulkForm(
                    bulk, of: snapshot, at: $0, message: call.field("message") ?? "", answer: $1
                ).form
            }
        }
    }

    /// The numbers of the routes that the form has, or of all that the filter finds.
    private func chosen(_ call: Call, at revision: Int64) async throws -> [Int64] {
        if let list = call.field("routes") {
            return list.split(separator: ",").compactMap { Int64($0) }
        }
        guard call.field("every") != nil else {
            return call.form.filter { $0.key == "route" }.compactMap { Int64($0.value) }
        }
        let search = RouteSearch { call.field($0) }
        let found = try await context.routes(search, at: revision)
        return found.routes.map(\.id.rawValue)
    }

    // MARK: Documents

    private var document: Endpoint {
        context.page(
            "documentPage", "/documents", "The form that takes a document.",
            scope: ConsoleContext.editing,
            [.query("route", "A route of the document, as JSON.", isRepeated: true)]
        ) { call, frame in
            var fields = DocumentForm.Fields()
            fields.document = try Self.document(of: call.texts("route"))
            // What the history suggests is shown with what it would do.
            return DocumentForm(
                fields, at: frame.revision,
                namespaces: try await state.items(for: call).namespaces.map(\.name),
                answer: fields.document.isEmpty ? .none : .asking
            ).form.page(in: frame)
        }
    }

    /// The document with some routes; empty without any.
    private static func document(of routes: [String]) throws(Problem) -> String {
        guard !routes.isEmpty else { return "" }
        var lines: [String] = []
        for route in routes {
            guard case .object(let object)? = try? JSONValue(parsing: route) else {
                throw Problem(
                    .badRequest, "invalidRequest", "\(route.excerpt) is not a route as JSON.",
                    hint: "Choose routes on the page 'History'.")
            }
            lines.append(object.description)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var upload: Endpoint {
        context.form(
            "documentForm", "/documents",
            "Adds the items of a document or makes the registry equal to it, or shows what that "
                + "would do.", limit: 32 << 20
        ) { call, frame in
            let fields = Self.fields(call)
            let edit = ConsoleEdit(context: context) { try await apply(fields, $0) }
            let namespaces = try await state.items(for: call).namespaces.map(\.name)
            return await context.answer(call, frame, edit, to: { _ in "/changes" }) {
                DocumentForm(fields, at: $0, namespaces: namespaces, answer: $1).form
            }
        }
    }

    private static func fields(_ call: Call) -> DocumentForm.Fields {
        var fields = DocumentForm.Fields()
        fields.document = call.field("document") ?? ""
        fields.file = call.field("file") ?? ""
        fields.isExact = call.field("exact") != nil
        fields.namespace = call.field("namespace") ?? ""
        fields.group = call.field("group") ?? ""
        fields.duplicates = call.field("duplicates") ?? "skip"
        fields.createsNamespaces = call.field("create") != nil
        fields.message = call.field("message") ?? ""
        return fields
    }

    /// Adds the items of a document, or makes the registry equal to it.
    private func apply(
        _ fields: DocumentForm.Fields, _ commit: ConsoleEdit.Commit
    ) async throws -> ConsoleEdit.Effect {
        let name = fields.file.isEmpty ? "The document" : fields.file
        let document = try await state.work.run { _ in
            try RegistryDocument(parsing: Array(fields.document.utf8), named: name)
        }
        guard fields.isExact else {
            let options = DocumentEdit.Options(
                duplicateRule: DuplicateRule(rawValue: fields.duplicates),
                createsNamespaces: fields.createsNamespaces)
            let added = try await state.change(isTrial: commit.isTrial) { registry in
                try await registry.add(
                    document, options, message: commit.message, author: commit.author,
                    expecting: commit.expected, dryRun: commit.isTrial,
                    isStopped: { Task.isCancelled }
                ).value
            }
            return ConsoleEdit.Effect(before: added.before, after: added.after)
        }
        let part = RegistryDocument.Part(
            namespace: fields.namespace.isEmpty ? nil : fields.namespace,
            group: fields.group.isEmpty ? nil : fields.group)
        let plan = try await state.change(isTrial: commit.isTrial) { registry in
            try await registry.apply(
                document, to: part, message: commit.message, author: commit.author,
                source: ConsoleEdit.source, expecting: commit.expected, dryRun: commit.isTrial,
                createsNamespaces: fields.createsNamespaces
            ).value
        }
        return ConsoleEdit.Effect(before: plan.before, after: plan.after)
    }
}
#endif
