import Testing

@Suite("The Swift code of pages")
struct PageCodeTests {
    @Test("the README and every article show code that a test compiles and runs")
    func pages() throws {
        let tests = try Repository.files(in: ["Tests/RouteDBTests"], suffix: ".swift")
        let articles = try Repository.files(in: ["Sources"], suffix: ".md")
        for page in try [Repository.file("README.md")] + articles {
            let name = page.path.split(separator: "/").last?.dropLast(3) ?? ""
            let snippets = tests.flatMap { Self.snippets(named: name, in: $0) }
            #expect(Self.blocks(of: page) == snippets, "\(page.path)")
        }
    }

    @Test("imports at the start of a block and the indentation of a test do not count")
    func reading() {
        let page = SourceFile(
            path: "a.md", text: "```swift\nimport RouteDB\n\nf()\n```\n```sh\nls\n```\n")
        let test = SourceFile(
            path: "a.swift", text: "    // a begins\n    f()\n    // a ends\n    // b begins\n")
        #expect(Self.blocks(of: page) == [["f()"]])
        #expect(Self.snippets(named: "a", in: test) == [["f()"]])
    }

    /// The blocks of Swift in a page.
    private static func blocks(of page: SourceFile) -> [[Substring]] {
        page.lines.indices.filter { page.lines[$0] == "```swift" }.map { fence in
            let block = page.lines[(fence + 1)...].prefix { $0 != "```" }
            return Array(block.drop { $0.isEmpty || $0.hasPrefix("import ") })
        }
    }

    /// What stands in a test between the marks of a page.
    private static func snippets(named name: Substring, in test: SourceFile) -> [[Substring]] {
        test.lines.indices.filter { test.lines[$0].hasSuffix("// \(name) begins") }.map { mark in
            test.lines[(mark + 1)...].prefix { !$0.hasSuffix("// \(name) ends") }
                .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        }
    }
}
