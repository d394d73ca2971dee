import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Wildcards in the middle of Android's components")
struct BacktrackingTests {
    private static func messages(_ components: String) -> [String] {
        AssetLinksTests.file(components).findings.filter { $0.code == .noBacktracking }
            .map(\.message)
    }

    @Test("a wildcard is reported with a path that it does not match, if that changes the answer")
    func reported() {
        #expect(
            Self.messages(#"{"/": "/a*b"}"#) == [
                "The '*' in the middle of '/a*b' ends at the first character that follows it in the "
                    + "pattern, so it does not match '/abb'."
            ])
        #expect(Self.messages(#"{"/": "/a/*/b"}"#).count == 1)
        let exclude = #"{"/": "/a/*/b", "exclude": true}, {"/": "/a/*"}"#
        #expect(Self.messages(exclude).count == 1)
    }

    @Test("a wildcard is not reported if the answer stays the same")
    func silent() {
        #expect(Self.messages(#"{"/": "/a/*/*/*", "exclude": true}, {"/": "/a/*/b"}"#) == [])
        #expect(Self.messages(#"{"/": "/a/*/b"}, {"/": "/a/*"}"#) == [])
        #expect(Self.messages(#"{"/": "/a/*/b", "exclude": true}, {"/": "/c"}"#) == [])
        #expect(Self.messages(#"{"/": "/*/*/*", "exclude": true}, {"/": "/*/b"}"#) == [])
        #expect(Self.messages(#"{"/": "/a/*"}"#) == [])
    }

    @Test("a generated file is not reported")
    func generated() throws {
        let patterns = ["/a/{x}/b", "/a/{x}/{y}", "/b/{x}/c/{y}/d", "/c/{x}", "/d/**"]
        let generator = try AppLinkGenerator(
            .of(patterns), namespace: "default", host: "example.com")
        let text = generator.assetLinks(
            apps: ["com.example.app"], fingerprints: [AssetLinksTests.print]
        ).description
        #expect(AppLinkFile(Array(text.utf8)).findings == [])
    }

    @Test("what is reported agrees with a matcher that goes back, on random lists and paths")
    func reportOracle() throws {
        var generator = SeededGenerator(seed: 77)
        for _ in 0..<FuzzBudget.tries(100, byDefault: 60) {
            let globs = (0..<1 + generator.below(3)).map { _ in
                (glob: Self.glob(&generator), isExclude: generator.oneIn(3))
            }
            let text = globs.map { #"{"/": "\#($0.glob)", "exclude": \#($0.isExclude)}"# }
                .joined(separator: ",")
            guard Self.messages(text).isEmpty else { continue }
            let file = AssetLinksTests.file(text)
            for _ in 0..<30 {
                let path =
                    "/"
                    + (0..<1 + generator.below(3)).map { _ in
                        generator.pick(["a", "b", "ab", "bb"])
                    }.joined(separator: "/")
                let isOpened =
                    try file.explain("https://example.com\(path)").apps.first?.outcome == .opens
                let loose = globs.first { Self.matches(Array($0.glob), Array(path)) }
                #expect(isOpened == (loose.map { !$0.isExclude } ?? false), "\(text) \(path)")
            }
        }
    }

    private static func glob(_ generator: inout SeededGenerator) -> String {
        let text = (0..<1 + generator.below(4)).map { _ in
            generator.pick(["/a", "/*", "/b", "*", "a", "/a*b"])
        }.joined()
        return text.hasPrefix("/") ? text : "/" + text
    }

    /// A glob that goes back, as people read it.
    private static func matches(_ glob: [Character], _ text: [Character]) -> Bool {
        guard let first = glob.first else { return text.isEmpty }
        if first == "*" {
            return matches(Array(glob.dropFirst()), text)
                || !text.isEmpty && matches(glob, Array(text.dropFirst()))
        }
        return first == text.first && matches(Array(glob.dropFirst()), Array(text.dropFirst()))
    }
}
