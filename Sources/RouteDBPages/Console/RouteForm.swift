#if Server
import RouteDB

/// The form that adds or edits a route.
package struct RouteForm: Sendable {
    private let fields: Fields
    /// The route that is edited; `nil` for a new one.
    private let route: Int64?
    private let revision: Int64
    private let namespaces: [String]
    private let answer: EditForm.Answer

    /// Creates the form.
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

    private static let statuses = [
        ("", "none"), ("301", "301 for good"), ("302", "302 for now"), ("303", "303 see other"),
        ("307", "307 for now, with the same method"), ("308", "308 for good, with the same method"),
        ("410", "410 gone, without a URL"),
    ]

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
            <label>Redirect<select name="status">\(FormField.options(Self.statuses, fields.status))\
            </select></label>
            \(FormField.text("redirect", "To the URL", fields.redirect, hint: "/people/{id}", isCode: true))
            \(FormField.text("name", "Name", fields.name))
            \(FormField.text("group", "Group", fields.group))
            \(FormField.text("priority", "Priority", fields.priority))
            \(FormField.text("starts", "Starts", fields.starts, hint: "2026-01-31T09:30:00Z"))
            \(FormField.text("ends", "Ends", fields.ends, hint: "2026-02-28"))
            \(space)
            <label class="check"><input name="enabled" type="checkbox" value="true"\
            \(fields.isEnabled ? " checked" : "" as Markup)> Enabled</label>
            \(FormField.text("note", "Note", fields.note, isWide: true))
            """
    }
}
#endif
