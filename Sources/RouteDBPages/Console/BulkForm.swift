#if Server
package import RouteDB

/// A change to many routes at once.
package struct RouteBulk: Sendable {
    /// The most routes that one edit changes.
    package static let limit = 2_000

    /// The changes, with their words.
    static let changes: [(value: String, name: String)] = [
        ("disable", "disable"), ("enable", "enable"), ("label", "set the label"),
    ]

    /// The numbers of the routes.
    package let routes: [Int64]
    /// One of ``changes``.
    package let change: String
    /// The label: `key=value`, or `key=` to remove it.
    package let value: String

    /// Creates a change.
    package init(_ routes: [Int64], _ change: String, value: String) {
        (self.routes, self.change, self.value) = (routes, change, value)
    }

    /// Makes the change.
    package func apply(to editor: RegistryEditor) throws(RouteDBError) {
        guard !routes.isEmpty else {
            throw RouteDBError(
                .invalidValue, "No route is chosen.", hint: "Choose some in the table of routes.")
        }
        guard routes.count <= Self.limit else {
            throw RouteDBError(
                .invalidValue,
                "\(routes.count) routes are chosen, and one edit changes at most \(Self.limit).",
                hint: "Choose fewer, or upload a document.")
        }
        let label = try label()
        for id in routes {
            let reference = RouteReference(RouteID(rawValue: id))
            guard let label else {
                try editor.setEnabled(reference, change == "enable")
                continue
            }
            var draft = try editor.draft(of: reference)
            draft.labels[label.key] = label.value.isEmpty ? nil : label.value
            _ = try editor.replace(reference, with: draft)
        }
    }

    /// The label to set; `nil` for another change.
    private func label() throws(RouteDBError) -> (key: String, value: String)? {
        guard change == "label" else { return nil }
        guard let equals = value.firstIndex(of: "="), equals > value.startIndex else {
            throw RouteDBError(
                .invalidValue, "'\(value)' is not a label.",
                hint: "Write it as owner=growth, or as owner= to remove it.")
        }
        return (String(value[..<equals]), String(value[value.index(after: equals)...]))
    }
}

/// The form that changes many routes at once.
package struct BulkForm: Sendable {
    /// How many routes are named.
    private static let named = 20

    private let bulk: RouteBulk
    private let names: [Markup]
    private let revision: Int64
    private let message: String
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        _ bulk: RouteBulk, of snapshot: RegistrySnapshot, at revision: Int64, message: String,
        answer: EditForm.Answer
    ) {
        (self.bulk, self.revision, self.message, self.answer) = (bulk, revision, message, answer)
        let wanted = Set(bulk.routes.prefix(Self.named))
        names = snapshot.routes.filter { wanted.contains($0.id.rawValue) }.map { route in
            ConsoleLink.route(route.name ?? route.patternText, route.id.rawValue)
        }
    }

    /// The form.
    package var form: EditForm {
        let count = bulk.routes.count
        let what = NumberText.counted(count, "route")
        let title =
            switch bulk.change {
            case "enable": "Enable \(what)"
            case "label": "Label \(what)"
            default: "Disable \(what)"
            }
        let more: Markup? = count > names.count ? " and \(count - names.count) more" : nil
        let ids = bulk.routes.map { "\($0)" }.joined(separator: ",")
        return EditForm(
            title: title, place: "/routes", action: "/routes/bulk", revision: revision,
            inputs: """
                \(FormField.hidden("routes", ids))
                <label>Change<select name="change">\(FormField.options(RouteBulk.changes, bulk.change))\
                </select></label>\(FormField.text("value", "Label", bulk.value, hint: "owner=growth"))
                """, message: message,
            note: "<p class=\"summary\">\(names.joined(separator: ", "))\(more)</p>",
            answer: answer)
    }
}
#endif
