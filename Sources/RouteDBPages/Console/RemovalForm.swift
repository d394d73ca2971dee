#if Server
package import RouteDB

/// The form that removes an item, and shows what would be without it.
package struct RemovalForm: Sendable {
    private let title: String
    private let place: String
    /// Where the form is sent to.
    private let action: String
    private let note: Markup

    /// The removal of a route.
    package static func route(_ found: FoundRoute) -> RemovalForm {
        let (id, label) = (found.route.id.rawValue, found.route.label(in: found.namespace))
        return RemovalForm(
            title: "Remove \(label)", place: "/routes", action: "/routes/\(id)/remove",
            note: """
                <p class="summary">Removes \(ConsoleLink.route(label, id)), with its default values, access \
                rules and suppressions of lint. Its hits stay in the history, and <em>Changes</em> can take the \
                removal back.</p>
                """)
    }

    /// The removal of an access rule.
    package static func rule(_ rule: RuleOutput) -> RemovalForm {
        let id = rule.rule.id.rawValue
        return RemovalForm(
            title: "Remove the rule #\(id)", place: "/access", action: "/access/\(id)/remove",
            note: RuleTable.table([rule], removing: false).markup)
    }

    /// The removal of a route test.
    package static func test(_ test: RouteTestCase.Stored) -> RemovalForm {
        let id = test.id.rawValue
        return RemovalForm(
            title: "Remove the test \(test.content.name ?? "#\(id)")", place: "/tests",
            action: "/tests/\(id)/remove",
            note: """
                <p class="summary">\(PatternText.url(test.content.request.url, marking: nil))</p>
                """)
    }

    /// The form as it is read at a revision.
    package func form(
        at revision: Int64, message: String = "", answer: EditForm.Answer = .asking
    ) -> EditForm {
        EditForm(
            title: title, place: place, action: action, revision: revision, inputs: "",
            message: message, note: note, answer: answer)
    }
}
#endif
