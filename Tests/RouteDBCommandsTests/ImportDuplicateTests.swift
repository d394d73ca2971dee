import Foundation
import RouteDB
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
        "the importer does with equal patterns what it is told, and says so",
        arguments: [
            (
                [], "imported 2, skipped 1 (already there), unchanged 0, replaced 0",
                ["one", "three"]
            ),
            (
                ["--on-duplicate", "replace"],
                "imported 2, skipped 0 (already there), unchanged 0, replaced 1", ["two", "three"]
            ),
            (
                ["--on-duplicate", "keep-both"],
                "imported 3, skipped 0 (already there), unchanged 0, replaced 0",
                ["one", "two", "three"]
            ),
        ])
    func rules(arguments: [String], summary: String, targets: [String]) async throws {
        let tool = try Tool()
        let file = tool.directory.path("a.csv")
        try String(decoding: Self.text, as: UTF8.self)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = await tool.run(["import", file, "--db", tool.path] + arguments)
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.lastDiagnostic == summary)
        let snapshot = try await tool.snapshot()
        #expect(snapshot.routes.map(\.target) == targets)
        #expect(snapshot.revision == 2)
    }

    @Test("with the rule 'error' a duplicate is a mistake of its line")
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
                "ignored":[],"revision":2,"dryRun":false}

                """)
        #expect(run.diagnostics.hasPrefix("created registry '\(tool.path)'\n"))
    }

    @Test("a dry run says what it would do, and changes nothing")
    func dryRun() async throws {
        let tool = try Tool()
        let first = await tool.importing(Self.text, "--dry-run")
        #expect(first.status == 0)
        #expect(
            first.lastDiagnostic
                == "dry run: imported 2, skipped 1 (already there), unchanged 0, replaced 0")
        #expect(await tool("list").status == 2)
        try await tool.edit { try $0.add(RouteDraft(pattern: "/a", target: "one")) }
        let second = await tool.importing(Self.text, "--dry-run", "--json")
        #expect(try second.object["imported"] == 1)
        #expect(try second.object["skipped"] == 2)
        #expect(try second.object["dryRun"] == true)
        #expect(try await tool.snapshot().revision == 2)
    }

    @Test("an expected revision that is another one stops the import")
    func expectedRevision() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool.importing(Self.text, "--if-revision", "7")
        #expect(run.status == 1)
        #expect(try await tool.snapshot().routes.isEmpty)
    }
}
