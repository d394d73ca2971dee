#if Server
import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("Forms that change the registry")
struct EditFormTests {
    private func effect(_ before: RegistrySnapshot, _ after: RegistrySnapshot) -> EditEffect {
        EditEffect(
            RegistryDiff(from: before, to: after), from: before.lint(at: 0), to: after.lint(at: 0))
    }

    @Test("foresight shows the difference, what lint newly says, and the hits that go elsewhere")
    func foresight() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let history = try HistoryFixture()
        var hit = Hit(
            time: 1_767_225_600_000_000, url: Array("https://shop.example/item/1".utf8),
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
        let foresight = try await EditPreview(
            effect(tried.0, tried.1), from: tried.0, to: tried.1, history: history.path,
            last: hit.time)
        #expect(foresight.effect.diff.changes.count == 2)
        #expect(
            foresight.effect.newFindings.contains {
                $0.code == .duplicate || $0.code == .unreachable
            })
        #expect(foresight.replay?.changed.hits == 40)
        let html = foresight.markup(in: ConsoleFixture.frame()).html
        #expect(html.contains("<strong>40 of 40 hits</strong>"))
        #expect(html.contains("Yesterday&#39;s traffic") || html.contains("Yesterday's traffic"))
        let form = RollbackForm(to: 1, at: 7, answer: .foresight(foresight)).form
        ConsoleFixture.check(form.page(in: ConsoleFixture.frame()), "rollback")
        let report = try await Replay(from: tried.0, to: tried.1).run(.history(history.path))
        let all = EditPreview(
            effect(tried.0, tried.1),
            all: ReplayJobState(id: 3, hits: 1, total: 1, report: report))
        #expect(all.replay?.changed.hits == 40)
        #expect(all.markup(in: ConsoleFixture.frame()).html.contains("All traffic"))
        let same = try await EditPreview(
            effect(tried.0, tried.0), from: tried.0, to: tried.0, history: history.path, last: 0)
        #expect(same.markup(in: ConsoleFixture.frame()).html.contains("Nothing would change"))
    }

    @Test("a replay that goes on shows how far it is, and what it found when it has ended")
    func job() async throws {
        let running = ReplayJobState(id: 3, hits: 1_200, total: 10_000)
        ConsoleFixture.check(running.page, "running")
        let html = running.markup.html
        #expect(html.contains("<strong>1,200 of 10,000 hits</strong> so far"))
        #expect(html.contains("data-again=\"/replays/3?fragment=true\""))
        #expect(html.contains("action=\"/replays/3/cancel\""))
        let snapshot = RegistrySnapshot.of(["/a"])
        let report = try await Replay(from: snapshot, to: snapshot).run(
            .hits([ReplayHit(url: Array("/a".utf8))]))
        let ended = ReplayJobState(id: 3, hits: 1, total: 1, isCancelled: true, report: report)
        ConsoleFixture.check(ended.page, "ended")
        #expect(ended.markup.html.contains("It was cancelled"))
        #expect(ended.markup.html.contains("None of 1 hit"))
        #expect(!ended.markup.html.contains("data-again"))
        let failed = ReplayJobState(
            id: 3, hits: 0, total: nil, problem: FormProblem(ConsoleFixture.hostile, hint: nil))
        ConsoleFixture.check(failed.page, "failed")
    }

    @Test("an access decision that changes is shown with both outcomes")
    func decisions() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let history = try HistoryFixture()
        var hit = Hit(time: 1_767_225_600_000_000, url: Array("/item/1".utf8), outcome: .matched)
        hit.principal = Array(ConsoleFixture.hostile.utf8)
        try history.writer().append(HitBatch([hit]))
        let tried = try await registry.edit(dryRun: true) { editor in
            let before = try editor.snapshot()
            try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .anyone))
            return (before, try editor.snapshot())
        }.value
        let foresight = try await EditPreview(
            effect(tried.0, tried.1), from: tried.0, to: tried.1, history: history.path,
            last: hit.time)
        let html = foresight.markup(in: ConsoleFixture.frame()).html
        #expect(html.contains("<span class=\"outcome matched\">matched</span> →"))
        #expect(html.contains("<span class=\"outcome denied\">denied</span>"))
        #expect(html.contains("<strong>1 principal</strong> would be refused that was not."))
        let form = RollbackForm(to: 1, at: 7, answer: .foresight(foresight)).form
        ConsoleFixture.check(form.page(in: ConsoleFixture.frame()), "decisions")
    }

    @Test("a chosen change of many routes is checked, made, and named")
    func bulk() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        func apply(_ bulk: RouteBulk) async throws -> RegistrySnapshot {
            try await registry.edit(dryRun: true) { editor in
                try bulk.apply(to: editor)
                return try editor.snapshot()
            }.value
        }
        let none = try await apply(RouteBulk([1, 2], "disable", value: ""))
        #expect(none.routes.map(\.isEnabled) == [false, false])
        let all = try await apply(RouteBulk([1, 2], "enable", value: ""))
        #expect(all.routes.map(\.isEnabled) == [true, true])
        let set = try await apply(RouteBulk([1, 2], "label", value: "tier=one=1"))
        #expect(set.routes.map { $0.labels["tier"] } == ["one=1", "one=1"])
        let unset = try await apply(RouteBulk([1], "label", value: "owner="))
        #expect(unset.routes.first?.labels == [:])
        for wrong in [
            RouteBulk([], "enable", value: ""), RouteBulk([1], "label", value: "=x"),
            RouteBulk([1], "label", value: "x"), RouteBulk([77], "enable", value: ""),
            RouteBulk([Int64](1...2_001), "enable", value: ""),
        ] {
            await #expect(throws: RouteDBError.self) { try await apply(wrong) }
        }
        let form = BulkForm(
            RouteBulk([1, 2], "label", value: ConsoleFixture.hostile),
            of: try await registry.snapshot(), at: 7, message: ConsoleFixture.hostile, answer: .none
        ).form
        #expect(form.title == "Label 2 routes")
        ConsoleFixture.check(form.page(in: ConsoleFixture.frame()), "bulk")
    }

    @Test("a document's form keeps what was written, and lists each mistake")
    func documents() throws {
        var fields = DocumentForm.Fields()
        fields.document = ConsoleFixture.hostile
        (fields.file, fields.isExact, fields.group) = (ConsoleFixture.hostile, true, "x")
        let text = "[{\"pattern\":1,\"target\":\"a\"},{\"pattern\":2,\"target\":\"<b>\"}]"
        do throws(RouteDBError) {
            _ = try RegistryDocument(parsing: Array(text.utf8))
            Issue.record("the document is valid")
        } catch {
            let form = DocumentForm(
                fields, at: 7, namespaces: ["default", ConsoleFixture.hostile],
                answer: .problem(FormProblem(error))
            ).form
            let page = form.page(in: ConsoleFixture.frame())
            ConsoleFixture.check(page, "document")
            #expect(page.body.html.split(separator: "<li>").count == 3)
        }
    }

    @Test("a form whose answer takes long lets the script ask")
    func asking() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        #expect(
            RollbackForm(to: 1, at: 7).form.page(in: ConsoleFixture.frame()).body.html
                .contains("data-foresight=\"/changes/1/rollback\" data-ask>"))
        let form = RouteForm(RouteForm.Fields(), of: nil, at: 7, namespaces: []).form
        #expect(!form.page(in: ConsoleFixture.frame()).body.html.contains("data-ask"))
        let rule = try await registry.edit(dryRun: true) { editor in
            try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .anyone))
            return try editor.snapshot()
        }.value
        let facts = RuleOutput(rule.accessRules[0], in: SnapshotNames(rule))
        let page = RemovalForm.rule(facts).form(at: 7).page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "removal")
        #expect(page.body.html.contains("action=\"/access/1/remove\""))
    }
}
#endif
