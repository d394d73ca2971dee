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

    @Test("the picture of the first commands is drawn anew when they change (Examples/screencast)")
    func screencast() throws {
        let readme = try Repository.file("README.md")
        let block = readme.lines.drop { $0 != "```console" }.dropFirst().prefix { $0 != "```" }
        let picture = try Repository.file("Docs/Images/first-minute.svg")
        let drawn = picture.lines.filter { $0.hasPrefix("<text") }.map { line in
            String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
        }
        #expect(drawn == block.map { String($0) })
        #expect(!block.isEmpty)
    }
}
