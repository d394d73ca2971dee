import Testing

@Suite("Documentation")
struct DocumentationTests {
    private static let index = "Docs/README.md"

    @Test("every relative link leads to a file and to a heading in it")
    func links() throws {
        // `Examples` and `Benchmarks` may be absent.
        let folders = ["Docs", "Examples", "Benchmarks"].filter { Repository.exists($0) }
        let docs = try Repository.files(in: folders, suffix: ".md")
        let pages = try docs + ["README.md", "CONTRIBUTING.md"].map(Repository.file)
        #expect(pages.flatMap(DocumentationRule.brokenLinks) == [])
    }

    @Test("every page of Docs is linked from its index")
    func index() throws {
        let index = try Repository.file(Self.index)
        let linked = Set(DocumentationRule.links(in: index).map(\.path))
        let pages = try Repository.files(in: ["Docs"], suffix: ".md").map(\.path)
        #expect(pages.filter { $0 != Self.index && !linked.contains($0) } == [])
    }

    @Test(
        "a link is relative to its page, and code contains none",
        arguments: [
            ("Docs/a.md", "[x](b.md)", ["Docs/b.md"]),
            (
                "Docs/a/b.md", "see [x\ny](../c.md#d-e), [z](../../README.md)",
                ["Docs/c.md", "README.md"]
            ),
            ("a.md", "[x](https://example.com/a) [y](#z)", [""]),
            ("a.md", "```\n[x](b.md)\n```\n[y](./c.md)", ["c.md"]),
        ])
    func reading(_ path: String, _ text: String, expected: [String]) {
        let page = SourceFile(path: path, text: text)
        #expect(DocumentationRule.links(in: page).map(\.path) == expected)
    }

    @Test("missing files and headings are found, with the line of the link")
    func findings() {
        let text = "# A page\n\n[a](#a-page), [b](#nothing)\n\n```\n# c\n```\n\n[d](none.md)\n"
        let page = SourceFile(path: "Docs/README.md", text: text)
        #expect(DocumentationRule.brokenLinks(in: page).map(\.line) == [3, 9])
        #expect(
            DocumentationRule.anchors(of: page) == ["a-page"], "headings in code are none")
    }

    @Test(
        "an anchor is the heading in lower case, with hyphens and without punctuation",
        arguments: [
            ("## What a *commit* guarantees", "what-a-commit-guarantees"),
            ("### D4: `.` and `..` segments", "d4--and--segments"),
            ("# The table `hits`", "the-table-hits"),
        ])
    func anchors(_ heading: String, expected: String) {
        let page = SourceFile(path: "a.md", text: heading)
        #expect(DocumentationRule.anchors(of: page) == [expected])
    }

    @Test("only the public API lists parameters, results and errors")
    func listings() throws {
        let sources = try Repository.files(in: ["Sources"], suffix: ".swift")
        #expect(sources.flatMap(DocumentationRule.listings) == [])
    }

    @Test("a list before a declaration that is not public is found")
    func foundListings() {
        let text = """
            /// Adds.
            ///
            /// - Returns: The sum.
            @inlinable
            package func sum() -> Int { 1 }
            /// Adds.
            ///
            /// - Returns: The sum.
            @discardableResult
            public func add() -> Int { 1 }
            /// Adds.
            private func more() -> Int { 1 }
            """
        let file = SourceFile(path: "Sources/A/B.swift", text: text)
        #expect(DocumentationRule.listings(in: file).map(\.line) == [3])
    }
}
