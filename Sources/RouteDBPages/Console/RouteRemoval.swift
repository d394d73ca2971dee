#if Server
package import RouteDB

/// The form that removes a route, and shows what would be without it.
package struct RouteRemoval: Sendable {
    private let route: RouteOutput
    private let revision: Int64
    private let message: String
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        _ found: FoundRoute, at revision: Int64, message: String = "",
        answer: EditForm.Answer = .asking
    ) {
        route = RouteOutput(found)
        (self.revision, self.message, self.answer) = (revision, message, answer)
    }

    /// The form.
    package var form: EditForm {
        let id = route.id.rawValue
        return EditForm(
            title: "Remove \(route.route.label(in: route.namespace))", place: "/routes",
            action: "/routes/\(id)/remove", revision: revision, inputs: "", message: message,
            note: """
                <p class="summary">Removes \(ConsoleLink.route(
                    route.route.label(in: route.namespace), id)), with its default values, access rules and \
                suppressions of lint. Its hits stay in the history, and <em>Changes</em> can take the removal back.</p>
                """, answer: answer)
    }
}
#endif
