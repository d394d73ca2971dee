import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Duplicates in imports")
struct ImportDuplicateTests {
    private static let text = Array(
        """
        pattern,target,name,group
        /a,one,n,g
        /a,two,m,g
        /{x},three,n,h

        """.utf8)

    @Test(
        "the importer treats equal patterns as told and reports that",
        arguments: [
            (
                [], "imported 2, skipped 1, unchanged 0, replaced 0",
                ["one", "three"]
            ),
            (
                ["--on-duplicate", "replace"],
                "imported 2, skipped 0, unchanged 0, replaced 1", ["two", "three"]
            ),
            (
                ["--on-duplicate", "keep-both"],
                "imported 3, skipped 0, unchanged 0, replaced 0",
                ["one", "two", "three"]
            ),
        ])
    func rules(arguments: [String], summary: String, targets: [String]) async throws {
        let tool = try Tool()
        let file = tool.directory.path("a.csv")
        try String(decoding: Self.text, as: UTF8.self)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = await tool.run(["import", file, "--db", tool.path] + arguments)
        #expect(run.status == (arguments.isEmpty ? 3 : 0))
        #expect(run.output.isEmpty)
        #expect(run.diagnostics.split(separator: "\n").contains { $0 == summary })
        let snapshot = try await tool.snapshot()
        #expect(snapshot.routes.map(\.target) == targets)
        #expect(snapshot.revision == 2)
    }

    @Test("with the rule 'error', a duplicate is an error at its line")
    func errors() async throws {
        let tool = try Tool()
        let run = await tool.importing(Self.text, "--on-duplicate", "error", "--json")
        #expect(run.status == 2)
        #expect(run.problems == ["3:1 routeConflict"])
    }

