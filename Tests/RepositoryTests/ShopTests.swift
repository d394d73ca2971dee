import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The example repository in `Examples/shop`, whose page is one of those that `TranscriptTests` runs.
@Suite("The example repository")
struct ShopTests {
    private static let workflow = "Examples/shop/.github/workflows/review.yml"

    @Test("its page shows a review that passes, one that fails with the link, and one that accepts")
    func page() throws {
        let steps = Transcript(of: try Repository.file("Examples/shop/README.md")).steps
        let reviews = steps.filter { $0.command == "./review main" }.map(\.output)
        try #require(reviews.count == 3)
        #expect(
            reviews.map(\.last) == [
                "review passed", "review failed: tests, replay", "review passed",
            ])
        #expect(reviews[1].contains("        https://nook.example/checkout/review"))
        #expect(reviews[2].contains { $0.hasPrefix("accepted: now-unmatched shop/spring-sale") })
    }

    @Test("its workflow gives the action the inputs that it takes, and installs what it loads")
    func workflow() throws {
        let action = try Repository.file("action.yml").lines
        let inputs = try #require(action.firstIndex(of: "inputs:"))
        let taken = action[(inputs + 1)...].prefix { $0.hasPrefix("  ") }
            .filter { $0.hasSuffix(":") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
        let lines = try Repository.file(Self.workflow).lines
        let given = try #require(lines.lastIndex { $0.hasSuffix("with:") })
        let names = lines[(given + 1)...].map { $0.drop { $0 == " " }.prefix { $0 != ":" } + ":" }
        #expect(names == ["base:", "head:", "traffic:"])
        #expect(names.allSatisfy { taken.contains(Substring($0)) })
        let install = "sudo apt-get install -y "
        let page = try Repository.file("Docs/installing.md").lines
        let command = try #require(page.first { $0.hasPrefix(install) })
        #expect(lines.contains { $0.drop { $0 == " " } == command })
    }

    @Test("the action is called as the file says that the owner of the project fills in")
    func action() throws {
        let mark = "action="
        let owner = try Repository.file("Packaging/owner").lines
        let name = try #require(owner.first { $0.hasPrefix(mark) }).dropFirst(mark.count)
        for path in [Self.workflow, "Docs/reviewing.md"] {
            let lines = try Repository.file(path).lines
            #expect(lines.contains { $0.hasSuffix("- uses: \(name)@main") }, "\(path)")
        }
    }
}
