import RouteDBRouting
import Testing

struct NameSuggestionTests {
    @Test(
        "the distance counts insertions, deletions, replacements and swaps",
        arguments: [
            ("", "", 0), ("", "ab", 2), ("abc", "abc", 0), ("abc", "ac", 1), ("ac", "abc", 1),
            ("abc", "axc", 1), ("abc", "acb", 1), ("kitten", "sitting", 3),
        ])
    func distance(left: String, right: String, expected: Int) {
        let pair = (Array(left.utf8), Array(right.utf8))
        #expect(NameSuggestion.editDistance(pair.0, pair.1, limit: 9) == expected)
        #expect(NameSuggestion.editDistance(pair.1, pair.0, limit: 9) == expected)
        #expect(NameSuggestion.editDistance(pair.0, pair.1, limit: expected - 1) == nil)
    }

    @Test("the nearest name is suggested, and no distant one")
    func nearest() {
        let known = ["users", "user", "cart"]
        #expect(NameSuggestion.nearest(to: "usr", among: known) == "user")
        #expect(NameSuggestion.nearest(to: "uesrs", among: known) == "users")
        #expect(NameSuggestion.nearest(to: "tarc", among: known) == nil)
        #expect(NameSuggestion.nearest(to: "checkout", among: known) == nil)
        #expect(NameSuggestion.nearest(to: "x", among: []) == nil)
    }
}
