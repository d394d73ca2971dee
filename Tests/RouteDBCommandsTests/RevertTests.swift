import RouteDB
import RouteDBTestSupport
import Testing

@Suite("revert")
struct RevertTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "first")
        await tool("set", "first", "target=b", "--author", "bob")
    }

    @Test("a revert keeps later edits, makes a new revision and can be reverted")
    func plain() async throws {
        await tool("add", "/c", "--target", "c")
        let tried = await tool("revert", "@3", "--dry-run")
        #expect(
            tried.lines == [
                "changed route #1 first",
                "dry run: reverted revision 3: 0 added, 1 changed, 0 removed  (revision 5)",
            ])
        let done = await tool("revert", "@3")
        #expect(done.status == 0)
        #expect(
            done.output == "reverted revision 3: 0 added, 1 changed, 0 removed  (revision 5)\n")
        #expect(await tool("list").lines.count == 2)
        #expect(await tool("log", "--limit", "1").output.contains("revert\tRevert @3"))
        let again = await tool("revert", "3")
        #expect(again.status == 0 && again.output.hasPrefix("unchanged: nothing of revision 3"))
        let back = try await tool("revert", "@5", "--json", "--message", "No").object
        #expect(back["outcome"] == "reverted" && back["revision"] == 6)
        #expect(back["first"] == 5 && back["last"] == 5 && back["conflicts"] == [])
        #expect(await tool("diff", "@4", "@6").status == 0)
        #expect(await tool("check").status == 0)
    }

    @Test("a conflict is shown with both sides, and nothing is changed until it is decided")
    func conflict() async throws {
        await tool("set", "first", "target=c")
        let shown = [
            "route #1 first: changed since  (hits unknown)",
            "    target: \"a\" before @3, \"b\" after @3, \"c\" now",
        ]
        let refused = await tool("revert", "@3")
        #expect(refused.status == 1 && refused.lines == ["conflict: " + shown[0], shown[1]])
        #expect(refused.diagnostics.contains("1 conflict, so nothing was changed"))
        let object = try await tool("revert", "@3", "--json").object
        #expect(object["outcome"] == "conflicts" && object["revision"] == .null)
        #expect(
            object["conflicts"]?.description == """
                [{"kind":"route","id":1,"label":"route #1 first","cause":"changed",\
                "reason":"changed since","canBeTaken":true,"side":null,"hits":null,\
                "hitsEver":null,"fields":[{"name":"target","before":"a","after":"b","now":"c"}]}]
                """)
        let ours = await tool("revert", "@3", "--ours")
        #expect(ours.status == 0 && ours.lines.first == "kept: " + shown[0])
        #expect(await tool("log").lines.count == 4)
        let wrong = await tool("revert", "@3", "--keep", "second", "--json")
        #expect(wrong.status == 2 && wrong.error?["code"] == "invalidValue")
        for name in ["first", "#1", "route #1 first", "/a", "default:first"] {
            #expect(await tool("revert", "@3", "--take", name, "--dry-run").status == 0, "\(name)")
        }
        let taken = await tool("revert", "@3", "--take", "first")
        #expect(taken.status == 0 && taken.lines.first == "taken back: " + shown[0])
        #expect(await tool("diff", "@2", "@5").status == 0)
    }

    @Test("a range of revisions is reverted as one; others are refused")
    func ranges() async {
        await tool("set", "first", "target=c")
        #expect(
            await tool("revert", "@3..@4").lines.first?.hasPrefix("reverted revisions 3 to 4")
                == true)
        #expect(await tool("log", "--limit", "1").output.contains("Revert @3..@4"))
        #expect(await tool("diff", "@2", "@5").status == 0)
        for words in [["@1"], ["@9"], ["@4..@3"], ["none"]] {
            #expect(
                await tool.run(["revert"] + words + ["--db", tool.path]).status == 2, "\(words)")
        }
        #expect(await tool("revert", "@3..").status == 64)
        #expect(await tool("revert", "@3", "--ours", "--theirs").status == 64)
        #expect(await tool("revert", "@3", "--if-revision", "2").status == 1)
    }

    @Test("a removed route comes back with its id; what was added goes with consent only")
    func removal() async {
        await tool("remove", "first", "--yes")
        #expect(await tool("revert", "@4").status == 0)
        #expect(await tool("show", "first").lines.first == "id         #1")
        await tool("add", "/x", "--target", "x")
        let asked = await tool("revert", "@6", "--json")
        #expect(asked.status == 64 && asked.error?["code"] == "confirmationRequired")
        let done = await tool("revert", "@6", "--allow-removals")
        #expect(done.output.hasPrefix("reverted revision 6: 0 added, 0 changed, 1 removed"))
    }

    @Test("an item that cannot be taken back is named with what is in the way")
    func refused() async {
        await tool("rename", "first", "other")
        await tool("add", "/n", "--target", "n", "--name", "first")
        let shown = await tool("revert", "@4")
        #expect(shown.status == 1)
        #expect(
            shown.lines.first?.hasPrefix("conflict: route #1 other: clashes with route #2 first")
                == true)
        let run = await tool("revert", "@4", "--theirs", "--json")
        #expect(run.status == 1 && run.error?["code"] == "mergeConflict")
        #expect(await tool("revert", "@4", "--ours").status == 0)
        #expect(await tool("log").lines.count == 5)
    }

    @Test("a route that was removed since comes back with the revision that removed it")
    func removedSince() async {
        await tool("remove", "first", "--yes")
        let run = await tool("revert", "@3", "--theirs", "--json")
        #expect(run.status == 1 && run.error?["code"] == "mergeConflict")
        #expect(
            run.error?["hint"] == "Keep it, or revert the revision that removed it first.")
        #expect(await tool("list").lines.isEmpty)
    }

    @Test("a conflict shows only the fields that would go back")
    func fields() async {
        await tool("rename", "first", "other")
        await tool("set", "other", "target=z")
        await tool("add", "/n", "--target", "n", "--name", "first")
        let shown = await tool("revert", "@4")
        #expect(
            shown.lines.dropFirst() == [
                "    name: \"first\" before @4, \"other\" after @4, \"other\" now"
            ])
    }

    @Test("the log names the numbers of the revisions that were reverted")
    func message() async {
        await tool("tag", "sale", "@3")
        #expect(await tool("revert", "@live").status == 0)
        #expect(await tool("log", "--limit", "1").output.contains("revert\tRevert @3"))
        await tool("set", "first", "target=z")
        #expect(await tool("revert", "sale..@live").status == 0)
        #expect(await tool("log", "--limit", "1").output.contains("revert\tRevert @3..@5"))
    }

    @Test("who looks for 'undo' is led to it")
    func undo() async {
        #expect(await tool("undo", "@3").diagnostics.contains("Did you mean 'routedb revert'?"))
    }
}
