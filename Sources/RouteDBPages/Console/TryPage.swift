#if Server
package import RouteDB
package import RouteDBInsight

/// Where a URL leads, and why.
package struct TryPage: Sendable {
    /// What somebody asks for.
    package struct Question: Sendable {
        package var url = ""
        package var principal = ""
        package var roles = ""
        package var namespace = ""
        package var time = ""
        package var revision = ""

        package init() {}
    }

    private let question: Question
    private let explanation: Explanation?
    private let names: SnapshotNames
    private let problem: String?

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - question: What was asked.
    ///   - explanation: The answer; `nil` if nothing was asked.
    ///   - snapshot: The registry that answered.
    ///   - problem: Why there is no answer.
    package init(
        _ question: Question, _ explanation: Explanation?, of snapshot: RegistrySnapshot,
        problem: String? = nil
    ) {
        (self.question, self.explanation, self.problem) = (question, explanation, problem)
        names = SnapshotNames(snapshot)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        guard let explanation, !question.url.isEmpty else {
            let notice: Markup? = problem.map {
                "<div class=\"notice bad\" role=\"alert\"><p>\($0)</p></div>"
            }
            return ConsolePage(
                "Try a URL", place: "/try", "\(form)\(notice)")
        }
        let resolution = explanation.resolution
        return ConsolePage(
            "Try \(String(question.url.prefix(80)))", heading: answer(resolution), place: "/try",
            """
            <p class="summary">\(url(resolution))</p>\(form)
            \(values(explanation))\(access(explanation))\(candidates(explanation))\(near(explanation))
            \(plan(resolution))\(ConsoleLink.command(command(in: frame)))
            """)
    }

    private func command(in frame: ConsoleFrame) -> String {
        var words = ["explain", question.url]
        if !question.principal.isEmpty { words += ["--principal", question.principal] }
        for role in question.roles.split(separator: ",") { words += ["--role", String(role)] }
        if !question.namespace.isEmpty { words += ["--namespace", question.namespace] }
        return frame.commands.line(words)
    }

    // MARK: The question

    private var form: Markup {
        let fields: [(name: String, label: String, value: String, hint: String)] = [
            ("principal", "As", question.principal, "anybody"),
            ("roles", "With the roles", question.roles, "staff, editor"),
            ("namespace", "In the namespace", question.namespace, "of the URL"),
            ("at", "At", question.time, "now"),
            ("revision", "At the revision", question.revision, "newest"),
        ]
        var inputs: Markup = ""
        for field in fields {
            inputs += """
                <label>\(field.label)<input name="\(field.name)" type="text" \
                value="\(PageText.field(field.value))" placeholder="\(field.hint)"></label>
                """
        }
        return """
            <form class="ask" action="/try"><label class="wide">URL<input class="code" name="url" \
            type="text" value="\(PageText.field(question.url))" spellcheck="false"></label>\(inputs)\
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

    private func label(_ route: Route) -> String {
        route.name.map { name in route.group.map { "\($0)/\(name)" } ?? name } ?? route.patternText
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

    private func access(_ explanation: Explanation) -> Markup? {
        guard explanation.resolution.foundRoute != nil else { return nil }
        let decision = explanation.resolution.access
        var table = DataTable(
            "Rules that cover the route",
            [.init("rule", .number), .init("effect"), .init("applies"), .init("why")],
            empty: "No rule covers the route.")
        for considered in explanation.rules {
            let facts = ConsideredFacts(
                considered: considered, facts: RuleFacts(considered.rule, in: names))
            table.add([
                .init("#\(considered.rule.id.rawValue)"),
                .init(PageValue.text(facts.facts.object["effect"])),
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
            }
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
        let facts = ResolutionFacts(resolution)
        guard let plan = facts.plan else {
            return facts.planError.map { section("Plan", "<p>\($0.message)</p>") }
        }
        return section("Plan", "<p><code>\(plan.json.description)</code></p>")
    }

    private func section(_ title: String, _ body: Markup) -> Markup {
        "<section><h2>\(title)</h2>\(body)</section>"
    }
}

/// Patterns and URLs with their parts in colours.
package enum PatternText {
    /// A pattern, with the segment underlined that a URL does not have.
    package static func pattern(_ text: String, marking segment: Int?) -> Markup {
        "<code class=\"pattern\">\(parts(text, marking: segment, isPattern: true))</code>"
    }

    /// A URL, with the segment underlined that a pattern refuses.
    package static func url(_ text: String, marking segment: Int?) -> Markup {
        "<code class=\"pattern\">\(parts(text, marking: segment, isPattern: false))</code>"
    }

    private static func parts(_ text: String, marking segment: Int?, isPattern: Bool) -> Markup {
        let bytes = Array(text.utf8)
        var start = 0
        var markup: Markup = ""
        if let end = endOfScheme(bytes) {
            start = end
            while start < bytes.count, !"/?#".utf8.contains(bytes[start]) { start += 1 }
            markup += "<span class=\"origin\">\(part(bytes[..<start]))</span>"
        }
        let end = endOfPath(bytes, from: start)
        let pieces = bytes[start..<end].split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (number, piece) in pieces.enumerated() {
            if number > 0 { markup += "<span class=\"slash\">/</span>" }
            guard !piece.isEmpty || number == segment else { continue }
            let hasParameter = isPattern && piece.contains { "{:*".utf8.contains($0) }
            let shown: Markup = """
                <span class="\(hasParameter ? "param" : "literal")">\(piece.isEmpty ? " " : part(piece))\
                </span>
                """
            markup += number == segment && number > 0 ? "<mark>\(shown)</mark>" : shown
        }
        if end < bytes.count { markup += "<span class=\"query\">\(part(bytes[end...]))</span>" }
        return markup
    }

    /// The end of the path, behind which is the query.
    ///
    /// A `?` inside braces belongs to a parameter.
    private static func endOfPath(_ bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "?") where depth <= 0, UInt8(ascii: "#") where depth <= 0:
                return index
            default: break
            }
        }
        return bytes.count
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The end of `scheme://`; `nil` if there is none before the path.
    private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8), !bytes[..<colon].contains(UInt8(ascii: "/"))
        else { return nil }
        return colon + 3
    }
}
#endif
