import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Columns of imports")
struct ImportColumnTests {
    @Test("columns and keys can be renamed or used twice, and unknown ones are named")
    func renamed() async throws {
        let inputs = [
            "method\tpath\tsection\tid\tweight\nGET\t/a\tg\tn\t3\n",
            #"{"method":"GET","path":"/a","section":"g","id":"n","weight":3}"#,
        ]
        for text in inputs {
            let tool = try Tool()
            let run = await tool.importing(
                Array(text.utf8), "--pattern-column", "path", "--target-column", "id",
                "--name-column", "id", "--group-column", "section", "--priority-column", "weight")
            #expect(run.status == 0)
            #expect(run.diagnostics.contains("note: ignored columns or keys: method\n"))
            #expect(try await tool.routes() == ["default g/n /a n"])
            #expect(try await tool.snapshot().routes[0].priority == 3)
        }
    }

    @Test("a fixed value replaces an absent or empty column")
    func fixed() async throws {
        let inputs = [
            "pattern,group\n/a,\n/b,g\n",
            "{\"pattern\":\"/a\"}\n{\"pattern\":\"/b\",\"group\":\"g\"}\n",
        ]
        for text in inputs {
            let tool = try Tool()
            try await tool.edit { try $0.addNamespace(NamespaceDraft(name: "shop")) }
            let run = await tool.importing(
                Array(text.utf8), "--target", "t", "--group", "h", "--namespace", "shop")
            #expect(run.status == 0)
            #expect(try await tool.routes() == ["shop h/- /a t", "shop g/- /b t"])
        }
    }

    @Test("a missing namespace is an error, or is added on request")
    func namespaces() async throws {
        let tool = try Tool()
        let text = Array("pattern,target,namespace\n/a,t,shop\n/b,t,shop\n/c,t,\n".utf8)
        let run = await tool.importing(text, "--json")
        #expect(run.problems == ["2:6 namespaceNotFound"])
        let second = await tool.importing(text, "--create-namespaces")
        #expect(second.status == 0)
        #expect(
            try await tool.routes()
                == ["shop -/- /a t", "shop -/- /b t", "default -/- /c t"])
        let third = await tool.importing(text, "--create-namespaces", "--json")
        #expect(try third.object["unchanged"] == 3)
        #expect(try third.object["revision"] == .null)
    }

    @Test("a missing column is an error that lists the columns, and a near name is suggested")
    func missing() async throws {
        let tool = try Tool()
        let inputs = [
            ("patern,target\n/a,t\n", [], "Did you mean 'patern'?"),
            ("pattern,goal\n/a,t\n", [], "--target-column, or set a target for all"),
            ("pattern,target\n/a,t\n", ["--name-column", "x"], "There is no column 'x'"),
        ]
        for (text, arguments, message) in inputs {
            let file = tool.directory.path("a.csv")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let run = await tool.run(["import", file, "--db", tool.path] + arguments)
            #expect(run.status == 2)
            #expect(run.diagnostics.contains("the columns are "))
            #expect(run.diagnostics.contains(message))
        }
    }

    @Test("the columns of a file without a header are named")
    func headerless() async throws {
        let tool = try Tool()
        let bytes = Array("/a,t\n".utf8)
        let run = await tool.importing(bytes, "--header", "pattern,target")
        #expect(run.status == 0)
        #expect(try await tool.routes() == ["default -/- /a t"])
    }
}
