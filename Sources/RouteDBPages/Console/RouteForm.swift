#if Server
package import RouteDB

/// The form that adds or edits a route.
package struct RouteForm: Sendable {
    /// What stands in the form.
    package struct Fields: Sendable {
        package var pattern = ""
        package var target = ""
        package var name = ""
        package var group = ""
        package var namespace = RouteNamespace.defaultName
        package var priority = "0"
        package var isEnabled = true
        package var note = ""
        package var message = ""

        package init() {}

        /// The fields of a route.
        package init(_ route: Route, namespace: String) {
            (pattern, target) = (route.patternText, route.target)
            (name, group, note) = (route.name ?? "", route.group ?? "", route.note ?? "")
            (priority, isEnabled) = ("\(route.priority)", route.isEnabled)
            self.namespace = namespace
        }

        /// Returns a draft with these fields; what the form does not have stays as it is.
        ///
        /// - Throws: ``RouteDBError`` with `invalidValue` if the priority is not a number.
        package func draft(changing old: RouteDraft?) throws(RouteDBError) -> RouteDraft {
            guard let priority = Int32(priority) else {
                throw RouteDBError(
                    .invalidValue, "The priority '\(priority)' is not a number.",
                    hint: "Give a whole number; higher ones match first.")
            }
            var draft = old ?? RouteDraft(pattern: nil, target: target, namespace: namespace)
            // A route without a pattern is requested by its name.
            let isSame = old.map { ($0.pattern ?? "").utf8.elementsEqual(pattern.utf8) } ?? false
            if !isSame {
                draft.pattern = pattern.isEmpty ? nil : pattern
                draft.syntax = nil
            }
            draft.target = target
            draft.name = name.isEmpty ? nil : name
            draft.group = group.isEmpty ? nil : group
            draft.priority = priority
            draft.isEnabled = isEnabled
            draft.note = note.isEmpty ? nil : note
            return draft
        }
    }

    private let fields: Fields
    /// The route that is edited; `nil` for a new one.
    private let route: Int64?
    private let revision: Int64
    private let namespaces: [String]
    private let answer: EditForm.Answer

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - fields: What stands in it.
    ///   - route: The number of the route that is edited; `nil` for a new one.
    ///   - revision: The revision that it was read at.
    ///   - namespaces: The names of the namespaces.
    ///   - answer: What it was answered with.
    package init(
        _ fields: Fields, of route: Int64?, at revision: Int64, namespaces: [String],
        answer: EditForm.Answer = .none
    ) {
        (self.fields, self.route, self.revision) = (fields, route, revision)
        (self.namespaces, self.answer) = (namespaces, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: route.map { "Edit #\($0)" } ?? "Add a route", place: "/routes",
            action: route.map { "/routes/\($0)/edit" } ?? "/new", revision: revision,
            inputs: inputs, message: fields.message, answer: answer)
    }

    private var inputs: Markup {
        let space: Markup =
            route == nil
            ? """
            <label>Namespace<select name="namespace">\(FormField.options(namespaces, fields.namespace))\
            </select></label>
            """ : ""
        return """
            \(FormField.text("pattern", "Pattern", fields.pattern, isCode: true, isWide: true))
            \(FormField.text("target", "Target", fields.target, isCode: true, isWide: true))
            \(FormField.text("name", "Name", fields.name))
            \(FormField.text("group", "Group", fields.group))
            \(FormField.text("priority", "Priority", fields.priority))
            \(space)
            <label class="check"><input name="enabled" type="checkbox" value="true"\
            \(fields.isEnabled ? " checked" : "" as Markup)> Enabled</label>
            \(FormField.text("note", "Note", fields.note, isWide: true))
            """
    }
}
#endif
