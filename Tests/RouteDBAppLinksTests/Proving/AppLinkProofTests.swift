import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Proving files of links")
struct AppLinkProofTests {
    private static let app = "ABCDE12345.com.example.app"

    private static func apple(_ components: String, more: String = "") -> AppLinkFile {
        AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["\(app)"], "components": [\(components)]}]
                \(more)}}
                """.utf8))
    }

    private static func proof(_ components: String, _ patterns: [String]) throws -> AppLinkProof {
        try RegistrySnapshot.of(patterns).appLinkProof(
            of: apple(components), app: app, namespace: "default", host: "example.com")
    }

    private static func android(_ components: String, _ patterns: [String]) throws -> AppLinkProof {
        try RegistrySnapshot.of(patterns).appLinkProof(
            of: AssetLinksTests.file(components), app: "com.example.app", namespace: "default",
            host: "example.com")
    }

    @Test("a file that says what the routes answer is exact")
    func exact() throws {
        let proof = try Self.proof(#"{"/": "/a"}, {"/": "/b/c"}"#, ["/a", "/b/c"])
        #expect(proof.verdict == .exact && proof.uncertain == [])
        #expect(proof.components.map(\.verdict) == [.exact, .exact])
        #expect(proof.routes.map(\.verdict) == [.exact, .exact])
    }

    @Test("wider and narrower come with a link that shows it")
    func witnesses() throws {
        let wider = try Self.proof(#"{"/": "/a/*"}"#, ["/a/{x}", "/a"])
        #expect(wider.verdict == .wider)
        #expect(wider.components[0].witness == "https://example.com/a/a/a")
        let narrower = try Self.proof(#"{"/": "/a"}"#, ["/a", "/b/{x}"])
        #expect(narrower.verdict == .narrower)
        #expect(narrower.routes.map(\.verdict) == [.exact, .narrower])
        #expect(narrower.routes[1].witness == "https://example.com/b/a")
        let both = try Self.proof(#"{"/": "/c"}"#, ["/a"])
        #expect(both.verdict == .different)
        let typed = try Self.proof(#"{"/": "/a/?"}"#, ["/a/{x:int}"])
        #expect(typed.verdict == .different)
        #expect(typed.components[0].witness == "https://example.com/a/a")
        #expect(typed.routes[0].witness == "https://example.com/a/00")
        #expect(typed.routes[0].notes == [])
        let float = try Self.proof(#"{"/": "/a/?"}"#, ["/a/{x:float}"])
        #expect(float.routes[0].notes == ["the range of a float is not compared"])
    }

    @Test("an excluding component before makes an including one exact")
    func excludes() throws {
        let exact = #"{"/": "/?*/?*", "exclude": true}, {"/": "/?*"}"#
        #expect(try Self.proof(exact, ["/{x}"]).verdict == .exact)
        #expect(try Self.proof(#"{"/": "/?*"}"#, ["/{x}"]).verdict == .wider)
    }

    @Test("a verdict that depends on an uncertain rule says so")
    func uncertain() throws {
        let dotted = #"{"/": "/a.b/*/c/*", "exclude": true}, {"/": "/a.b/*/c"}"#
        let proof = try Self.android(dotted, ["/a.b/{x}/c"])
        #expect(proof.verdict == .wider && proof.uncertain == [.m6])
        #expect(proof.components[0].witness == "https://example.com/aab/a/c")
        let exact = try Self.android(#"{"/": "/a.b/c*"}"#, ["/a.b/c{x}", "/a.b/c"])
        #expect(exact.verdict == .wider && exact.uncertain == [])
        let variable = try Self.proof(#"{"/": "/$(lang)"}"#, ["/{x:enum(de,en)}"])
        #expect(variable.uncertain == [.a14])
        let certain = try Self.proof(#"{"/": "/a"}, {"/": "/a/*"}"#, ["/a/**"])
        #expect(certain.verdict == .exact && certain.uncertain == [])
    }

    @Test("queries are compared if a component or a route tests them")
    func queries() throws {
        let proof = try Self.proof(
            #"{"/": "/a"}, {"/": "/b", "?": {"q": "1"}}"#, ["/a", "/b?q=1"])
        #expect(proof.verdict == .exact && proof.uncertain == [] && proof.skipped == [])
        let wider = try Self.proof(#"{"/": "/b"}"#, ["/b?q=1"])
        #expect(wider.components[0].witness == "https://example.com/b")
        let narrower = try Self.proof(#"{"/": "/b", "?": {"q": "1"}}"#, ["/b?q={n:int}"])
        #expect(narrower.verdict == .narrower)
        #expect(narrower.routes[0].witness == "https://example.com/b?q=0")
        let both = #"{"/": "/b", "?": {"p": "?*", "q": "?*"}}"#
        #expect(try Self.proof(both, ["/b?q={x}&p={y}"]).verdict == .exact)
        #expect(
            try Self.proof(both, ["/b?q={x}"]).routes[0].witness == "https://example.com/b?q=a")
        let absent = #"{"/": "/b", "?": {"q": "?*"}, "exclude": true}, {"/": "/b"}"#
        #expect(try Self.proof(absent, ["/b?!q"]).verdict == .wider)
        #expect(try Self.proof(absent, ["/b?!q", "/b?q="]).verdict == .exact)
        let whole = try Self.proof(#"{"/": "/b", "?": "q=1*"}"#, ["/b?q=1"])
        #expect(whole.components[0].witness == "https://example.com/b?q=1a")
    }

    @Test("A9: a missing query item counts as empty")
    func missingItems() throws {
        let empty = try Self.proof(#"{"/": "/a", "?": {"q": "*"}}"#, ["/a"])
        #expect(empty.verdict == .exact && empty.uncertain == [])
    }

    @Test("A5: a last '/*' takes the path before it")
    func lastSlash() throws {
        let proof = try Self.proof(#"{"/": "/a/*"}"#, ["/a/**"])
        #expect(proof.verdict == .exact && proof.uncertain == [])
    }

    @Test("fragments are compared if a component tests them")
    func fragments() throws {
        let proof = try Self.proof(##"{"/": "/a", "#": "top"}"##, ["/a"])
        #expect(proof.verdict == .narrower)
        #expect(proof.routes[0].witness == "https://example.com/a")
        let twice = ##"{"/": "/a", "#": "top"}, {"/": "/a", "#": "*"}"##
        #expect(try Self.proof(twice, ["/a"]).verdict == .exact)
        let android = try Self.android(##"{"/": "/a", "#": "*"}"##, ["/a"])
        #expect(android.routes[0].witness == "https://example.com/a")
        #expect(
            try Self.android(##"{"/": "/a", "#": "x", "exclude": true}, {"/": "/a"}"##, ["/a"])
                .routes[0].witness == "https://example.com/a#x")
    }

    @Test("D6: on Android each entry of a query must be found")
    func everyEntry() throws {
        let both = #"{"/": "/a", "?": {"p": "1", "q": "2"}}"#
        #expect(try Self.android(both, ["/a?p=1&q=2"]).verdict == .exact)
        let narrower = try Self.android(both, ["/a?p=1"])
        #expect(narrower.verdict == .narrower && narrower.uncertain == [])
        #expect(narrower.routes[0].witness == "https://example.com/a?p=1")
        #expect(try Self.android(#"{"/": "/a", "?": {"p": "1"}}"#, ["/a?p=1"]).verdict == .exact)
    }

    @Test("percent-encoding and letter case are compared as the file says")
    func spelling() throws {
        #expect(try Self.proof(#"{"/": "/caf%C3%A9"}"#, ["/café"]).verdict == .exact)
        #expect(try Self.proof(#"{"/": "/café"}"#, ["/café"]).verdict == .narrower)
        let decoded = #"{"/": "/café", "percentEncoded": false}"#
        #expect(try Self.proof(decoded, ["/café"]).verdict == .exact)
        let one = #"{"/": "/?", "percentEncoded": false}"#
        #expect(try Self.proof(one, ["/{x}"]).routes[0].witness == "https://example.com/aa")
        let folded = #"{"/": "/a", "caseSensitive": false}"#
        #expect(try Self.proof(folded, ["/a"]).components[0].witness == "https://example.com/A")
    }

    @Test("Android's '*' in the middle does not cross the next slash, and a last one does")
    func android() throws {
        let middle = #"{"/": "/a/*/b"}"#
        #expect(try Self.android(middle, ["/a/{x}/b"]).verdict == .exact)
        let last = try Self.android(#"{"/": "/a/*"}"#, ["/a/{x}"])
        #expect(last.verdict == .wider)
        let never = try Self.android(#"{"/": "/a/*b"}"#, ["/a/{x}b"])
        #expect(never.verdict == .different || never.verdict == .narrower)
        let dots = try Self.android(#"{"/": "/v1.0/*/x"}"#, ["/v1.0/{x}/x"])
        #expect(dots.verdict == .wider)
        #expect(try Self.android("", ["/a"]).verdict == .manifest)
        #expect(try Self.android(#"{"/": "/a/?*/b"}"#, ["/a/{x}/b"]).uncertain == [.d3])
    }

    @Test("an unknown app or namespace is an error")
    func errors() {
        let snapshot = RegistrySnapshot.of(["/a"])
        #expect(throws: RouteDBError.self) {
            try snapshot.appLinkProof(
                of: Self.apple("{}"), app: "x", namespace: "default", host: "example.com")
        }
        #expect(throws: RouteDBError.self) {
            try snapshot.appLinkProof(
                of: Self.apple("{}"), app: Self.app, namespace: "none", host: "example.com")
        }
    }

    @Test("hostile globs end the search, not the process")
    func hostile() throws {
        let globs = (0..<60).map { #"{"/": "/*\#($0)*a*b*\#($0)*", "exclude": true}"# }
        let components = (globs + [#"{"/": "/*"}"#]).joined(separator: ",")
        let patterns = (0..<40).map { "/**/x\($0)/**/y\($0)" }
        let snapshot = RegistrySnapshot.of(patterns)
        var budget = 100_000
        let proof = try snapshot.appLinkProof(
            of: Self.apple(components), app: Self.app,
            with: LinkedRoutes(snapshot, namespace: "default", host: "example.com"),
            budget: &budget)
        #expect(proof.verdict != .exact)
    }

    // MARK: Oracle

    @Test("a verdict agrees with both matchers on random links")
    func verdictOracle() throws {
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<FuzzBudget.tries(200, byDefault: 40) {
            let patterns = (0..<1 + generator.below(4)).map { _ in Self.pattern(&generator) }
            let isApple = !generator.oneIn(3)
            let components = (0..<1 + generator.below(4)).map { _ in
                let exclude = generator.oneIn(4) ? #", "exclude": true"# : ""
                return #"{"/": "\#(Self.glob(&generator))"\#(exclude)}"#
            }.joined(separator: ", ")
            let file = isApple ? Self.apple(components) : AssetLinksTests.file(components)
            let snapshot = RegistrySnapshot.of(patterns)
            let app = isApple ? Self.app : "com.example.app"
            let proof = try snapshot.appLinkProof(
                of: file, app: app, namespace: "default", host: "h.com")
            let table = RoutingTable(snapshot)
            for url in (0..<60).map({ _ in Self.url(&generator) }) {
                var match = RouteMatch()
                let isAnswered: Bool
                if case .matched = table.match(url, into: &match) {
                    isAnswered = true
                } else {
                    isAnswered = false
                }
                let isOpened = try file.explain(url).apps[0].outcome == .opens
                let note: Comment = "\(components) \(patterns) \(url)"
                if isOpened && !isAnswered {
                    #expect([.wider, .different, .undecided].contains(proof.verdict), note)
                } else if isAnswered && !isOpened {
                    #expect(
                        [.narrower, .different, .undecided, .manifest].contains(proof.verdict), note
                    )
                }
            }
        }
    }

    private static func pattern(_ generator: inout SeededGenerator) -> String {
        var segments: [String] = []
        for _ in 0..<1 + generator.below(3) {
            segments.append(
                generator.pick([
                    "a", "b", "ab", "{v\(segments.count)}", "*", "a{w\(segments.count)}",
                ]))
        }
        if generator.oneIn(4) { segments.append("**") }
        return "/" + segments.joined(separator: "/")
    }

    private static func glob(_ generator: inout SeededGenerator) -> String {
        (0..<1 + generator.below(4)).reduce(into: "") { text, _ in
            text += generator.pick(["/a", "/b", "/*", "/?", "/?*", "/ab", "*", "b", "/a*"])
        }
    }

    private static func url(_ generator: inout SeededGenerator) -> String {
        let segments = (0..<1 + generator.below(4)).map { _ in
            (0..<1 + generator.below(3)).map { _ in generator.pick(["a", "b", "%20"]) }.joined()
        }
        return "https://h.com/" + segments.joined(separator: "/")
    }
}
