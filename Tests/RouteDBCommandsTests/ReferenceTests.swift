import Foundation
import RouteDBCommands
import RouteDBTestSupport
import Testing

@Suite("the reference")
struct ReferenceTests {
    @Test("Docs/cli.md equals the tool's reference")
    func isCurrent() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Docs/cli.md"), encoding: .utf8)
        // Whole texts would fill the screen.
        let isSame = page == CommandReference.markdown()
        #expect(isSame, "write it anew: swift run routedb reference > Docs/cli.md")
    }

    @Test("the options of every command stand in the reference once")
    func commonOptions() {
        let page = CommandReference.markdown()
        for option in ["  --no-pager ", "  -h, --help ", "  --hub <address> "] {
            #expect(page.components(separatedBy: option).count == 2, "\(option)")
        }
    }

    @Test("every help begins with examples")
    func examples() {
        let parts = CommandReference.markdown().components(separatedBy: "\nOVERVIEW: ").dropFirst()
        #expect(parts.count > 20)
        for part in parts {
            #expect(
                part.split(separator: "\n").dropFirst().first == "EXAMPLES:", "\(part.prefix(60))")
        }
    }
}
