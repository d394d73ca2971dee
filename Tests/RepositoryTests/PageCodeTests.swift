import Testing

@Suite("The Swift code of pages and comments")
struct PageCodeTests {
    /// The guides whose code is compiled; the code of other guides is in articles too, or a fragment.
    private static let guides = ["Docs/routes-in-code.md", "Docs/testing-your-app.md"]

    @Test("the README, every article and some guides show code that a test compiles and runs")
    func pages() throws {
        let tests = try Repository.files(
            in: ["Tests/RouteDBTests", "Tests/RouteDBTestingTests"], suffix: ".swift")
        let articles = try Repository.files(in: ["Sources"], suffix: ".md")
        let guides = try (["README.md"] + Self.guides).map(Repository.file)
        for page in guides + articles {
            let name = page.path.split(separator: "/").last?.dropLast(3) ?? ""
            let snippets = tests.flatMap { Self.snippets(named: name, in: $0) }
            // The order of a test is its own.
            #expect(
                Self.texts(Self.blocks(of: page)) == Self.texts(snippets), "\(page.path)")
        }
    }

    @Test(
        "the documentation of the public API shows code that a test, or the check of hosts, compiles"
    )
    func comments() throws {
        let tests = try Repository.files(in: ["Tests", ".ci/stubs"], suffix: ".swift")
        for file in try Repository.files(in: ["Sources"], suffix: ".swift") {
            let blocks = Self.commentBlocks(of: file)
            let name = file.path.split(separator: "/").last ?? ""
            let snippets = tests.flatMap { Self.snippets(named: name, in: $0) }
            #expect(Self.texts(blocks) == Self.texts(snippets), "\(file.path)")
        }
    }

    @Test("blocks of other languages, and those of what is not public, do not count")
    func commentReading() {
        let text = """
            /// A.
            ///
            /// ```swift
            /// a {
            ///     b()
            /// }
            /// ```
            @MainActor
            public func a() {}
                /// ```swift
                /// c()
                /// ```
                func c() {}
            /// ```json
            /// {}
            /// ```
            public func d() {}
            """
        let file = SourceFile(path: "a.swift", text: text)
        #expect(Self.commentBlocks(of: file) == [["a {", "    b()", "}"]])
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

    /// The blocks of Swift in the documentation comments of public declarations.
    private static func commentBlocks(of file: SourceFile) -> [[Substring]] {
        var (found, pending): ([[Substring]], [[Substring]]) = ([], [])
        // The lines of the block that is open, and whether it is one of Swift.
        var open: (lines: [Substring], isSwift: Bool)?
        for line in file.lines {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///") else {
                if text.hasPrefix("@") || text.hasPrefix("#") || text.hasPrefix("//") { continue }
                if text.split(separator: " ").contains("public") { found += pending }
                (pending, open) = ([], nil)
                continue
            }
            let content = text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)
            guard content.hasPrefix("```") else {
                open?.lines.append(content)
                continue
            }
            if let block = open, block.isSwift { pending.append(block.lines) }
            open = open == nil ? ([], content == "```swift") : nil
        }
        return found
    }

    /// What stands in a test between the marks of a page.
    private static func snippets(named name: Substring, in test: SourceFile) -> [[Substring]] {
        test.lines.indices.filter { test.lines[$0].hasSuffix("// \(name) begins") }.map { mark in
            let indentation = test.lines[mark].prefix { $0 == " " }
            return test.lines[(mark + 1)...].prefix { !$0.hasSuffix("// \(name) ends") }
                .map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }
        }
    }

    private static func texts(_ pieces: [[Substring]]) -> [String] {
        pieces.map { $0.joined(separator: "\n") }.sorted()
    }
}
