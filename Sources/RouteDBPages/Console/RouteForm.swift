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

    /// What the form was answered with.
    package enum Answer: Sendable {
        case none
        /// What saving would do.
        case foresight(Foresight)
        /// What is wrong.
        case problem(FormProblem)

        /// What is shown beside the form.
        func panel(in frame: ConsoleFrame) -> Markup {
            switch self {
            case .none: "<p class=\"aside\">What saving would do is shown here.</p>"
            case .problem(let problem): problem.markup
            case .foresight(let foresight): foresight.markup(in: frame)
            }
        }
    }

    private let fields: Fields
    /// The route that is edited; `nil` for a new one.
    private let route: Int64?
    private let revision: Int64
    private let namespaces: [String]
    private let answer: Answer

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
        answer: Answer = .none
    ) {
        (self.fields, self.route, self.revision) = (fields, route, revision)
        (self.namespaces, self.answer) = (namespaces, answer)
    }

    private var action: String { route.map { "/routes/\($0)/edit" } ?? "/new" }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let title = route == nil ? "Add a route" : "Edit #\(route ?? 0)"
        return ConsolePage(
            title, place: "/routes",
            """
            <form class="edit" action="\(action)" method="post" data-foresight="\(action)">
            <input type="hidden" name="revision" value="\(revision)">
            \(inputs)
            <p class="buttons"><button type="submit" name="action" value="preview">Show what it would \
            do</button> <button type="submit" name="action" value="save" class="primary">Save as revision \
            \(revision + 1)</button></p>
            </form>
            <div id="foresight" aria-live="polite">\(panel(in: frame))</div>
            """)
    }

    /// What is shown beside the form, by itself.
    package func panel(in frame: ConsoleFrame) -> Markup { answer.panel(in: frame) }

    private var inputs: Markup {
        var options: Markup = ""
        for name in namespaces {
            let chosen: Markup = name == fields.namespace ? " selected" : ""
            options += "<option\(chosen)>\(name)</option>"
        }
        let space: Markup =
            route == nil
            ? "<label>Namespace<select name=\"namespace\">\(options)</select></label>" : ""
        return """
            <label class="wide">Pattern<input class="code" name="pattern" type="text" \
            value="\(PageText.field(fields.pattern))" spellcheck="false" autocomplete="off"></label>
            <label class="wide">Target<input class="code" name="target" type="text" required \
            value="\(PageText.field(fields.target))" spellcheck="false" autocomplete="off"></label>
            <label>Name<input name="name" type="text" value="\(PageText.field(fields.name))"></label>
            <label>Group<input name="group" type="text" value="\(PageText.field(fields.group))"></label>
            <label>Priority<input name="priority" type="text" inputmode="numeric" \
            value="\(PageText.field(fields.priority))"></label>
            \(space)
            <label class="check"><input name="enabled" type="checkbox" value="true"\
            \(fields.isEnabled ? " checked" : "" as Markup)> Enabled</label>
            <label class="wide">Note<input name="note" type="text" value="\(PageText.field(fields.note))"></label>
            <label class="wide">Why, for the log<input name="message" type="text" \
            value="\(PageText.field(fields.message))"></label>
            """
    }
}

/// What is wrong with what a form has, with the very bytes where they are known.
package struct FormProblem: Sendable {
    let message: String
    let hint: String?
    /// The pattern, and the bytes of it that are wrong.
    let place: (pattern: String, range: Range<Int>)?

    /// Describes an error.
    package init(_ error: any Error) {
        let pattern =
            error as? PatternError ?? (error as? RouteDBError)?.underlying as? PatternError
        place = pattern.map { ($0.pattern, $0.range) }
        if let pattern {
            (message, hint) = (pattern.message, pattern.hint)
        } else if let error = error as? RouteDBError {
            (message, hint) = (error.message, error.hint)
        } else {
            (message, hint) = ("The service failed to do it.", "See the service's log.")
        }
    }

    /// A problem of the form itself.
    package init(_ message: String, hint: String) {
        (self.message, self.hint, place) = (message, hint, nil)
    }

    var markup: Markup {
        let way: Markup? = hint.map { "<p>\($0)</p>" }
        return """
            <div class="notice bad" role="alert">\(pattern)<p><strong>\(message)</strong></p>\(way)</div>
            """
    }

    /// The pattern with the wrong bytes marked; a gap is marked as one place.
    private var pattern: Markup? {
        guard let place else { return nil }
        let bytes = Array(place.pattern.utf8)
        let start = min(max(0, place.range.lowerBound), bytes.count)
        let end = min(max(start, place.range.upperBound), bytes.count)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let wrong = start == end ? " " : text(start..<end)
        return """
            <p><code class="pattern">\(text(0..<start))<mark>\(wrong)</mark>\(text(end..<bytes.count))</code></p>
            """
    }
}
#endif
