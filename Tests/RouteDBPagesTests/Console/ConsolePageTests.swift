#if Server
import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("Pages of the console")
struct ConsolePageTests {
    private static let hostile = "<img src=x onerror=alert(1)>\"'\u{301}\u{202E}"

    private static func frame(isWriting: Bool = true) -> ConsoleFrame {
        ConsoleFrame(
            registry: hostile, revision: 7, user: hostile, isWriting: isWriting,
            commands: ReportCommandLine(registry: "shop.db"))
    }

    /// A registry whose names, notes and messages are hostile.
    private static func registry() async throws -> (TemporaryDirectory, RouteRegistry) {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"),
            options: RegistryOptions(access: .creating, refreshInterval: nil))
        _ = try await registry.edit(hostile, author: hostile) { editor in
            try editor.add(
                RouteDraft(
                    pattern: "/item/{id:int}", target: "item.show", name: "item", group: "shop",
                    defaults: ["tab": .string(hostile)], note: hostile))
            try editor.add(RouteDraft(pattern: "/old", target: "old", isEnabled: false))
        }
        return (directory, registry)
    }

    /// Checks what every page must be.
    private func check(_ page: ConsolePage, _ comment: Comment) {
        let html = page.html(in: Self.frame())
        let problems = HTMLCheck(html).problems
        #expect(problems == [], comment)
        for part in ["<img", "\u{202E}", "style=\"", "Optional("] {
            let isThere = html.contains(part)
            #expect(!isThere, "\(comment): \(part)")
        }
        let scripts = html.split(separator: "<script").count
        #expect(scripts == 2, "only our own file")
    }

    @Test("a page marks its place, names who looks, and says what is wrong")
    func frames() {
        let page = ConsolePage("Routes", place: "/routes", "<p>x</p>")
        var frame = Self.frame(isWriting: false)
        frame.trouble = "corrupt"
        let html = page.html(in: frame)
        let marks = html.split(separator: "aria-current=\"page\"").count
        #expect(marks == 2)
        #expect(html.contains("<a href=\"/routes\" aria-current=\"page\">Routes</a>"))
        #expect(html.contains("read only") && html.contains("<span class=\"word\"> corrupt</span>"))
        check(page, "frame")
        check(.problem(Self.hostile, hint: Self.hostile, code: "notFound"), "problem")
    }

    @Test("routes are found by a part of their texts, and by their state")
    func routes() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        func heading(_ change: (inout RoutesPage.Filter) -> Void) -> String {
            var filter = RoutesPage.Filter()
            change(&filter)
            let page = RoutesPage(filter, of: snapshot, nil).page(in: Self.frame())
            check(page, "routes")
            return page.heading.html
        }
        #expect(heading { _ in } == "2 routes")
        #expect(heading { $0.text = "ITEM" } == "1 route")
        #expect(heading { $0.text = Self.hostile } == "0 routes")
        #expect(heading { $0.state = "disabled" } == "1 route")
        #expect(heading { $0.state = "enabled" } == "1 route")
        #expect(heading { $0.namespace = "none" } == "0 routes")
        #expect(heading { $0.page = 9 } == "2 routes")
    }

    @Test("a route's page has its fields, and who set them")
    func route() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        let route = try snapshot.route("item")
        let page = RoutePage(
            route, of: snapshot, blame: try await registry.blame(route.id), period: "7d",
            timeline: nil, parameters: nil
        ).page(in: Self.frame())
        check(page, "route")
        let body = page.body.html
        #expect(body.contains("<a class=\"button\" href=\"/routes/1/edit\">"))
        #expect(body.contains("<span class=\"param\">{id:int}</span>"))
        #expect(body.contains("item.show"))
        let reading = RoutePage(
            route, of: snapshot, blame: [], period: "7d", timeline: nil, parameters: nil
        ).page(in: Self.frame(isWriting: false)).body.html
        #expect(!reading.contains("/edit"))
    }

    @Test("a refused candidate is underlined in the pattern and in the URL")
    func candidates() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        var question = TryPage.Question()
        question.url = "https://shop.example/item/mug"
        let page = TryPage(
            question, registry.explain(ResolutionRequest(question.url)), of: snapshot
        ).page(in: Self.frame())
        check(page, "try")
        let body = page.body.html
        #expect(body.contains("<mark><span class=\"param\">{id:int}</span></mark>"))
        #expect(body.contains("<mark><span class=\"literal\">mug</span></mark>"))
        question.url = Self.hostile
        check(
            TryPage(question, registry.explain(ResolutionRequest(question.url)), of: snapshot)
                .page(in: Self.frame()), "hostile URL")
        check(
            TryPage(question, nil, of: snapshot, problem: Self.hostile).page(in: Self.frame()),
            "problem")
    }

    @Test("a form shows the very bytes that are wrong")
    func mistakes() {
        func body(_ error: any Error) -> String {
            let form = RouteForm(
                RouteForm.Fields(), of: 1, at: 3, namespaces: ["default"],
                answer: .problem(FormProblem(error)))
            let page = form.page(in: Self.frame())
            check(page, "form")
            return page.body.html
        }
        do throws(PatternError) {
            _ = try RoutePattern("/item/{id:nope}")
            Issue.record("the pattern is valid")
        } catch {
            #expect(body(error).contains("/item/{id:<mark>nope</mark>}"))
        }
        do throws(PatternError) {
            _ = try RoutePattern("/item/<\u{301}{")
            Issue.record("the pattern is valid")
        } catch {
            // By bytes: the accent joins the character before it.
            let place = Array(body(error).utf8).firstRange(of: Array("/item/&lt;".utf8))
            #expect(place != nil)
        }
    }

    @Test("a form keeps what it does not have, and refuses a priority that is no number")
    func drafts() throws {
        var old = RouteDraft(
            pattern: "/a", syntax: PatternSyntax("jlroutes"), target: "a", labels: ["owner": "ada"])
        old.defaults = ["tab": "x"]
        var fields = RouteForm.Fields()
        (fields.pattern, fields.target, fields.priority) = ("/a", "b", "5")
        let same = try fields.draft(changing: old)
        #expect(
            same.syntax == PatternSyntax("jlroutes") && same.labels == old.labels
                && same.defaults == old.defaults)
        #expect(same.target == "b" && same.priority == 5)
        fields.pattern = "/b"
        #expect(try fields.draft(changing: old).syntax == nil)
        fields.priority = "high"
        #expect(throws: RouteDBError.self) { try fields.draft(changing: old) }
    }

    @Test("foresight shows the difference, what lint newly says, and the hits that go elsewhere")
    func foresight() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let history = try HistoryFixture()
        var hit = Hit(
            timeMicroseconds: 1_767_225_600_000_000, url: Array("https://shop.example/item/1".utf8),
            outcome: .matched)
        hit.weight = 40
        try history.writer().append(HitBatch([hit]))
        let tried = try await registry.edit(dryRun: true) { editor in
            let before = try editor.snapshot()
            try editor.add(
                RouteDraft(pattern: "/item/1", target: "first", priority: 9))
            try editor.add(RouteDraft(pattern: "/item/{n:int}", target: "second", priority: 9))
            return (before, try editor.snapshot())
        }.value
        let foresight = try await Foresight(
            EditEffect(from: tried.0, to: tried.1, at: 0), from: tried.0, to: tried.1,
            history: history.path, last: hit.timeMicroseconds)
        #expect(foresight.effect.diff.changes.count == 2)
        #expect(
            foresight.effect.newFindings.contains {
                $0.code == .duplicate || $0.code == .unreachable
            })
        #expect(foresight.replay?.changed.hits == 40)
        let html = foresight.markup(in: Self.frame()).html
        #expect(html.contains("<strong>40 of 40 hits</strong>"))
        check(RollbackPage(to: 1, foresight).page(in: Self.frame()), "rollback")
        let same = try await Foresight(
            EditEffect(from: tried.0, to: tried.0, at: 0), from: tried.0, to: tried.0,
            history: history.path, last: 0)
        #expect(same.markup(in: Self.frame()).html.contains("Nothing would change"))
    }

    @Test("the overview and the history name what found nothing, with the route that would answer")
    func hits() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let fixture = try HistoryFixture()
        let day: Int64 = 1_767_225_600_000_000
        var hits = (0..<30).map { index in
            var hit = Hit(
                timeMicroseconds: day + Int64(index), url: Array("https://x.example/item/1".utf8),
                outcome: .matched)
            (hit.namespace, hit.route) = (1, 1)
            return hit
        }
        hits += (0..<10).map { index in
            Hit(
                timeMicroseconds: day + Int64(index),
                url: Array("https://x.example/sale/\(index)".utf8), outcome: .unmatched)
        }
        hits.append(
            Hit(
                timeMicroseconds: day, url: Array("/\(Self.hostile)".utf8), outcome: .unmatched))
        try fixture.writer().append(HitBatch(hits))
        let history = try await HitHistory.open(fixture.path)
        let snapshot = try await registry.snapshot()
        let query = AnalysisQuery(
            HitSelection(
                since: Timestamp(microseconds: day),
                until: Timestamp(microseconds: day + 86_400_000_000)), in: snapshot)
        let page = try await OverviewPage("24h", query, history, revisions: [])
            .page(in: Self.frame())
        check(page, "overview")
        #expect(page.heading.html == "26.8% of 41 hits found nothing in the last 24 hours")
        let body = page.body.html
        #expect(body.contains("Add https://x.example/sale/{id:int}"))
        #expect(body.contains("1 route</a> had no hits."))
        let reading = try await OverviewPage("24h", query, history, revisions: [])
            .page(in: Self.frame(isWriting: false)).body.html
        #expect(!reading.contains("class=\"button\"") && reading.contains("routedb add"))
        let past = try await HistoryPage("24h", query, history).page(in: Self.frame())
        check(past, "history")
        #expect(past.heading.html == "11 hits found nothing in the last 24 hours")
        var recorded: [RecordedHit] = []
        for try await hit in history.hits() { recorded.append(hit) }
        check(LivePage(recorded, of: snapshot).page(in: Self.frame()), "live")
    }

    @Test("a list that takes long comes after the page, or by a link")
    func later() {
        let html = UnmatchedList.later("7d", limit: 6).html
        #expect(html.contains("data-load=\"/unmatched?period=7d&amp;limit=6\""))
        #expect(html.contains("<a href=\"/unmatched?period=7d&amp;limit=6\">"))
    }

    @Test("the log, a revision, access, tests and SQL show foreign texts as text")
    func others() async throws {
        let (directory, registry) = try await Self.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        let revisions = try await registry.revisions()
        check(ChangesPage(revisions).page(in: Self.frame()), "log")
        let diff = try await registry.diff(from: .number(1))
        check(RevisionPage(revisions[0], diff).page(in: Self.frame()), "revision")
        check(AccessPage(snapshot).page(in: Self.frame()), "access")
        check(TestsPage(snapshot, at: 0).page(in: Self.frame()), "tests")
        var result = SQLPage.Result()
        result.columns = [Self.hostile]
        result.rows = [[.text(Array(Self.hostile.utf8))], [.blob([1])], [.null], [.real(0.5)]]
        let page = SQLPage(Self.hostile, tables: [Self.hostile], result, problem: nil)
        check(page.page(in: Self.frame()), "SQL")
    }

    @Test("links encode what they carry")
    func links() {
        #expect(
            ConsoleLink.path("/try", [("url", "a b&c=\"d\""), ("at", "")])
                == "/try?url=a%20b%26c%3D%22d%22")
        #expect(ConsoleLink.path("/routes") == "/routes")
    }

    @Test(
        "apps, their files, the proofs and a pasted file are shown, and nothing of them is markup")
    func appLinks() throws {
        var snapshot = RegistrySnapshot.of(["/buy/{id}"])
        let space = snapshot.namespaces[0].id
        snapshot.apps = [space: [LinkedApp(.ios, "ABCDE12345.com.a", name: Self.hostile)]]
        let file = ServedAppLinks(namespace: "default", host: "example.com", platform: .ios)
        let bytes = try #require(try file.content(in: snapshot))
        let links = AppLinkFile(bytes)
        let proof = try snapshot.appLinkProof(
            of: links, app: "ABCDE12345.com.a", namespace: "default", host: "example.com")
        let shown = AppLinksPage.Shown(
            file: file, text: String(decoding: bytes, as: UTF8.self) + Self.hostile,
            proofs: [proof])
        var pasted = AppLinksPage.Pasted(
            text: Self.hostile, namespace: "default", host: Self.hostile)
        pasted.findings = AppLinkFile(Array(Self.hostile.utf8)).findings
        pasted.lines = ([Self.hostile], links.componentLines)
        let page = AppLinksPage(snapshot, files: [shown], pasted: pasted).page(in: Self.frame())
        check(page, "app links")
        let html = page.html(in: Self.frame())
        #expect(html.contains("https://example.com/.well-known/apple-app-site-association"))
        #expect(html.contains("<span class=\"badge good\">exact</span>"))
        #expect(html.contains("ABCDE12345.com.a: include /buy/?*"))
        pasted.problem = FormProblem(RouteDBError(.invalidInput, Self.hostile))
        check(AppLinksPage(snapshot, files: [], pasted: pasted).page(in: Self.frame()), "problem")
        check(
            AppLinksPage(RegistrySnapshot.of([]), files: []).page(in: Self.frame()), "no apps")
    }
}
#endif
