import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

@Suite("export")
struct ExportTests {
    private func makeTool() async throws -> Tool {
        let tool = try Tool()
        try await tool.edit { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "shop", schemes: ["shop"], fallback: "default"))
            try editor.addNamespace(NamespaceDraft(name: "blog"))
            try editor.add(
                RouteDraft(
                    pattern: "/a\"b", target: "x, y", name: "n", group: "g", priority: 2,
                    isEnabled: false, defaults: ["k": 1]))
            try editor.add(RouteDraft(pattern: "/s", target: "t", group: "g", namespace: "shop"))
            try editor.add(RouteDraft(pattern: "/u", target: "t", namespace: "shop"))
            try editor.setDefault("d", to: true, in: .group(namespace: "shop", group: "g"))
        }
        return tool
    }

    @Test("routes are written one per line, with their default values")
    func lines() async throws {
        let run = try await makeTool()("export")
        #expect(run.status == 0)
        #expect(
            run.lines == [
                #"{"pattern":"/a\"b","target":"x, y","name":"n","group":"g","namespace":"default","#
                    + #""priority":2,"enabled":false,"defaults":{"k":1},"syntax":"native","kind":null,"#
                    + #""requires":{},"plan":null}"#,
                #"{"pattern":"/s","target":"t","name":null,"group":"g","namespace":"shop","#
                    + #""priority":0,"enabled":true,"defaults":{},"syntax":"native","kind":null,"#
                    + #""requires":{},"plan":null}"#,
                #"{"pattern":"/u","target":"t","name":null,"group":null,"namespace":"shop","#
                    + #""priority":0,"enabled":true,"defaults":{},"syntax":"native","kind":null,"#
                    + #""requires":{},"plan":null}"#,
            ])
    }

    @Test("fields of a table are quoted where they must be")
    func tables() async throws {
        let tool = try await makeTool()
        #expect(
            await tool("export", "--format", "csv").lines == [
                "pattern,target,name,group,namespace,priority,enabled,defaults,syntax,kind,"
                    + "requires,plan",
                #""/a""b","x, y",n,g,default,2,false,"{""k"":1}",native,,,"#,
                "/s,t,,g,shop,0,true,,native,,,", "/u,t,,,shop,0,true,,native,,,",
            ])
        #expect(
            await tool("export", "--format", "tsv", "--namespace", "default").lines == [
                "pattern\ttarget\tname\tgroup\tnamespace\tpriority\tenabled\tdefaults\tsyntax\tkind\t"
                    + "requires\tplan",
                "\"/a\"\"b\"\tx, y\tn\tg\tdefault\t2\tfalse\t\"{\"\"k\"\":1}\"\tnative\t\t\t",
            ])
    }

    @Test("a document contains the selected namespaces with their fallbacks")
    func documents() async throws {
        let run = try await makeTool()(
            "export", "--format", "json", "--namespace", "shop", "--group", "g")
        let document = try run.object
        guard case .array(let namespaces)? = document["namespaces"],
            case .array(let routes)? = document["routes"]
        else {
            Issue.record("\(run.output)")
            return
        }
        #expect(namespaces.count == 2)
        #expect(
            namespaces.last == [
                "name": "shop", "profile": "native", "policies": [:], "schemes": ["shop"],
                "hosts": [], "fallback": "default", "fallbackTarget": nil,
                "access": "open",
            ])
        #expect(routes.count == 1)
        #expect(
            document["defaults"] == [["namespace": "shop", "group": "g", "values": ["d": true]]])
    }

    @Test("an earlier revision can be exported")
    func past() async throws {
        let tool = try await makeTool()
        #expect(await tool("export", "--as-of", "1").output.isEmpty)
        #expect(await tool("export", "--as-of", "2").lines.count == 3)
        let run = await tool("export", "--as-of", "9", "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "revisionNotFound")
    }

    @Test("-o replaces a file once all is written, with the format of its extension")
    func files() async throws {
        let tool = try await makeTool()
        let file = tool.directory.path("out.csv")
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let run = await tool("export", "-o", file, "--force")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == (await tool("export", "--format", "csv").output))
        let left = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
        #expect(left.sorted() == ["out.csv", "routes.db"])
        let failed = await tool("export", "-o", tool.directory.path("none/out.csv"))
        #expect(failed.status == 2)
    }

    @Test(
        "a file that exists is overwritten only if the user consents",
        arguments: [["export"], ["hits", "export"]])
    func overwriting(command: [String]) async throws {
        let tool = try await makeTool()
        await tool("resolve", "/x", "--record")
        let file = tool.directory.path("out.ndjson")
        let export = command + ["-o", file, "--db", tool.path]
        func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = await tool.run(export + ["--json"])
        #expect(refused.status == 2 && refused.error?["code"] == "fileExists")
        let declined = await tool.run(export, input: "n\n", onTerminal: true)
        #expect(declined.status == 1 && declined.diagnostics.contains("Overwrite it? [y/N]"))
        #expect(try text() == "old")
        #expect(await tool.run(export, input: "y\n", onTerminal: true).status == 0)
        let written = try text()
        #expect(written.utf8.first == UInt8(ascii: "{"))
        try "older".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await tool.run(export + ["--force"]).status == 0)
        #expect(try text() == written)
    }

    @Test("a document that is too large to be read again is noted, and what to do instead")
    func tooLarge() {
        #expect(ExportCommand.note(onDocumentOf: DocumentOptions.sizeLimit) == nil)
        let note = ExportCommand.note(onDocumentOf: 600_000_000) ?? ""
        #expect(note.contains("600,000,000 bytes") && note.contains("536,870,912"))
        #expect(note.contains("'routedb backup'"))
    }

    @Test("a missing namespace is an error with a suggestion")
    func unknownNamespace() async throws {
        let run = try await makeTool()("export", "--namespace", "shpo", "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "namespaceNotFound")
        #expect(run.error?["hint"] == "Did you mean 'shop'?")
    }
}