    @Test("a rule that does not exist is a usage error")
    func unknownRule() async throws {
        let tool = try Tool()
        let run = await tool.importing(Self.text, "--on-duplicate", "never")
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("'skip', 'error', 'replace' or 'keep-both'"))
    }

    @Test("importing the same again makes no revision", arguments: ["skip", "keep-both"])
    func isIdempotent(rule: String) async throws {
        let tool = try Tool()
        await tool.importing(Self.text, "--on-duplicate", rule)
        let run = await tool.importing(Self.text, "--on-duplicate", rule, "--json")
        #expect(run.status == 0)
        #expect(try run.object["imported"] == 0)
        #expect(try run.object["revision"] == .null)
        #expect(try await tool.snapshot().revision == 2)
    }

    @Test("--json gives the summary on standard output")
    func summary() async throws {
        let tool = try Tool()
        let run = await tool.importing(Self.text, "--json")
        #expect(
            run.output == """
                {"schema":1,"format":"csv","imported":2,"skipped":1,"unchanged":0,"replaced":0,\
                "namespaces":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "converters":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "defaults":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "rules":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "suppressions":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "cases":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "apps":{"imported":0,"skipped":0,"unchanged":0,"replaced":0},\
                "ignored":[],"urlTargets":0,"firstSkippedLine":3,"revision":2,"dryRun":false,\
                "reachability":{"all":0,"some":0,"new":0,"bounded":false,"routes":[]}}

                """)
        #expect(run.diagnostics.hasSuffix("created registry '\(tool.path)'\n"))
    }

    @Test("a dry run prints what it would do and changes nothing")
    func dryRun() async throws {
        let tool = try Tool()
        let first = await tool.importing(Self.text, "--dry-run")
        #expect(first.status == 3)
        #expect(
            first.diagnostics.contains(
                "dry run: imported 2, skipped 1, unchanged 0, replaced 0\n"))
        #expect(await tool("list").status == 2)
        try await tool.edit { try $0.add(RouteDraft(pattern: "/a", target: "one")) }
        let second = await tool.importing(Self.text, "--dry-run", "--json")
        #expect(try second.object["imported"] == 1)
        #expect(try second.object["skipped"] == 2)
        #expect(try second.object["dryRun"] == true)
        #expect(try await tool.snapshot().revision == 2)
    }

    @Test("a different expected revision stops the import")
    func expectedRevision() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool.importing(Self.text, "--if-revision", "7")
        #expect(run.status == 1)
        #expect(try await tool.snapshot().routes.isEmpty)
    }

    @Test("a route skipped by default is reported with its line, with status 3")
    func skipping() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool.importing(Self.text)
        #expect(run.status == 3)
        #expect(
            run.diagnostics.hasSuffix(
                """
                imported 2, skipped 1, unchanged 0, replaced 0
                warning: 1 differs from a route with the same pattern (first: line 3)
                hint: choose how to treat them: --on-duplicate skip, replace, keep-both or error

                """))
        // What was asked for is no mistake, and equal routes are unchanged.
        let asked = await tool.importing(Self.text, "--on-duplicate", "skip")
        #expect(asked.status == 0)
        #expect(
            asked.lastDiagnostic
                == "note: 1 differs from a route with the same pattern (first: line 3)")
        let equal = await tool.importing(Array("pattern,target,name,group\n/a,one,n,g\n".utf8))
        #expect(equal.status == 0)
        #expect(equal.lastDiagnostic == "imported 0, skipped 0, unchanged 1, replaced 0")
    }

    @Test(
        "a column of HTTP methods is suggested as the kind",
        arguments: [
            "path,verb,target\n/a,GET,one\n/a,post,two\n",
            "{\"path\":\"/a\",\"verb\":\"GET\",\"target\":\"one\"}\n"
                + "{\"path\":\"/a\",\"verb\":\"post\",\"target\":\"two\"}\n",
        ])
    func methods(text: String) async throws {
        let tool = try Tool()
        await tool("init")
        let arguments = ["--pattern-column", "path"]
        let run = await tool.importing(Array(text.utf8), arguments[0], arguments[1])
        #expect(run.status == 3)
        #expect(run.lastDiagnostic.hasPrefix("hint: the column 'verb' looks like HTTP methods"))
        let other = try Tool()
        let kinds = await other.importing(
            Array(text.utf8), arguments[0], arguments[1], "--kind-column", "verb")
        #expect(kinds.status == 0)
        #expect(try await other.snapshot().routes.map(\.kind) == ["GET", "post"])
        // Not every value is a method.
        let third = try Tool()
        let mixed = await third.importing(
            Array(text.replacing("post", with: "page").utf8), arguments[0], arguments[1])
        #expect(mixed.status == 3 && !mixed.diagnostics.contains("HTTP"))
    }

    @Test("a column may name several methods, of which HEAD is GET, or every one")
    func severalMethods() async throws {
        let tool = try Tool()
        let text = """
            pattern,kind,target,name
            /a,GET|HEAD,a.show,a
            /b,"PUT,PATCH",b.edit,b
            /c,ANY,c,
            /d,page,d,

            """
        #expect(await tool.importing(Array(text.utf8)).status == 0)
        let routes = try await tool.snapshot().routes
        #expect(routes.map(\.kind) == ["GET", "PUT", "PATCH", nil, "page"])
        #expect(routes.map(\.name) == ["a", "b", nil, nil, nil])
        #expect(await tool.importing(Array(text.utf8)).diagnostics.contains("unchanged 5"))
        for kind in ["HEAD", "GET"] {
            let run = await tool("resolve", "/a", "--kind", kind)
            #expect(run.lines == ["/a\tmatched\ta.show\t{}\t\t"])
        }
    }

    @Test("a route of a document, to which its rules refer, has one kind, as one that is added has")
    func oneKind() async throws {
        let tool = try Tool()
        let text = #"{"routes":[{"pattern":"/a","target":"a","kind":"%"}]}"#
        let several = await tool.importing(Array(text.replacing("%", with: "GET|POST").utf8))
        #expect(several.status == 2 && several.diagnostics.contains("one kind, not 'GET|POST'"))
        #expect(await tool.importing(Array(text.replacing("%", with: "GET|HEAD").utf8)).status == 0)
        #expect(try await tool.snapshot().routes.map(\.kind) == ["GET"])
        for kind in ["GET|HEAD", "any", "*"] {
            let run = await tool("add", "/b", "--target", "b", "--kind", kind)
            #expect(run.status != 0 && run.diagnostics.contains("'\(kind)' is not one kind."))
        }
    }

    @Test("skipping other items of a document by default ends with status 3 too")
    func namespaces() async throws {
        let tool = try Tool()
        let text = #"{"namespaces":[{"name":"web","policies":{"case":"%"}}],"routes":[]}"#
        await tool.importing(Array(text.replacing("%", with: "sensitive").utf8))
        let other = Array(text.replacing("%", with: "insensitive").utf8)
        #expect(await tool.importing(other).status == 3)
        #expect(await tool.importing(other, "--on-duplicate", "skip").status == 0)
    }
}
