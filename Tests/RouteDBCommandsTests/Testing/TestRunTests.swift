import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("test")
struct TestRunTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        try await tool.edit { editor in
            try editor.add(
                RouteDraft(pattern: "app://user/{id:int}", target: "user.profile", name: "user"))
            try editor.add(RouteDraft(pattern: "app://admin", target: "admin"))
            try editor.addRule(
                RuleDraft(
                    .deny, in: .route("app://admin"),
                    conditions: [try AccessRule.Condition("time period 2026-01-01..")],
                    code: "closed"))
        }
    }

    private static let cases = """
        {"case":"a user","url":"app://user/42","expect":{"route":"user","values":{"id":42}}}

        {"url":"app://user/x","expect":{"outcome":"unmatched"}}
        {"url":"app://admin","principal":"ada","roles":["r'1"],"expect":{"target":"admn"}}

        """

    @Test("cases that pass are counted, and the status is 0")
    func passing() async {
        let good = Self.cases.split(separator: "\n").prefix(2).joined(separator: "\n")
        let run = await tool("test", "-", input: good)
        #expect(run.status == 0 && run.lines == ["2 of 2 passed"])
    }

    @Test("a failing case is shown with its differences and a command, with status 1")
    func failing() async {
        let run = await tool("test", "-", input: Self.cases)
        #expect(run.status == 1)
        #expect(
            run.lines == [
                "failed line 4  app://admin", #"    target  expected "admn", got nothing"#,
                #"    see: routedb explain app://admin --as ada --role 'r'\''1' --db "# + tool.path,
                "2 of 3 passed",
            ])
        #expect(run.diagnostics.contains("depend on the time, and 3 cases do not set it"))
        let past = await tool("test", "-", "--at", "2025-01-01", input: Self.cases)
        #expect(past.lines[1] == #"    target  expected "admn", got "admin""#)
        #expect(!past.diagnostics.contains("depend on the time"))
    }

    @Test("the suggested command repeats the tested options and quotes its arguments")
    func explainCommand() async {
        let cases = """
            {"url":"-x","principal":"-p","expect":{"outcome":"matched"}}
            {"name":"-n","time":"2026-01-31T09:30:00Z","expect":{"outcome":"matched"}}
            """
        let run = await tool("test", "-", "--as-of", "@1", "--at", "2025-01-01", input: cases)
        let ways = run.lines.filter { $0.hasPrefix("    see: ") }
        let time = "2025-01-01T00:00:00Z"
        #expect(ways.count == 2)
        #expect(ways.first?.hasPrefix("    see: routedb explain --as=-p --at \(time)") == true)
        #expect(ways.first?.hasSuffix(" -- -x") == true)
        #expect(ways.last?.hasPrefix("    see: routedb explain --name=-n --at 2026-01-31") == true)
        #expect(ways.last?.contains(time) == false)
        #expect(ways.allSatisfy { $0.contains(" --as-of @1") })
    }

    @Test("JSON contains every case, its mismatches and the time")
    func json() async throws {
        let object = try await tool("test", "-", "--json", input: Self.cases).object
        #expect(object["passed"] == 2 && object["failed"] == 1 && object["coverage"] == .null)
        #expect(object["time"] == "2026-01-02T03:04:05Z" && object["revision"] == 2)
        guard case .array(let cases)? = object["cases"], case .object(let last)? = cases.last
        else {
            Issue.record("no cases")
            return
        }
        #expect(cases.count == 3 && last["label"] == "line 4" && last["passed"] == false)
        #expect(
            last["mismatches"] == [
                ["field": "target", "expected": "admn", "actual": nil, "note": nil]
            ])
    }

    @Test("TAP has a plan, a test point for each case, and a block for each failure")
    func tap() async {
        let cases = Self.cases + ##"{"case":"#1 \\ x","url":"y","expect":{"outcome":"unmatched"}}"##
        let run = await tool("test", "-", "--tap", "--coverage", input: cases)
        #expect(
            run.lines.prefix(11) == [
                "TAP version 14", "1..4", "ok 1 - line 1  a user  app://user/42",
                "ok 2 - line 3  app://user/x", "not ok 3 - line 4  app://admin", "  ---",
                #"  see: "routedb explain app://admin --as ada --role 'r'\\''1'"#
                    + " --db \(tool.path)\"", "  mismatches:",
                #"    - field: "target""#, #"      expected: "admn""#, "      actual: null",
            ])
        #expect(run.lines.contains(##"ok 4 - line 5  \#1 \\ x  y"##))
        #expect(run.lines.contains { $0.hasPrefix("# coverage: routes 2 of 2 (100.0%)") })
    }

    @Test("a JUnit file is valid XML, whatever the cases contain")
    func junit() async throws {
        let path = tool.directory.path("report.xml")
        let odd = #"{"case":"<&\"'>\u0001","url":"]]>\n","expect":{"outcome":"matched"}}"#
        let run = await tool("test", "-", "--junit", path, input: Self.cases + odd)
        #expect(run.status == 1 && run.lines.last == "2 of 4 passed")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(#"<testsuites tests="4" failures="2" errors="0">"#))
        #expect(text.contains(#"name="line 4  app://admin""#))
        #expect(text.contains("target  expected &quot;admn&quot;, got nothing\nsee: routedb"))
        #expect(text.contains(#"&lt;&amp;&quot;'&gt;\x01"#))
        let bytes = text.utf8.filter { $0 < 0x20 && $0 != 0x0A }
        #expect(bytes.isEmpty)
        let output = await tool("test", "-", "--junit", "-", input: Self.cases)
        #expect(
            output.lines.first?.hasPrefix("<?xml") == true && output.lines.last == "</testsuites>")
    }

    @Test("coverage lists what was not reached, and too little of a part fails")
    func coverage() async throws {
        let one = String(Self.cases.split(separator: "\n")[0])
        let run = await tool("test", "-", "--coverage", input: one)
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "coverage: routes 1 of 2 (50.0%), parameters 1 of 2 (50.0%), rules 0 of 1 (0.0%)",
                "    never refused: {id:int} of #1 user  app://user/{id:int} -> user.profile",
                "    never matched: #2  app://admin -> admin", "    never applied: access rule 1",
                "1 of 1 passed",
            ])
        func status(_ bounds: String...) async -> Int32 {
            let options = bounds.flatMap { ["--fail-under", $0] }
            return await tool.run(["test", "-", "--db", tool.path] + options, input: one).status
        }
        #expect(await status("50") == 1)
        #expect(await status("routes=50", "parameters=50.0") == 0)
        #expect(await status("routes=50.1") == 1)
        #expect(await status("root=1") == 64)
        #expect(await status("101") == 64)
        let under = await tool("test", "-", "--fail-under", "routes=80", input: one)
        #expect(under.lastDiagnostic == "coverage of routes is 50.0%, below 80.0%")
        let object = try await tool("test", "-", "--coverage", "--json", input: one).object
        guard case .object(let coverage)? = object["coverage"],
            case .array(let missing)? = coverage["missing"]
        else {
            Issue.record("no coverage")
            return
        }
        #expect(coverage["routes"] == ["covered": 1, "total": 2, "percentage": .double(50)])
        #expect(missing.count == 3)
    }

    @Test(
        "an invalid case is reported with its line, with status 2",
        arguments: [
            (#"{"url":"a"}"#, "line 4, column 1"), ("[]", "line 4, column 1"),
            (#"{"url":"a","expect":{"rout":"b"}}"#, "line 4, column 29"), ("{", "line 4, column 2"),
        ])
    func mistakes(line: String, place: String) async {
        let good = Self.cases.split(separator: "\n", omittingEmptySubsequences: false).prefix(3)
        let run = await tool(
            "test", "-", "--json", input: (good + [Substring(line)]).joined(separator: "\n"))
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("standard input, \(place)"), "\(run.diagnostics)")
    }

    @Test("without cases, nothing is reported as passed")
    func none() async {
        #expect(await tool("test", "-", "--json", input: "\n").error?["code"] == "noCases")
        #expect(await tool("test", "--all").status == 2)
        #expect(await tool("test").status == 64)
        #expect(await tool("test", "-", "--all", input: "").status == 64)
        #expect(await tool("test", "no-such-file").status == 2)
        #expect(await tool("test", "file", "--bogus").status == 64)
        let filtered = await tool("test", "-", "--only", "zzz", input: Self.cases)
        #expect(filtered.status == 2)
    }

    @Test("cases can be selected, and run against another registry or revision")
    func selection() async throws {
        let run = await tool("test", "-", "--only", "user", input: Self.cases)
        #expect(run.lines == ["2 of 2 passed"])
        let other = tool.directory.path("other.db")
        try await tool.edit(at: other) {
            try $0.add(RouteDraft(pattern: "app://admin", target: "admn"))
        }
        let against = await tool(
            "test", "-", "--against", other, "--only", "admin", input: Self.cases)
        #expect(against.status == 0)
        let past = await tool("test", "-", "--as-of", "1", "--only", "a user", input: Self.cases)
        #expect(past.status == 1 && past.output.contains("expected \"user\", got nothing"))
    }

    @Test("hits become cases, which pass, and can be stored")
    func recording() async throws {
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"),
            stream: [UInt8](repeating: 1, count: 16), durability: .normal, time: 0)
        var hits: [Hit] = []
        for number in 0..<40 {
            let urls = ["app://user/\(number)", "app://user/x\(number)", "app://admin?\(number)"]
            for url in urls {
                var hit = Hit(
                    time: Tool.time - .seconds(number * 86_400),
                    url: Array(url.utf8), outcome: .matched)
                if number % 2 == 0 { hit.principal = Array("ada".utf8) }
                hits.append(hit)
            }
        }
        try writer.append(HitBatch(hits))
        let run = await tool("test", "--record", "--since", "7d", "--per-route", "2")
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("8 cases of 24 hits"), "\(run.diagnostics)")
        #expect(run.lines.count == 8)
        #expect(await tool("test", "-", input: run.output).lines == ["8 of 8 passed"])
        let again = await tool("test", "--record", "--since", "7d", "--per-route", "2")
        #expect(again.output == run.output)
        let stored = await tool(
            "test", "--record", "--since", "7d", "--per-route", "2", "--store", "--message", "m")
        #expect(stored.lines.count == 8 && stored.lines[0].hasPrefix("added case #1  app://"))
        #expect(await tool("test", "--all").lines == ["8 of 8 passed"])
        #expect(await tool("test", "--record", "--per-route", "0").status == 64)
        #expect(await tool("test", "-", "--store", input: "").status == 64)
    }
}
