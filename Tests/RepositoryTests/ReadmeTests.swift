import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("its links lead to files, and it is short")
    func links() throws {
        let readme = try Repository.file("README.md")
        #expect(readme.lines.count < 300)
        let text = readme.lines.joined(separator: "\n")
        for link in text.matches(of: #/\]\(([^)#:]+)\)/#) {
            #expect(Repository.exists(String(link.1)), "\(link.1)")
        }
    }
}
