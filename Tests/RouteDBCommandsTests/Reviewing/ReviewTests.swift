import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("review")
struct ReviewTests {
    private let fixture: ReviewFixture

    init() async throws { fixture = try await ReviewFixture() }

    private static let log = "/user/7\n/user/ada\n"

    @Test("two equal states pass, in every format")
    func equal() async throws {
        for format in ["table", "markdown", "json", "csv"] {
            let run = try await fixture.review("-f", format, log: Self.log)
            #expect(run.status == 0, "\(run.diagnostics)")
            let place = format == "table" ? run.output : run.diagnostics
            #expect(place.contains("review passed\n"), "\(format)")
        }
        let object = try await fixture.review("--json", log: Self.log).object
        #expect(object["passed"] == true && object["failures"] == [])
        #expect(object["changes"] == [] && object["widenings"] == [])
        guard case .object(let replay)? = object["replay"] else {
            Issue.record("there is no replay")
            return
        }
        #expect(replay["hits"] == 2 && replay["changed"] == 0)
    }

    @Test("new findings fail from the severity of the gate on, and old ones never do")
    func lint() async throws {
        await fixture.change(["add", "/user/{x}", "--target", "other", "--name", "again"])
        for (gate, status) in [("error", 1), ("warning", 1), ("note", 1), ("never", 0)] {
            let run = try await fixture.review(gates: "{\"lint\":\"\(gate)\"}")
            #expect(run.status == status, "\(gate) \(run.output)")
            #expect(run.output.contains("lint: 1 new finding, 0 fixed, 1 in all"))
        }
        let run = try await fixture.review()
        #expect(run.status == 1 && run.output.contains("failed: new findings: 1 error"))
        #expect(run.lines.last == "review failed: lint")
        try FileManager.default.copyItem(
            atPath: fixture.path("head.json"), toPath: fixture.path("old.json"))
        // In front of the others, so that the numbers of all change.
        let text = try fixture.text("head.json")
        let added = text.replacingOccurrences(
            of: "\"routes\":[", with: "\"routes\":[{\"pattern\":\"/first\",\"target\":\"t\"},")
        try fixture.write(added, to: "head.json")
        let later = await fixture.tool.run([
            "review", "--base", fixture.path("old.json"), "--head", fixture.path("head.json"),
        ])
        #expect(
            later.status == 0 && later.output.contains("lint: 0 new findings, 0 fixed, 1 in all"))
    }

    @Test("a failing route test fails, unless tests are only shown")
    func tests() async throws {
        await fixture.change(["set", "user", "target=profile"])
        let run = try await fixture.review()
        #expect(run.status == 1 && run.output.contains("failed: 1 route test fails"))
        #expect(run.output.contains("target  expected \"user\", got \"profile\""))
        #expect(try await fixture.review(gates: #"{"tests":"show"}"#).status == 0)
    }

    @Test("hits that resolve differently fail as in a replay")
    func replay() async throws {
        await fixture.change(["set", "user", "pattern=/user/{id:int}"])
        func status(_ gate: String) async throws -> Int32 {
            try await fixture.review(
                gates: "{\"tests\":\"show\",\"replay\":\(gate)}", log: Self.log
            ).status
        }
        #expect(try await status("{}") == 1)
        #expect(try await status(#"{"failOn":["now-unmatched"]}"#) == 1)
        #expect(try await status(#"{"failOn":["other-plan"]}"#) == 0)
        #expect(try await status(#"{"maxChanged":2}"#) == 0)
        #expect(try await status(#"{"maxChanged":"50%"}"#) == 1)
        #expect(try await status(#"{"maxChanged":2,"minHits":3}"#) == 2)
        let run = try await fixture.review(log: Self.log)
        #expect(run.output.contains("failed: hits that resolve differently: 2"))
        #expect(run.output.contains("now-unmatched  1 hit, 50.00%"))
    }

    @Test("traffic that reaches no route decides nothing, and the page says so")
    func shortage() async throws {
        let run = try await fixture.review(log: "/none\n")
        #expect(run.status == 2 && run.lines.last == "review failed: replay")
        #expect(run.diagnostics.contains("so nothing shows that it is safe"))
        #expect(
            try await fixture.review(gates: #"{"replay":{"minHits":0}}"#, log: "/none\n").status
                == 0)
    }

    @Test("a change of access fails as the gate says, or if a hit gets another decision")
    func access() async throws {
        await fixture.change(["acl", "remove", "1", "--yes"])
        let gates = #","replay":{"failOn":["now-unmatched"]}}"#
        func run(_ access: String, _ log: String) async throws -> ToolRun {
            try await fixture.review(gates: "{\(access)\(gates)", log: log)
        }
        let seen = try await run(#""lint":"error""#, "/shop/a\n")
        #expect(seen.status == 1 && seen.output.contains("failed: hits with another decision: 1"))
        #expect(try await run(#""lint":"error""#, "/user/7\n").status == 0)
        #expect(try await run(#""access":"seen""#, "/user/7\n").status == 0)
        #expect(try await run(#""access":"show""#, "/shop/a\n").status == 0)
        let failed = try await run(#""access":"fail""#, "/user/7\n")
        #expect(failed.status == 1 && failed.output.contains("failed: 1 change of access"))
        #expect(
            failed.output.contains("access: 1 change; requests would pass that rules refuse now"))
        #expect(failed.output.contains("may let requests pass: "))
    }

    @Test("states may be registries, revisions and documents")
    func states() async throws {
        await fixture.tool("backup", fixture.path("branch.db"))
        _ = await fixture.tool.run(["set", "user", "target=x", "--db", fixture.path("branch.db")])
        func run(_ base: String, _ head: String) async throws -> JSONObject {
            try await fixture.tool("review", "--base", base, "--head", head, "--json").object
        }
        for (base, head, count) in [
            (fixture.tool.path, fixture.path("branch.db"), 1),
            ("@live", fixture.path("head.json"), 0),
            ("@2", "@live", 3), (fixture.path("main.json"), fixture.path("branch.db"), 1),
        ] {
            guard case .array(let changes)? = try await run(base, head)["changes"] else {
                Issue.record("\(base) \(head)")
                continue
            }
            #expect(changes.count == count, "\(base) \(head)")
        }
    }

    @Test("SARIF and JUnit are written beside the page")
    func reports() async throws {
        await fixture.change(
            ["add", "/user/{x}", "--target", "other", "--name", "again"],
            ["set", "user", "target=x"])
        let run = try await fixture.review(
            "-f", "markdown", "-o", fixture.path("page.md"), "--sarif", fixture.path("lint.sarif"),
            "--junit", fixture.path("tests.xml"))
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.diagnostics.contains("review failed: lint, tests"))
        #expect(try fixture.text("page.md").hasPrefix("## RouteDB: review failed: lint, tests\n"))
        let sarif = try fixture.text("lint.sarif")
        #expect(sarif.contains("head.json\"},\"region\":{\"startLine\""))
        let alone = await fixture.tool.run(["lint", fixture.path("head.json"), "--sarif", "-"])
        #expect(alone.output == sarif)
        #expect(try fixture.text("tests.xml").contains("failures=\"1\""))
    }

    @Test("what is missing, cut off or given twice is an error, and nothing is written")
    func mistakes() async throws {
        let page = fixture.path("page.md")
        let text = try fixture.text("main.json")
        try fixture.write(String(text.prefix(text.count / 2)), to: "head.json")
        let cut = try await fixture.review("-o", page, "--json")
        #expect(cut.status == 2 && cut.error?["code"] == "invalidInput")
        #expect(!FileManager.default.fileExists(atPath: page))
        let base = ["review", "--base", fixture.path("main.json")]
        func status(_ arguments: String...) async -> Int32 {
            await fixture.tool.run(base + arguments).status
        }
        #expect(await status("--head", fixture.path("none.json")) == 2)
        let main = fixture.path("main.json")
        #expect(await status("--head", main, "--traffic", fixture.path("none.log")) == 2)
        #expect(await status("--head", main, "--config", fixture.path("none.json")) == 2)
        #expect(await status("--head", main, "-o", fixture.path("none/page.md")) == 2)
        #expect(await status() == 64)
        #expect(await status("--head", "-", "--traffic", "-") == 64)
        #expect(await status("--head", main, "--format", "html") == 64)
        #expect(await status("--head", main, "--sarif", "-") == 64)
        #expect(await status("--head", main, "--sarif", "-", "-o", page) == 0)
    }

    @Test("a plan tells no changes, changes and errors apart by its status")
    func drift() async throws {
        #expect(await fixture.tool("plan", fixture.path("main.json")).status == 0)
        await fixture.change(["set", "user", "target=x"])
        #expect(await fixture.tool("plan", fixture.path("main.json")).status == 1)
        #expect(await fixture.tool("plan", fixture.path("none.json")).status == 2)
    }
}
