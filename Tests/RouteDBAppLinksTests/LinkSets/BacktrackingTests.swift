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
        let between = #"{"/": "/a/*/b"}, {"/": "/c", "exclude": true}, {"/": "/a*"}"#
        #expect(Self.messages(between) == [])
        #expect(Self.messages(#"{"/": "/a*", "exclude": true}, {"/": "/a/*/b"}"#) == [])
    }

    @Test("a component between two others counts")
    func between() {
        let list = #"{"/": "/a/*/b"}, {"/": "/a/*/c/b", "exclude": true}, {"/": "/a/*"}"#
        let messages = Self.messages(list)
        #expect(messages.count == 2)
        // The other link that it seems to match, '/a/a/a/b', opens the app by the last component.
        #expect(messages.first?.hasSuffix("so it does not match '/a/a/c/b'.") == true)
    }

    @Test("a path comes with the query and the fragment of the component")
    func parts() {
        let list = ##"{"/": "/a*b", "?": {"q": "x*"}, "#": "?z"}, {"/": "/a*b", "?": {"q": 1}}"##
        #expect(Self.messages(list) == [])
        let messages = Self.messages(##"{"/": "/a*b", "?": {"q": "x*"}, "#": "?z"}"##)
        #expect(messages.count == 1 && messages[0].hasSuffix("'/abb?q=x#az'."))
        let spelled = Self.messages(#"{"/": "/ä *é"}"#)
        #expect(spelled.count == 1 && spelled[0].hasSuffix("'/%C3%A4%20%C3%A9%C3%A9'."))
    }

    @Test("a thousand components are each decided, with a path")
    func many() {
        let components = (0..<1_000).map { #"{"/": "/area\#($0 % 50)/*/part\#($0)/*"}"# }
        let file = AssetLinksTests.file(components.joined(separator: ","))
        #expect(file.findingCount == 1_000)
        #expect(file.findings.allSatisfy { $0.message.contains("so it does not match '/area") })
    }

    @Test("a generated file is not reported")
    func generated() throws {
        let patterns = ["/a/{x}/b", "/a/{x}/{y}", "/b/{x}/c/{y}/d", "/c/{x}", "/d/**"]
        let generator = try AppLinkGenerator(
            .of(patterns), namespace: "default", host: "example.com")
        let text = generator.assetLinks(
            apps: ["com.example.app"], fingerprints: AssetLinksTests.prints
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

    @Test(
        "a path that is reported is decided otherwise by a matcher that goes back, on random lists")
    func pathOracle() throws {
        var generator = SeededGenerator(seed: 78)
        var count = 0
        for _ in 0..<FuzzBudget.tries(100, byDefault: 60) {
            let globs = (0..<1 + generator.below(3)).map { _ in
                (glob: Self.glob(&generator), isExclude: generator.oneIn(3))
            }
            let text = globs.map { #"{"/": "\#($0.glob)", "exclude": \#($0.isExclude)}"# }
                .joined(separator: ",")
            let file = AssetLinksTests.file(text)
            for finding in file.findings where finding.code == .noBacktracking {
                let parts = finding.message.split(separator: "'", omittingEmptySubsequences: false)
                let path = try #require(parts.dropLast().last)
                let place = try #require(finding.item.split(separator: "[").last)
                let index = try #require(Int(place.prefix { $0.isNumber }))
                let isOpened =
                    try file.explain("https://example.com\(path)").apps.first?.outcome == .opens
                #expect(Self.matches(Array(globs[index].glob), Array(path)), "\(text) \(path)")
                #expect(isOpened == globs[index].isExclude, "\(text) \(path)")
                count += 1
            }
        }
        #expect(count > 0)
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
