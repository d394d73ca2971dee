import Foundation
import Testing

@Suite("The page about the architecture")
struct ArchitectureTests {
    private static let path = "Docs/architecture.md"

    @Test("lists every folder, in order")
    func folders() throws {
        let page = try Repository.file(Self.path)
        let listed = page.lines.filter { $0.hasPrefix("| `RouteDB") }.flatMap { line in
            let names = line.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            return names.dropFirst().map { "\(names[0])/\($0)" }
        }
        #expect(listed == RoomRule.rooms)
    }

    @Test("walks through files that exist, at most twelve each way")
    func walks() throws {
        let page = try Repository.file(Self.path)
        let walks = page.lines.split { $0.hasPrefix("## ") }.filter { section in
            section.contains { $0.hasPrefix("1. ") }
        }
        #expect(walks.count == 5)
        for walk in walks {
            let files = walk.flatMap { line in
                line.split(separator: "`").filter { $0.hasSuffix(".swift") }
            }
            #expect((1...12).contains(files.count))
            #expect(files.filter { !Repository.exists("Sources/\($0)") } == [])
        }
    }
}
