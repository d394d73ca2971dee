import RouteDB
import RouteDBTestSupport
import Testing

@Suite("lint")
struct LintCommandTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a/{x:int}", "--target", "t", "--name", "whole")
        await tool("add", "/a/{x:hex}", "--target", "t")
    }

    @Test("a finding has a proof and fixes, and its severity sets the exit status")
    func report() async {
        let run = await tool("lint", "--table")
        #expect(run.status == 0)
        #expect(
            run.output == """
                warning ambiguous: #1 whole and #2 /a/{x:hex} both match some URLs, and only the \
                order of registration decides between them.
                    proof: '/a/0' goes to #1 whole, then #2 /a/{x:hex}
                    fix: routedb set '#2' priority=1

                """)
        #expect(run.diagnostics == "1 finding: 1 ambiguous\n")
        #expect(await tool("lint", "--fail-on", "warning").status == 1)
        #expect(await tool("lint", "--fail-on", "never").status == 0)
        await tool("set", "#2", "priority=1")
        #expect(await tool("lint", "--fail-on", "note", "--only", "ambiguous").status == 0)
    }

    @Test("an error fails, and a past revision can be checked")
    func failing() async {
        await tool("add", "/a/{y:int(1..9)}", "--target", "t")
        let run = await tool("lint", "--only", "unreachable")
        #expect(run.status == 1)
        #expect(
            run.output
                == "error\tunreachable\tdefault\t#3\t\t\t/a/1\tEvery URL that #3 /a/{y:int(1..9)}"
                + " matches is matched first by other routes.\troutedb remove '#3'\n")
        #expect(await tool("lint", "--only", "unreachable", "--as-of", "3").status == 0)
        #expect(await tool("lint", "--only", "unreachble").status == 64)
        #expect(await tool("lint", "--namespace", "none").status == 2)
    }

    @Test("suppressed findings are counted, shown on demand, and can be reported again")
    func suppressing() async throws {
        let add = ["suppress", "ambiguous", "#2", "whole", "--reason", "known", "--db", tool.path]
        let run = await tool.run(["lint"] + add)
        #expect(
            run.output
                == "added suppression 1: ambiguous of #2 /a/{x:hex}, #1 whole, because: known  (revision 4)\n"
        )
        #expect(await tool("lint", "--fail-on", "note").status == 0)
        #expect(await tool("lint", "--all").output.hasPrefix("suppressed\tambiguous\t"))
        let object = try await tool("lint", "--json").object
        #expect(object["findings"] == [] && object["revision"] == 4)
        #expect(object["counts"] == [["code": "ambiguous", "found": 0, "suppressed": 1]])
        #expect(
            await tool("lint", "suppressions").output
                == "1\tambiguous\t#2 /a/{x:hex}, #1 whole\tknown\n")
        #expect(await tool("lint", "unsuppress", "1").status == 0)
        #expect(await tool("lint", "unsuppress", "1").status == 2)
        #expect(await tool("lint", "--fail-on", "warning").status == 1)
    }

    @Test("suppressions are part of documents and of differences")
    func documents() async throws {
        await tool("lint", "suppress", "ambiguous", "#2", "whole", "--reason", "known")
        await tool("lint", "suppress", "dialect", "--namespace", "default", "--reason", "r")
        #expect(
            await tool("diff", "3").output.hasPrefix("added\tsuppression\tsuppression #1\tcode"))
        let document = await tool("export", "--format", "json").output
        let other = try Tool()
        await other("init")
        #expect(await other("import", "-", "--file-format", "json", input: document).status == 0)
        #expect(await other("export", "--format", "json").output == document)
        let again = await other("import", "-", "--file-format", "json", input: document)
        #expect(
            again.diagnostics.contains("suppressions: imported 0, skipped 0") && again.status == 0)
        #expect(await tool("export", "--format", "csv").diagnostics.contains("suppressions"))
    }

    @Test("SARIF has what the format requires, and suppressed findings")
    func sarif() async throws {
        await tool("add", "/a/{y:int(1..9)}", "--target", "t")
        await tool("lint", "suppress", "ambiguous", "whole", "--reason", "known")
        let run = await tool("lint", "--sarif", "-")
        #expect(run.status == 1)
        let log = try run.object
        #expect(log["version"] == "2.1.0" && log["$schema"] != nil)
        guard case .array(let runs)? = log["runs"], case .object(let first)? = runs.first,
            case .object(let tools)? = first["tool"], case .object(let driver)? = tools["driver"],
            case .array(let rules)? = driver["rules"], case .array(let results)? = first["results"]
        else {
            Issue.record("\(log)")
            return
        }
        #expect(driver["name"] == "routedb" && rules.count == LintCode.allCases.count)
        for case .object(let rule) in rules {
            guard case .object(let text)? = rule["shortDescription"] else {
                Issue.record("\(rule)")
                continue
            }
            #expect(rule["id"] != nil && text["text"] != nil && rule["help"] != nil)
        }
        var suppressed = 0
        for case .object(let result) in results {
            guard case .object(let message)? = result["message"],
                case .array(let locations)? = result["locations"],
                case .object(let location)? = locations.first,
                case .array(let logical)? = location["logicalLocations"],
                case .int(let index)? = result["ruleIndex"],
                case .object(let rule) = rules[Int(index)]
            else {
                Issue.record("\(result)")
                continue
            }
            #expect(message["text"] != nil && !logical.isEmpty && rule["id"] == result["ruleId"])
            #expect(result["partialFingerprints"] != nil)
            if let list = result["suppressions"] {
                suppressed += 1
                #expect(
                    list == [
                        ["kind": "external", "status": "accepted", "justification": "known"]
                    ])
            }
        }
        #expect(results.count == 2 && suppressed == 1)
    }
}
