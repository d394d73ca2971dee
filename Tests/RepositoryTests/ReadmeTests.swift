import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("its Swift code is that of the test that runs it")
    func code() throws {
        let test = try Repository.file("Tests/RouteDBTests/ReadmeTests.swift").lines
        let begin = try #require(test.firstIndex { $0.hasSuffix("// README begins") })
        let end = try #require(test.firstIndex { $0.hasSuffix("// README ends") })
        let code = test[(begin + 1)..<end].map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }

        let readme = try Repository.file("README.md").lines
        let fence = try #require(readme.firstIndex(of: "```swift"))
        let block = readme[(fence + 1)...].prefix { $0 != "```" }
        #expect(Array(block.dropFirst(2)) == code)
        #expect(block.prefix(2) == ["import RouteDB", ""])
    }

    @Test("its links lead to files, and it is short")
    func links() throws {
        let readme = try Repository.file("README.md")
        #expect(readme.lines.count < 300)
        let text = readme.lines.joined(separator: "\n")
        for link in text.matches(of: #/\]\(([^)#:]+)\)/#) {
            #expect(throws: Never.self, "\(link.1)") { try Repository.file(String(link.1)) }
        }
    }
}
