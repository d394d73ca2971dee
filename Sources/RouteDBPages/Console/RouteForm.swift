#if Server
package import RouteDB

/// The form that adds or edits a route.
package struct RouteForm: Sendable {
    /// The texts that stand in the form.
    package struct Fields: Sendable {
        package var pattern = ""
        package var target = ""
        /// The URL of the redirect.
        package var redirect = ""
        /// The status of the redirect; empty for none.
        package var status = ""
        package var name = ""
        package var group = ""
        package var namespace = RouteNamespace.defaultName
        package var priority = "0"
        package var isEnabled = true
        package var starts = ""
        package var ends = ""
        package var note = ""
        package var message = ""

        package init() {}

        /// The fields of a route.
        package init(_ route: Route, namespace: String) {
            (pattern, target) = (route.patternText, route.target)
            redirect = route.redirect?.location ?? ""
            status = route.redirect.map { "\($0.status)" } ?? ""
            (name, group, note) = (route.name ?? "", route.group ?? "", route.note ?? "")
            (priority, isEnabled) = ("\(route.priority)", route.isEnabled)
            starts = route.starts.map { "\(Timestamp(microseconds: $0))" } ?? ""
            ends = route.ends.map { "\(Timestamp(microseconds: $0))" } ?? ""
            self.namespace = namespace
        }

        /// Returns a draft with these fields; what the form does not have stays as it is.
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
            draft.redirect = try routeRedirect()
            draft.target = target.isEmpty ? draft.redirect?.usualTarget ?? "" : target
            draft.name = name.isEmpty ? nil : name
            draft.group = group.isEmpty ? nil : group
            draft.priority = priority
            draft.isEnabled = isEnabled
            draft.starts = try Self.time(starts, "start")
            draft.ends = try Self.time(ends, "end")
            draft.note = note.isEmpty ? nil : note
            return draft
        }

        /// The time that a text of the form is, in microseconds since 1970; `nil` for no text.
        private static func time(_ text: String, _ name: String) throws(RouteDBError) -> Int64? {
            if text.isEmpty { return nil }
            if let time = Timestamp(text) { return time.microseconds }
            throw RouteDBError(
                .invalidValue, "The \(name) '\(text)' is not a time.",
                hint: "Give a date, '2026-01-31', or a time, '2026-01-31T09:30:00Z'.")
        }

        /// The redirect, which is checked with its route; a URL alone is one for good.
        private func routeRedirect() throws(RouteDBError) -> RouteRedirect? {
            let location = redirect.isEmpty ? nil : redirect
            guard !status.isEmpty else { return location.map { RouteRedirect(to: $0) } }
            guard let status = Int(status) else {
                throw RouteDBError(
                    .invalidValue, "The status '\(status)' is not a number.",
                    hint: "Use 301, 302, 303, 307 or 308 with a URL, or 410 (gone) without one.")
            }
            return RouteRedirect(location: location, status: status)
        }
    }

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
