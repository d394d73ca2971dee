#if Server
package import RouteDB
package import RouteDBInsight

/// The routes that a caller may reach, with the rules that decide in words.
package struct ReachPage: Sendable {
    /// The number of routes that are named under one answer.
    private static let limit = 20

    private let question: TryPage.Question
    private let reach: CallerReach?
    private let names: SnapshotNames
    private let problem: FormProblem?

    /// Creates the page of a caller.
    package init(
        _ question: TryPage.Question, _ reach: CallerReach?, of snapshot: RegistrySnapshot,
        problem: FormProblem? = nil
    ) {
        (self.question, self.reach, self.problem) = (question, reach, problem)
        names = SnapshotNames(snapshot)
    }

    /// The form that asks for a caller.
    static func form(_ question: TryPage.Question) -> Markup {
        """
        <form class="ask" action="/access/reach">\
        \(FormField.text("principal", "What may somebody open?", question.principal, hint: "anybody"))\
        \(FormField.text("roles", "With the roles", question.roles, hint: "staff, editor"))\
        \(FormField.text("at", "At", question.time, hint: "now"))\
        \(question.contextField)\
        <button type="submit">Show</button></form>
        """
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let caller = question.principal.isEmpty ? "anybody" : question.principal
        let parts = reach?.parts.map { section($0) } ?? []
        let summary: Markup? = reach.map {
            let all =
                $0.parts.isEmpty ? "There are no routes." : "Of the enabled routes: \($0.summary)."
            return "<p class=\"summary\">\(all)</p>"
        }
        return ConsolePage(
            "What \(caller) may open", place: "/access",
            """
            \(problem?.markup)\(summary)\(Self.form(question))\(parts.joined())\
            \(ConsoleLink.command(frame.commands.line(["acl", "reach"] + question.callerOptions)))
            """)
    }

    private func section(_ part: CallerReach.Part) -> Markup {
        let rules = part.rules.map { rule in
            "<li><span class=\"id\">#\(rule.id.rawValue)</span> \(RuleTable.sentence(RuleOutput(rule, in: names)))</li>"
                as Markup
        }
        let shown = part.routes.prefix(Self.limit).map { route in
            "<li>\(ConsoleLink.route(route.label(in: names.name(of: route.namespace)), route.id.rawValue))</li>"
                as Markup
        }
        let more = part.routes.count - shown.count
        let rest: Markup? =
            more > 0 ? "<li class=\"aside\">and \(NumberText.grouped(Int64(more))) more</li>" : nil
        let note: Markup? = part.note.map { "<p class=\"aside\">\($0)</p>" }
        let reasons: Markup? =
            rules.isEmpty ? nil : "<ul class=\"plain\">\(rules.joined())</ul>"
        return """
            <section><h2>\(NumberText.counted(part.routes.count, "route")) \(part.answer.words)</h2>\
            \(reasons)\(note)<ul class="plain">\(shown.joined())\(rest)</ul></section>
            """
    }
}
#endif
