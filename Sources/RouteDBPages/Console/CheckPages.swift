#if Server
package import RouteDB
import RouteDBInsight

/// The access of callers to routes: the rules, and a form that asks as somebody.
package struct AccessPage: Sendable {
    private let rules: [RuleOutput]
    private let namespaces: [NamespaceOutput]

    /// Creates the page of a registry.
    package init(_ snapshot: RegistrySnapshot) {
        let names = SnapshotNames(snapshot)
        rules = snapshot.accessRules.map { RuleOutput($0, in: names) }
        namespaces = NamespaceOutput.all(snapshot)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let add: Markup? =
            frame.isWriting ? "<p><a class=\"button\" href=\"/access/new\">Add a rule</a></p>" : nil
        var spaces = DataTable(
            "Namespaces",
            [
                .init("namespace", .code), .init("without a rule"), .init("profile"),
                .init("bound to", .code), .init("falls back to", .code), .init("routes", .number),
            ])
        for facts in namespaces {
            let namespace = facts.namespace
            let bindings = namespace.schemes.map { "\($0)://" } + namespace.hosts.map { "\($0)" }
            let routes = ConsoleLink.path("/routes", [("namespace", namespace.name)])
            spaces.add([
                .init("<a href=\"\(routes)\">\(namespace.name)</a>"),
                .init(namespace.access.rawValue), .init(namespace.profile.rawValue),
                .init(bindings.joined(separator: " ")),
                .init(facts.fallback ?? namespace.fallbackTarget ?? ""), .init(Int64(facts.routes)),
            ])
        }
        return ConsolePage(
            "Access", heading: "\(NumberText.counted(rules.count, "access rule"))",
            place: "/access",
            """
            <form class="ask" action="/try"><label class="wide">May somebody open this URL?\
            <input class="code" name="url" type="text" required spellcheck="false"></label>\
            <label>As<input name="principal" type="text" placeholder="anybody"></label>\
            <label>With the roles<input name="roles" type="text" placeholder="staff, editor"></label>\
            <button type="submit">Check</button></form>
            \(ReachPage.form(TryPage.Question()))
            <section><div class="lead"><h2>Rules</h2>\(add)</div>\(RuleTable.table(rules, removing: frame.isWriting).markup)</section>
            <section><h2>Namespaces</h2>\(spaces.markup)</section>
            \(ConsoleLink.command(frame.commands.line(["acl", "list"])))
            """)
    }
}

/// The route tests with their results.
package struct TestsPage: Sendable {
    private let results: [(test: RouteTestCase.Stored, result: RouteTestResult)]

    /// Runs the tests of a registry.
    package init(_ snapshot: RegistrySnapshot, at time: Timestamp) {
        let run = RouteTestRun(snapshot, time: time)
        results = snapshot.cases.map { ($0, run.result(of: $0.content)) }
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let failed = results.count { !$0.result.isPassed }
        var table = DataTable(
            "Route tests",
            [.init("result"), .init("test"), .init("URL", .code), .init("differs", .code)]
                + (frame.isWriting ? [.init("")] : []),
            empty: "There are no route tests. Try a URL, and make a test of its answer.")
        for (test, result) in results.sorted(by: { !$0.result.isPassed && $1.result.isPassed }) {
            table.add(
                Self.cells(result)
                    + (frame.isWriting ? [.init(Self.removal(of: test))] : []))
        }
        let heading =
            results.isEmpty
            ? "No tests"
            : failed == 0
                ? "All of \(NumberText.counted(results.count, "test passes", "tests pass"))"
                : "\(failed) of \(NumberText.counted(results.count, "test fails", "tests fail"))"
        return ConsolePage(
            "Tests", heading: "\(heading)", place: "/tests",
            "\(table.markup)\(ConsoleLink.command(frame.commands.line(["test", "run"])))")
    }

    private static func cells(_ result: RouteTestResult) -> [DataTable.Cell] {
        let differences = result.mismatches.map { mismatch in
            "\(mismatch.field): \(PageValue.text(mismatch.actual)), expected "
                + PageValue.text(mismatch.expected)
        }
        return [
            .init(
                result.isPassed
                    ? "<span class=\"badge good\">passed</span>" as Markup
                    : "<span class=\"badge bad\">failed</span>"),
            .init(result.testCase.name ?? ""),
            .init(ConsoleLink.trying(result.testCase.request.url)),
            .init(differences.joined(separator: "; ")),
        ]
    }

    private static func removal(of test: RouteTestCase.Stored) -> Markup {
        let label = test.content.name ?? "#\(test.id.rawValue)"
        return """
            <a href="/tests/\(test.id.rawValue)/remove" aria-label="Remove the test \(label)">Remove</a>
            """
    }
}
#endif
