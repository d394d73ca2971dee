import Foundation
import RouteDBAppLinks
import RouteDBInsight
import Testing

@Suite("The rules of the platforms")
struct PlatformRuleTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("the page lists each rule once, with its sources, and whether they settle it")
    func page() throws {
        let page = try String(
            contentsOf: Self.root.appending(path: "Docs/app-links.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { row in
            let number = row.dropFirst(2).prefix { $0 != " " }
            return row.hasPrefix("| ") && "ADM".contains(number.first ?? " ")
                && Int(number.dropFirst()) != nil
        }
        #expect(rows.count == PlatformRule.allCases.count)
        for (row, rule) in zip(rows, PlatformRule.allCases) {
            let settled = rule.isUncertain ? "no" : "yes"
            #expect(row.hasPrefix("| \(rule.rawValue) | \(rule.text) | \(settled) | ["))
            let sources = rule.sources.map { "[\($0.section)](\($0.url))" }
            #expect(row.hasSuffix("| \(sources.joined(separator: ", ")) |"), "\(rule.rawValue)")
        }
        for code in AppLinkCode.allCases {
            #expect(page.contains("| `\(code.rawValue)` | \(code.severity.rawValue) | "))
        }
    }

    @Test("each rule and each code names a section of a page, and rules that disagree name several")
    func sources() {
        let codes = AppLinkCode.allCases.flatMap { code in
            [code.source] + AppLinkFileKind.allCases.compactMap { code.source(in: $0) }
        }
        for source in PlatformRule.allCases.flatMap(\.sources) + codes {
            #expect(source.url.hasPrefix("https://") && !source.section.isEmpty)
        }
        for rule in [PlatformRule.a16, .d8, .m6] {
            #expect(rule.isUncertain && rule.sources.count == 2)
        }
    }

    @Test("a test is named by each rule, before a colon, and by no other")
    func tests() throws {
        let folder = Self.root.appending(path: "Tests/RouteDBAppLinksTests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var tested: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for test in text.components(separatedBy: "@Test(").dropFirst() {
                let name = test.drop { $0.isWhitespace }.dropFirst().prefix {
                    $0 != ":" && $0 != "\""
                }
                let rules = name.components(separatedBy: ", ")
                let areRules = rules.allSatisfy {
                    "ADM".contains($0.first ?? " ") && Int($0.dropFirst()) != nil
                }
                if areRules { tested.formUnion(rules) }
            }
        }
        #expect(tested == Set(PlatformRule.allCases.map(\.rawValue)))
    }
}
