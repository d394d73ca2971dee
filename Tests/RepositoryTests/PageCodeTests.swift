import Testing

/// Pages whose Swift code is that of a test, which compiles and runs it.
@Suite("The Swift code of pages")
struct PageCodeTests {
    private static let marker = "<!-- The Swift code of this page is that of "

    private static var pages: [SourceFile] {
        get throws {
            try Repository.files(in: ["Docs"], suffix: ".md").filter { page in
                page.lines.contains { $0.hasPrefix(marker) }
            }
        }
    }

    @Test("each block is in the test that the page names", arguments: try pages)
    func blocks(page: SourceFile) throws {
        let line = try #require(page.lines.first { $0.hasPrefix(Self.marker) })
        let path = line.dropFirst(Self.marker.count).prefix { $0 != " " }
        let test = try Repository.file(String(path.dropLast())).lines.map(Self.trimmed)
        let blocks = Self.blocks(of: page)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let starts = test.indices.filter { test[$0...].starts(with: block) }
            #expect(!starts.isEmpty, "\(page.path): \(block.joined(separator: "\n"))")
        }
    }

    /// The blocks of Swift code, each line without its indentation.
    private static func blocks(of page: SourceFile) -> [[Substring]] {
        var blocks: [[Substring]] = []
        var isInside = false
        for line in page.lines {
            if line == "```swift" {
                blocks.append([])
                isInside = true
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(trimmed(line))
            }
        }
        return blocks
    }

    private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
}
