#if Server
import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("Pages of the console")
struct ConsolePageTests {
    @Test("a page marks its place, names who looks, and says what is wrong")
    func frames() {
        let page = ConsolePage("Routes", place: "/routes", "<p>x</p>")
        var frame = ConsoleFixture.frame(isWriting: false)
        frame.trouble = "corrupt"
        let html = page.html(in: frame)
        let marks = html.split(separator: "aria-current=\"page\"").count
        #expect(marks == 2)
        #expect(html.contains("<a href=\"/routes\" aria-current=\"page\">Routes</a>"))
        #expect(html.contains("read only") && html.contains("<span class=\"word\"> corrupt</span>"))
        ConsoleFixture.check(page, "frame")
        ConsoleFixture.check(
            .problem(
                ConsoleFixture.hostile, way: "<p>\(ConsoleFixture.hostile)</p>", code: "notFound"),
            "problem")
    }

    @Test("a route's page has its fields, and who set them")
    func route() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        let route = try snapshot.route("item")
        let table = registry.table
        func builder(_ values: [String]) -> URLForm {
            URLForm(route, in: table, values: values, wildcards: [], scheme: "", host: "")
        }
        let page = try await RoutePage(
            route, of: snapshot, blame: try await registry.blame(route.id),
            period: try HitPeriod("7d", now: 0),
            hits: nil, builder: builder([]), now: 0
        ).page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "route")
        let body = page.body.html
        #expect(body.contains("<a class=\"button\" href=\"/routes/1/edit\">"))
        #expect(body.contains("<span class=\"param\">{id:int}</span>"))
        #expect(body.contains("item.show"))
        let reading = try await RoutePage(
            route, of: snapshot, blame: [], period: try HitPeriod("7d", now: 0), hits: nil,
            builder: builder(["42"]), now: 0
        ).page(in: ConsoleFixture.frame(isWriting: false)).body.html
        #expect(!reading.contains("/edit"))
        #expect(reading.contains("<a href=\"/try?url=%2Fitem%2F42\"><code>/item/42</code></a>"))
        let wrong = builder([ConsoleFixture.hostile]).markup.html
        #expect(wrong.contains("role=\"alert\"") && !wrong.contains("<img"))
        #expect(builder([""]).markup.html.contains("The parameter &#39;id&#39; has no value."))
    }

    @Test("a caller's page says what may be opened, and by which rules")
    func reach() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        var question = TryPage.Question()
        question.principal = ConsoleFixture.hostile
        let reach = CallerReach(try question.request(now: 0), in: snapshot)
        let page = ReachPage(question, reach, of: snapshot).page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "reach")
        #expect(page.body.html.contains("Of the enabled routes: \(reach.summary)."))
        #expect(page.body.html.contains("routedb acl reach"))
    }

    @Test("a refused candidate is underlined in the pattern and in the URL")
    func candidates() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        var question = TryPage.Question()
        question.url = "https://shop.example/item/mug"
        let page = TryPage(
            question, registry.explain(ResolutionRequest(question.url)), of: snapshot
        ).page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "try")
        let body = page.body.html
        #expect(body.contains("<mark><span class=\"param\">{id:int}</span></mark>"))
        #expect(body.contains("<mark><span class=\"literal\">mug</span></mark>"))
        question.url = ConsoleFixture.hostile
        ConsoleFixture.check(
            TryPage(question, registry.explain(ResolutionRequest(question.url)), of: snapshot)
                .page(in: ConsoleFixture.frame()), "hostile URL")
        ConsoleFixture.check(
            TryPage(
                question,
                problem: FormProblem(ConsoleFixture.hostile, hint: ConsoleFixture.hostile)
            ).page(in: ConsoleFixture.frame()), "problem")
    }

    @Test("a question is read as the tool reads its options, and the found URL is built back")
    func questions() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        var question = TryPage.Question()
        question.url = "/item/042"
        question.roles = "staff, editor"
        (question.kind, question.time) = ("GET", "2026-01-31T09:30:00Z")
        question.context = "user=7\nname=Ada\n\nnote=a=b"
        let request = try question.request(now: 5)
        #expect(request.principal == RequestPrincipal("", roles: ["staff", "editor"]))
        #expect(request.kind == "GET" && request.time == 1_769_851_800_000_000)
        #expect(request.context == ["user": 7, "name": "Ada", "note": "a=b"])
        question.time = "never"
        #expect(throws: RouteDBError.self) { try question.request(now: 5) }
        question = TryPage.Question()
        question.url = "/item/042"
        #expect(try question.request(now: 5).time == 5)
        let explanation = registry.explain(ResolutionRequest(question.url))
        let built = BuiltURL(back: explanation.resolution, in: registry.table)
        let page = TryPage(
            question, explanation, built: built, of: try await registry.snapshot()
        ).page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "built back")
        #expect(page.body.html.contains("<h2>Built back from the values</h2>"))
        question.context = "=x"
        #expect(throws: RouteDBError.self) { try question.request(now: 5) }
    }

    @Test("a form shows the very bytes that are wrong")
    func mistakes() {
        func body(_ error: any Error) -> String {
            let form = RouteForm(
                RouteForm.Fields(), of: 1, at: 3, namespaces: ["default"],
                answer: .problem(FormProblem(error)))
            let page = form.form.page(in: ConsoleFixture.frame())
            ConsoleFixture.check(page, "form")
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
        (fields.labels, fields.defaults) = ("owner=ada", "tab=x")
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

    @Test("a revision shows the hits of the routes that it changed")
    func revisionHits() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let revisions = try await registry.outputs(of: try await registry.revisions())
        let diff = try await registry.diff(from: .number(1))
        let fixture = try HistoryFixture()
        let time = Timestamp(microseconds: 1_767_225_600_000_000)
        var hit = Hit(time: time, url: Array("/x".utf8), outcome: .matched)
        (hit.namespace, hit.route, hit.weight) = (1, 1, 1_204)
        try fixture.writer().append(HitBatch([hit]))
        let traffic = try await HitHistory.open(fixture.path)
            .traffic(since: time)
        let page = RevisionPage(revisions[0], diff, traffic: traffic)
            .page(in: ConsoleFixture.frame())
        #expect(page.body.html.contains("1,204 hits since 2026-01-01, 1,204 ever"))
        #expect(page.body.html.contains("0 hits since 2026-01-01, 0 ever"))
    }

    @Test("the log, a revision, access, tests and SQL show foreign texts as text")
    func others() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let snapshot = try await registry.snapshot()
        let revisions = try await registry.outputs(of: try await registry.revisions())
        ConsoleFixture.check(ChangesPage(revisions).page(in: ConsoleFixture.frame()), "log")
        let diff = try await registry.diff(from: .number(1))
        ConsoleFixture.check(
            RevisionPage(revisions[0], diff).page(in: ConsoleFixture.frame()), "revision")
        ConsoleFixture.check(AccessPage(snapshot).page(in: ConsoleFixture.frame()), "access")
        let difference = DifferencePage(from: ConsoleFixture.hostile, to: "", diff)
            .page(in: ConsoleFixture.frame())
        ConsoleFixture.check(difference, "difference")
        #expect(difference.heading.html == "3 items changed from revision 1 to 2")
        ConsoleFixture.check(TestsPage(snapshot, at: 0).page(in: ConsoleFixture.frame()), "tests")
        let hostile = SQLCell.text(Array(ConsoleFixture.hostile.utf8))
        var result = SQLPage.Result()
        result.columns = [ConsoleFixture.hostile]
        result.rows = [
            [.text(Array(ConsoleFixture.hostile.utf8))], [.blob([1])], [.null], [.real(0.5)],
        ]
        let page = SQLPage(
            ConsoleFixture.hostile, schema: [[hostile, hostile, hostile], [.null]], result,
            problem: nil)
        ConsoleFixture.check(page.page(in: ConsoleFixture.frame()), "SQL")
    }

    @Test("links encode what they carry")
    func links() {
        #expect(
            ConsoleLink.path("/try", [("url", "a b&c=\"d\""), ("at", "")])
                == "/try?url=a%20b%26c%3D%22d%22")
        #expect(ConsoleLink.path("/routes") == "/routes")
    }
}
#endif
