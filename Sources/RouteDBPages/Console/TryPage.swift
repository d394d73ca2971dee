#if Server
package import RouteDB
package import RouteDBInsight

/// Where a URL leads, and why.
package struct TryPage: Sendable {
    /// The question that somebody asks.
    package struct Question: Sendable {
        package var url = ""
        package var principal = ""
        package var roles = ""
        package var namespace = ""
        package var kind = ""
        /// Values that the caller adds: a `key=value` a line.
        package var context = ""
        package var time = ""
        package var revision = ""

        package init() {}

        /// Reads a question.
        package init(_ value: (String) -> String?) {
            url = value("url") ?? ""
            principal = value("principal") ?? ""
            roles = value("roles") ?? ""
            namespace = value("namespace") ?? ""
            kind = value("kind") ?? ""
            context = value("context") ?? ""
            time = value("at") ?? ""
            revision = value("revision") ?? ""
        }

        /// The values of the context.
        var contextLines: [(key: String, value: String)] {
            context.split(whereSeparator: \.isNewline).map { line in
                guard let equals = line.firstIndex(of: "=") else { return ("", String(line)) }
                return (String(line[..<equals]), String(line[equals...].dropFirst()))
            }
        }

        var roleNames: [String] {
            roles.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
        }

        /// The field for the values of the context.
        var contextField: Markup {
            """
            <label class="wide">Context, a key=value a line<textarea class="code" name="context" rows="2" \
            spellcheck="false">\(PageText.field(context))</textarea></label>
            """
        }

        /// The options of a command for who asks, when and from where.
        var callerOptions: [String] {
            let isNamed = !principal.isEmpty || !roleNames.isEmpty
            return (isNamed ? ["--as", principal] : []) + roleNames.flatMap { ["--role", $0] }
                + (time.isEmpty ? [] : ["--at", time])
                + contextLines.flatMap { ["--context", "\($0.key)=\($0.value)"] }
        }

        /// Reads the request.
        package func request(now: Timestamp) throws(RouteDBError) -> ResolutionRequest {
            var request = ResolutionRequest(url)
            if !namespace.isEmpty { request.namespace = namespace }
            if !kind.isEmpty { request.kind = kind }
            if !principal.isEmpty || !roleNames.isEmpty {
                request.principal = RequestPrincipal(principal, roles: roleNames)
            }
            for (key, value) in contextLines {
                guard !key.isEmpty else {
                    throw RouteDBError(
                        .invalidValue, "The line \(value.excerpt) of the context has no key.",
                        hint: "Write each line as key=value.")
                }
                request.context[key] = JSONValue(written: value)
            }
            request.time = now
            if !time.isEmpty {
                guard let time = Timestamp(time) else {
                    throw RouteDBError(
                        .invalidValue, "'\(time)' is not a time.",
                        hint: "Write it as 2026-01-31T09:30:00Z.")
                }
                request.time = time
            }
            return request
        }
    }

    private let question: Question
    private let explanation: Explanation?
    /// The URL built back from what was found; `nil` if no route was.
    private let built: BuiltURL?
    private let names: SnapshotNames
    private let problem: FormProblem?

    /// Creates the page.
    package init(
        _ question: Question, _ explanation: Explanation, built: BuiltURL? = nil,
        of snapshot: RegistrySnapshot
    ) {
        (self.question, self.explanation, self.built) = (question, explanation, built)
        names = SnapshotNames(snapshot)
        problem = nil
    }

    /// Creates the page of a question that was not answered.
    package init(_ question: Question, problem: FormProblem?) {
        (self.question, self.problem) = (question, problem)
        (explanation, built, names) = (nil, nil, SnapshotNames())
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        guard let explanation else {
            return ConsolePage("Try a URL", place: "/try", "\(form)\(problem?.markup)")
        }
        let resolution = explanation.resolution
        return ConsolePage(
            "Try \(String(question.url.prefix(80)))", heading: answer(resolution), place: "/try",
            """
            <p class="summary">\(url(resolution))</p>\(redirect(resolution))\(form)
            \(test(in: frame))\(values(explanation))\(back)\(access(explanation))\(candidates(explanation))\(near(explanation))
            \(plan(resolution))\(ConsoleLink.command(command(in: frame)))
            """)
    }

    /// The way to a test that expects this answer.
    private func test(in frame: ConsoleFrame) -> Markup? {
        guard frame.isWriting, question.revision.isEmpty else { return nil }
        let address = ConsoleLink.path("/tests/new", question.fields)
        return "<p><a class=\"button\" href=\"\(address)\">Make this a test</a></p>"
    }

    private func command(in frame: ConsoleFrame) -> String {
        var words = ["explain", question.url] + question.callerOptions
        let options = [
            ("--namespace", question.namespace), ("--kind", question.kind),
            ("--as-of", question.revision),
        ]
        for (option, value) in options where !value.isEmpty { words += [option, value] }
        return frame.commands.line(words)
    }

    // MARK: The question

    private var form: Markup {
        """
        <form class="ask" action="/try">\
        \(FormField.text("url", "URL", question.url, isCode: true, isWide: true))\
        \(FormField.text("principal", "As", question.principal, hint: "anybody"))\
        \(FormField.text("roles", "With the roles", question.roles, hint: "staff, editor"))\
        \(FormField.text("namespace", "In the namespace", question.namespace, hint: "of the URL"))\
        \(FormField.text("kind", "Of the kind", question.kind, hint: "any"))\
        \(FormField.text("at", "At", question.time, hint: "now"))\
        \(FormField.text("revision", "At the revision", question.revision, hint: "newest"))\
        \(question.contextField)\
        <button type="submit">Try</button></form>
        """
    }

    // MARK: The answer

    private func answer(_ resolution: Resolution) -> Markup {
        let outcome = Pieces.outcome(resolution.outcome.rawValue)
        switch resolution.outcome {
        case .matched: return "\(outcome) <code>\(resolution.target ?? "")</code>"
        case .invalid:
            return "\(outcome) \(resolution.invalidURL.map { "\($0)" } ?? "not a valid URL")"
        case .denied, .challenged:
            let message = resolution.access.message ?? resolution.access.code ?? ""
            return "\(outcome) \(message)"
        case .unmatched:
            return resolution.target.map { "\(outcome) falls back to <code>\($0)</code>" }
                ?? "\(outcome) no route matches"
        }
    }

    /// The URL with its parts in colours.
    private func url(_ resolution: Resolution) -> Markup {
        let route: Markup? = resolution.foundRoute.map { route in
            " <span class=\"aside\">by</span> \(ConsoleLink.route(label(route), route.id.rawValue))"
        }
        return "\(PatternText.url(question.url, marking: nil))\(route)"
    }

    /// Where the route sends the request, which can be tried in turn.
    private func redirect(_ resolution: Resolution) -> Markup? {
        guard let redirect = resolution.route?.redirect else { return nil }
        guard let filled = resolution.redirect else {
            return """
                <p class="summary"><span class="aside">no redirect: a value cannot stand in</span> \
                <code>\(redirect.location ?? "")</code></p>
                """
        }
        guard let location = filled.location else {
            return "<p class=\"summary\"><span class=\"aside\">gone (\(filled.status))</span></p>"
        }
        let variant = resolution.variantNumber.map { ", variant \($0)" } ?? ""
        return """
            <p class="summary"><span class="aside">redirects (\(filled.status)\(variant)) to</span> \
            \(ConsoleLink.trying(location))</p>
            """
    }

    private func label(_ route: Route) -> String {
        route.label(in: names.name(of: route.namespace))
    }

    private func values(_ explanation: Explanation) -> Markup? {
        let values = explanation.values
        guard !values.isEmpty else { return nil }
        var table = DataTable(
            "Values",
            [.init("value", .code), .init("is", .code), .init("from"), .init("instead of")])
        for value in values {
            table.add([
                .init(value.name), .init(value.value.description), .init(value.source.rawValue),
                .init(value.covered.map(\.rawValue).joined(separator: ", ")),
            ])
        }
        return section("Values", table.markup)
    }

    /// The URL that the found route and its values give.
    private var back: Markup? {
        guard let built else { return nil }
        let note: Markup =
            built.url?.utf8.elementsEqual(question.url.utf8) == true
            ? "<p class=\"aside\">The same URL.</p>" : ""
        return section("Built back from the values", "\(built.markup)\(note)")
    }

    private func access(_ explanation: Explanation) -> Markup? {
        guard explanation.resolution.foundRoute != nil else { return nil }
        let decision = explanation.resolution.access
        var table = DataTable(
            "Rules that cover the route",
            [.init("rule", .number), .init("in words"), .init("applies"), .init("why")],
            empty: "No rule covers the route.")
        for considered in explanation.rules {
            let facts = ConsideredOutput(
                considered: considered, facts: RuleOutput(considered.rule, in: names))
            table.add([
                .init("#\(considered.rule.id.rawValue)"),
                .init(RuleTable.sentence(facts.facts)),
                .init(considered.applies ? "yes" : "no"), .init(facts.why),
            ])
        }
        return section(
            "Access: \(decision.verdict.rawValue)",
            "<p class=\"aside\">\(decision.origin).</p>\(table.markup)")
    }

    private func candidates(_ explanation: Explanation) -> Markup? {
        guard !explanation.candidates.isEmpty else { return nil }
        var items: Markup = ""
        for candidate in explanation.candidates {
            let word: Markup
            switch candidate.verdict {
            case .chosen: word = "<span class=\"badge good\">chosen</span>"
            case .behind: word = "<span class=\"badge\">fits, ranks behind</span>"
            case .rejected: word = "<span class=\"badge bad\">refused</span>"
            }
            let segment = candidate.rejection?.segment
            let why: Markup? = candidate.rejection.map { rejection in
                """
                <p class="aside">\(rejection.description)</p>\
                <p>\(PatternText.url(question.url, marking: segment))</p>
                """
            }
            items += """
                <li><p>\(word) \(ConsoleLink.route(label(candidate.route), candidate.route.id.rawValue)) \
                \(PatternText.pattern(candidate.pattern.description, marking: segment))</p>\(why)</li>
                """
        }
        let order: Markup? = explanation.order.map {
            "<p class=\"aside\">It was chosen because \($0.description).</p>"
        }
        return section("Candidates", "\(order)<ul class=\"clusters\">\(items)</ul>")
    }

    private func near(_ explanation: Explanation) -> Markup? {
        var items: Markup = ""
        for miss in explanation.nearMisses {
            let route = ConsoleLink.route(label(miss.route), miss.route.id.rawValue)
            switch miss.change {
            case .url(let url): items += "<li>\(ConsoleLink.trying(url)) would match \(route)</li>"
            case .pattern(let pattern):
                items += """
                    <li>\(route) would match with the pattern \
                    \(PatternText.pattern(pattern.description, marking: nil))</li>
                    """
            case .enabling: items += "<li>\(route) would match if it were enabled</li>"
            case .policy(let policy):
                items += "<li>\(route) would match with the policy <code>\(policy)</code></li>"
            }
        }
        let kinds = explanation.otherKinds
        if !kinds.isEmpty {
            items += "<li>It matches with other kinds: \(kinds.joined(separator: ", "))</li>"
        }
        for other in explanation.elsewhere {
            let route = ConsoleLink.route(label(other.route), other.route.id.rawValue)
            items +=
                "<li>\(route) matches in the namespace <code>\(other.namespace.name)</code></li>"
        }
        return items.html.isEmpty
            ? nil : section("What would match", "<ul class=\"plain\">\(items)</ul>")
    }

    private func plan(_ resolution: Resolution) -> Markup? {
        let facts = ResolutionOutput(resolution)
        guard let plan = facts.plan else {
            return facts.planError.map { section("Plan", "<p>\($0.message)</p>") }
        }
        return section("Plan", "<p><code>\(plan.json.description)</code></p>")
    }

    private func section(_ title: String, _ body: Markup) -> Markup {
        "<section><h2>\(title)</h2>\(body)</section>"
    }
}
#endif
