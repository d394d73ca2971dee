#if Server
import Testing

@testable import RouteDBPages

@Suite("Templates")
struct TemplateTests {
    /// The names that stand in three braces, all of which are `Markup` in the models.
    private static let markup: Set<String> = [
        "style", "summary", "tiles", "fixes", "changes", ".title", ".body", "heading", "body",
    ]

    @Test("only markup stands in three braces", arguments: PageTemplates.sources.keys.sorted())
    func braces(_ name: String) throws {
        let text = String(decoding: try #require(PageTemplates.sources[name]), as: UTF8.self)
        for part in text.split(separator: "{{{").dropFirst() {
            let name = String(part.prefix { $0 != "}" })
            #expect(Self.markup.contains(name), "\(name)")
        }
        #expect(!text.contains("{{&"))
    }

    @Test(
        "templates have no script and no style in a tag",
        arguments: PageTemplates.sources.keys.sorted())
    func policy(_ name: String) throws {
        let text = String(decoding: try #require(PageTemplates.sources[name]), as: UTF8.self)
        #expect(!text.contains("style=\"") && !text.contains(" on") || !text.contains("onclick"))
    }
}
#endif
