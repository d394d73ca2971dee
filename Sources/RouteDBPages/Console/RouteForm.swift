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
            title: route == nil
                ? "Add a route" : "Edit \(fields.name.isEmpty ? fields.pattern : fields.name)",
            place: "/routes",
            action: route.map { "/routes/\($0)/edit" } ?? "/new", revision: revision,
            inputs: inputs, message: fields.message, note: removal, answer: answer)
    }

    /// The way to remove the route.
    private var removal: Markup? {
        route.map {
            "<p><a class=\"button danger\" href=\"/routes/\($0)/remove\">Remove the route</a></p>"
        }
    }

    private static let statuses = [
        ("", "none"), ("301", "301 for good"), ("302", "302 for now"), ("303", "303 see other"),
        ("307", "307 for now, with the same method"), ("308", "308 for good, with the same method"),
        ("410", "410 gone, without a URL"),
    ]

    private var inputs: Markup {
        let space = route == nil ? choice(.namespace, namespaces.map { ($0, $0) }) : ""
        return """
            \(input(.pattern))
            \(input(.target))
            \(choice(.status, Self.statuses))
            \(input(.redirect))
            \(lines(.variants))
            \(input(.name))
            \(input(.group))
            \(input(.kind))
            \(input(.priority))
            \(input(.starts))
            \(input(.ends))
            \(space)
            <label class="check"><input name="enabled" type="checkbox" value="true"\
            \(fields.isEnabled ? " checked" : "" as Markup)> Enabled</label>
            \(lines(.labels))
            \(lines(.defaults))
            \(lines(.requirements))
            \(input(.note))
            """
    }

    /// The input for a field.
    private func input(_ text: Fields.Text) -> Markup {
        FormField.text(
            text.name, text.label, fields[keyPath: text.path], hint: text.hint,
            isCode: text.isCode, isWide: text.isWide)
    }

    /// The input for a field with several lines.
    private func lines(_ text: Fields.Text) -> Markup {
        FormField.lines(text.name, text.label, fields[keyPath: text.path], hint: text.hint)
    }

    /// The input for a field with a few values.
    private func choice(
        _ text: Fields.Text, _ values: [(value: String, name: String)]
    ) -> Markup {
        """
        <label>\(text.label)<select name="\(text.name)">\
        \(FormField.options(values, fields[keyPath: text.path]))</select></label>
        """
    }
}
#endif
