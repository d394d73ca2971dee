import Foundation
import RouteDBAppLinks
import RouteDBInsight
import Testing

@Suite("The rules of the platforms")
struct PlatformRuleTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("the page lists each rule with its source, and whether a source settles it")
    func page() throws {
        let page = try String(
            contentsOf: Self.root.appending(path: "Docs/app-links.md"), encoding: .utf8)
        for rule in PlatformRule.allCases {
            let settled = rule.isUncertain ? "no" : "yes"
            #expect(page.contains("| \(rule.rawValue) | \(rule.text) | \(settled) | ["))
            #expect(page.contains("](\(rule.source)) |"))
        }
        for code in AppLinkCode.allCases {
            #expect(page.contains("| `\(code.rawValue)` | \(code.severity.rawValue) | "))
        }
    }

    @Test("a test is named by each rule")
    func tests() throws {
        let folder = Self.root.appending(path: "Tests/RouteDBAppLinksTests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        for rule in PlatformRule.allCases {
            #expect(
                text.contains("\"\(rule.rawValue): ") || text.contains("\(rule.rawValue), ")
                    || text.contains(" \(rule.rawValue): "), "\(rule.rawValue)")
        }
    }
}
