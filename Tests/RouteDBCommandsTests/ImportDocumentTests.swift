import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Documents")
struct ImportDocumentTests {
    private static let document = Array(
        """
        {"schema":1,"namespaces":[
          {"name":"default","policies":{"case":"insensitive"},"fallbackTarget":"lost"},
          {"name":"b","schemes":["app"],"fallback":"a","policies":{"registration":"keep-both"}},
          {"name":"a","hosts":["example.com","*.example.com"],"fallback":"default"}],
         "routes":[{"pattern":"/x","target":"t","namespace":"b"}],
         "defaults":[{"namespace":"b","values":{"k":1}},
          {"namespace":"b","group":"g","values":{"k":2,"l":null}}]}
        """.utf8)

    @Test("a document adds namespaces in any order, and default values")
    func complete() async throws {
        let tool = try Tool()
        let run = await tool.importing(Self.document, "--json")
        #expect(run.status == 0)
        let content = RegistryContent(try await tool.snapshot())
        #expect(content.namespaces["default"]?.overrides == [.letterCase: "insensitive"])
        #expect(content.namespaces["default"]?.fallbackTarget == "lost")
        #expect(content.namespaces["b"]?.fallback == "a")
        #expect(content.namespaces["b"]?.schemes == ["app"])
        #expect(content.namespaces["a"]?.fallback == "default")
        #expect(content.namespaces["a"]?.hosts == ["example.com", "*.example.com"])
        #expect(content.defaults == ["b": ["k": 1], "b/g": ["k": 2, "l": nil]])
        #expect(content.routes.count == 1)
        let again = await tool.importing(Self.document, "--json")
        #expect(try again.object["revision"] == .null)
        #expect(
            try again.object["namespaces"]
                == ["imported": 0, "skipped": 0, "unchanged": 3, "replaced": 0])
        #expect(
            try again.object["defaults"]
                == ["imported": 0, "skipped": 0, "unchanged": 3, "replaced": 0])
    }

    @Test("different namespaces and default values are kept unless replaced")
    func differing() async throws {
        let tool = try Tool()
        try await tool.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "b", schemes: ["other"]))
            try editor.setDefault("k", to: 7, in: .namespace("b"))
        }
        let refused = await tool.importing(Self.document, "--on-duplicate", "error", "--json")
        #expect(refused.problems == ["3:11 invalidInput", "6:40 invalidInput"])
        let kept = await tool.importing(Self.document)
        #expect(kept.status == 3)
        var content = RegistryContent(try await tool.snapshot())
        #expect(content.namespaces["b"]?.schemes == ["other"])
        #expect(content.defaults["b"] == ["k": 7])
        #expect(
            kept.diagnostics.contains(
                "namespaces: imported 1, skipped 1 (existing, but different), unchanged 0,"
                    + " replaced 1"))
        await tool.importing(Self.document, "--on-duplicate", "replace")
        content = RegistryContent(try await tool.snapshot())
        #expect(content.namespaces["b"]?.schemes == ["app"])
        #expect(content.defaults["b"] == ["k": 1])
    }

    @Test("unknown keys of a document are named")
    func unknownKeys() async throws {
        let tool = try Tool()
        let text = #"{"note":1,"routes":[{"pattern":"/a","target":"t","id":3}]}"#
        let run = await tool.importing(Array(text.utf8))
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("note: ignored columns or keys: note, id\n"))
    }
}
