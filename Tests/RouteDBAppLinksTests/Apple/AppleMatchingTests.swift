import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Apple's association files")
struct AppleMatchingTests {
    private static let app = "ABCDE12345.com.example.app"

    private static func file(
        _ components: String, entry: String = "", file: String = ""
    ) -> AppLinkFile {
        AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["\(app)"], "components": [\(components)]
                \(entry)}]\(file)}}
                """.utf8))
    }

    private static func answer(
        _ path: String, _ components: String, entry: String = "", file: String = ""
    ) throws -> AppLinkExplanation.App {
        let file = Self.file(components, entry: entry, file: file)
        return try #require(file.explain("https://example.com\(path)").apps.first)
    }

    private static func opens(_ path: String, _ components: String) throws -> Bool {
        try answer(path, components).outcome == .opens
    }

    @Test("A1: the first component that matches decides")
    func order() throws {
        let components = #"{"/": "/help/web/*", "exclude": true}, {"/": "/help/*"}"#
        let answer = try Self.answer("/help/web/1", components)
        #expect(answer.outcome == .excluded)
        #expect(answer.steps.map(\.verdict) == [.excludes])
        #expect(answer.untested == 1)
        #expect(try Self.answer("/help/1", components).outcome == .opens)
        #expect(try Self.answer("/x", components).outcome == .unmatched)
    }

    @Test("A2: path, query and fragment must all match, and the first that does not is named")
    func parts() throws {
        let components = ##"{"/": "/a/*", "?": "q=*", "#": "s*"}"##
        #expect(try Self.opens("/a/b?q=1#s1", components))
        let path = try Self.answer("/b?q=1#s1", components).steps[0]
        #expect(path.part == .path && path.wanted == "/a/*" && path.found == "/b")
        #expect(path.item == "applinks.details[0].components[0]")
        #expect(try Self.answer("/a/b#s1", components).steps[0].part == .query)
        #expect(try Self.answer("/a/b?q=1", components).steps[0].part == .fragment)
    }

    @Test("A3: an absent key takes the entry's default, then the file's, then anything")
    func defaults() throws {
        let inner = #", "defaults": {"/": "/in/*"}"#
        let outer = #", "defaults": {"/": "/out/*", "?": "q=1"}"#
        func outcome(_ path: String, _ component: String) throws -> AppLinkExplanation.Outcome {
            try Self.answer(path, component, entry: inner, file: outer).outcome
        }
        #expect(try outcome("/in/x?q=1", "{}") == .opens)
        #expect(try outcome("/in/x", "{}") == .unmatched)
        #expect(try outcome("/out/x?q=1", "{}") == .unmatched)
        #expect(try outcome("/own?q=1", #"{"/": "/own"}"#) == .opens)
        #expect(try Self.opens("/anything?at=all#here", "{}"))
    }

    @Test("A4: '*' crosses slashes, '?' is one character, '?*' at least one")
    func wildcards() throws {
        #expect(try Self.opens("/a/b/c/d", #"{"/": "/a/*/d"}"#))
        #expect(try Self.opens("/ab", #"{"/": "/a?"}"#))
        #expect(try !Self.opens("/a", #"{"/": "/a?"}"#))
        #expect(try !Self.opens("/a/", #"{"/": "/a/?*"}"#))
        #expect(try Self.opens("/a/b/c", #"{"/": "/a/?*"}"#))
    }

    @Test("A5: slashes at the end do not count")
    func trailingSlashes() throws {
        for path in ["/buy", "/buy/", "/buy/1"] {
            #expect(try Self.opens(path, #"{"/": "/buy/*"}"#))
        }
        #expect(try Self.opens("/buy/", #"{"/": "/buy"}"#))
        #expect(try Self.opens("/buy", #"{"/": "/buy/"}"#))
        #expect(try Self.opens("/", #"{"/": "/"}"#))
        #expect(try Self.answer("/buy", #"{"/": "/buy/*"}"#).uncertain == [])
    }

    @Test("A6, A15: the leading slash is optional, and several are one, uncertainly so in a path")
    func leadingSlash() throws {
        #expect(try Self.answer("/buy/1", #"{"/": "buy/*"}"#).uncertain == [])
        #expect(try Self.opens("/buy/1", #"{"/": "*/1"}"#))
        #expect(try Self.answer("/buy", #"{"/": "//buy"}"#).uncertain == [])
        let several = try Self.answer("//buy", #"{"/": "/buy"}"#)
        #expect(several.outcome == .opens && several.uncertain == [.a15])
        #expect(try Self.answer("//buy", #"{"/": "/*"}"#).uncertain == [])
    }

    @Test("A7, A8, A9: every item and every repetition must match, and an absent one is empty")
    func items() throws {
        let two = #"{"?": {"a": "1", "b": "x*"}}"#
        #expect(try Self.opens("/?b=xy&a=1&c=3", two))
        #expect(try !Self.opens("/?a=1", two))
        #expect(try !Self.opens("/?a=1&b=x&a=2", two))
        #expect(try Self.answer("/?a=1&b=x&a=2", two).uncertain == [])
        #expect(try Self.opens("/", #"{"?": {"q": "*"}}"#))
        #expect(try Self.answer("/", #"{"?": {"q": "*"}}"#).uncertain == [])
        #expect(try !Self.opens("/", #"{"?": {"q": "?*"}}"#))
        #expect(try Self.opens("/?q", #"{"?": {"q": ""}}"#))
    }

    @Test("A10: one value that is no string makes the query count for nothing")
    func voidQuery() throws {
        let answer = try Self.answer("/?a=2", #"{"?": {"a": "1", "b": 2}}"#)
        #expect(answer.outcome == .opens && answer.uncertain == [])
    }

    @Test("A11: the URL is compared as written, or decoded")
    func encoding() throws {
        #expect(try Self.opens("/caf%C3%A9", #"{"/": "/caf%C3%A9"}"#))
        #expect(try !Self.opens("/caf%c3%a9", #"{"/": "/caf%C3%A9"}"#))
        #expect(try !Self.opens("/caf%C3%A9", #"{"/": "/café"}"#))
        #expect(try Self.opens("/caf%c3%a9", #"{"/": "/café", "percentEncoded": false}"#))
        #expect(try Self.opens("/caf%c3%a9", #"{"/": "/caf?", "percentEncoded": false}"#))
        #expect(try !Self.opens("/a%20b", #"{"/": "/a%20b", "percentEncoded": false}"#))
        for pattern in ["/caf%C3%A9", "/caf?", "/café"] {
            let answer = try Self.answer("/caf%c3%a9", #"{"/": "\#(pattern)"}"#)
            #expect(answer.outcome == .unmatched && answer.uncertain == [])
        }
    }

    @Test("A12: letters are compared without their case if the file says so")
    func letterCase() throws {
        #expect(try !Self.opens("/Buy", #"{"/": "/buy"}"#))
        #expect(try Self.opens("/Buy", #"{"/": "/bUY", "caseSensitive": false}"#))
        // These differ by the same bit as a letter and its capital.
        for (own, same, other) in [
            ("@", "%40", "%60"), ("[", "%5B", "%7B"), ("]", "%5D", "%7D"), ("^", "%5E", "%7E"),
            ("_", "%5F", "%7F"), ("0", "%30", "%10"),
        ] {
            let component = #"{"/": "/a\#(own)", "percentEncoded": false, "caseSensitive": false}"#
            #expect(try Self.opens("/A\(same)", component))
            #expect(try !Self.opens("/A\(other)", component), "\(own)")
        }
    }

    @Test("A13: the entries of one app are tried in order, which is uncertain")
    func entries() throws {
        let app = Self.app
        let file = AppLinkFile(
            Array(
                """
                {"applinks": {"details": [
                  {"appID": "\(app)", "components": [{"/": "/a"}]},
                  {"appID": "\(app)", "components": [{"/": "/b"}]}]}}
                """.utf8))
        let answer = try #require(file.explain("https://example.com/b").apps.first)
        #expect(answer.outcome == .opens && answer.uncertain == [.a13])
        #expect(file.findings.map(\.code) == [.duplicateApp])
    }

    @Test("A16: entries by their apps count, which is uncertain")
    func entriesByApp() throws {
        let file = AppLinkFile(
            Array(
                """
                {"applinks": {"details": {"\(Self.app)": {"paths": ["/a", "NOT /b", "*"]}}}}
                """.utf8))
        #expect(file.findings.map(\.code) == [.legacyDetails])
        let opened = try #require(file.explain("https://example.com/c").apps.first)
        #expect(opened.name == Self.app)
        #expect(opened.outcome == .opens && opened.uncertain == [.a16])
        let excluded = try #require(file.explain("https://example.com/b").apps.first)
        #expect(excluded.outcome == .excluded && excluded.uncertain == [.a16])
    }

    @Test("A14: a variable is one of its values")
    func variables() throws {
        let own = #", "substitutionVariables": {"food": ["cake", "p?e*"]}"#
        func opens(_ path: String, _ pattern: String) throws -> Bool {
            try Self.answer(path, #"{"/": "\#(pattern)"}"#, file: own).outcome == .opens
        }
        #expect(try opens("/cake/1", "/$(food)/$(digit)"))
        #expect(try opens("/pie/1", "/$(food)/$(digit)"))
        #expect(try !opens("/soup/1", "/$(food)/$(digit)"))
        #expect(try !opens("/cake/12", "/$(food)/$(digit)"))
        #expect(try opens("/en/DE", "/$(lang)/$(region)"))
        #expect(try !opens("/x", "/$(unknown)"))
        let answer = try Self.answer("/en/x", #"{"/": "/$(lang)/*"}"#)
        #expect(answer.uncertain == [.a14])
    }

    @Test("A14: the '*' of a value takes bytes that are no text, as that of a pattern does")
    func variablesOfBytes() throws {
        let own = #", "substitutionVariables": {"food": ["p*"]}"#
        for pattern in ["/p*", "/$(food)"] {
            let component = #"{"/": "\#(pattern)", "percentEncoded": false}"#
            #expect(try Self.answer("/p%FFe", component, file: own).outcome == .opens)
        }
    }

    @Test("the older 'paths' test the path, and exclude with NOT")
    func paths() throws {
        let file = AppLinkFile(
            Array(
                """
                {"applinks": {"apps": [], "details": [
                  {"appID": "\(Self.app)", "paths": ["NOT /a/b", "/a/*"]}]}}
                """.utf8))
        #expect(file.findings.isEmpty)
        #expect(try file.explain("https://x.com/a/b").apps[0].outcome == .excluded)
        #expect(try file.explain("https://x.com/a/c").apps[0].outcome == .opens)
    }

    @Test("only links of the web can be explained")
    func otherURLs() {
        let file = Self.file("{}")
        for url in [
            "myapp://a/b", "/a", "https://", "https://x/" + String(repeating: "a", count: 9_000),
        ] {
            #expect(throws: RouteDBError.self) { try file.explain(url) }
        }
    }

    @Test("random patterns match what a backtracking matcher matches")
    func pathOracle() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<FuzzBudget.tries(1_000, byDefault: 2_000) {
            let pattern = "/" + Self.text("ab/*?", upTo: 8, &generator)
            let path = "/" + Self.text("ab/", upTo: 8, &generator)
            let opens = try Self.opens(path, #"{"/": "\#(pattern)"}"#)
            #expect(opens == Self.naive(pattern, path), "\(pattern) \(path)")
        }
    }

    private static func text(
        _ alphabet: String, upTo count: Int, _ generator: inout SeededGenerator
    ) -> String {
        String((0..<generator.below(count + 1)).map { _ in generator.pick(Array(alphabet)) })
    }

    /// The rules for paths, written down as they are stated.
    private static func naive(_ pattern: String, _ path: String) -> Bool {
        func trimmed(_ text: String) -> String {
            var text = text
            while text.hasPrefix("//") { text.removeFirst() }
            while text.hasSuffix("/") { text.removeLast() }
            return text
        }
        func matches(_ pattern: Substring, _ text: Substring) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            if first == "*" {
                return matches(pattern.dropFirst(), text)
                    || !text.isEmpty && matches(pattern, text.dropFirst())
            }
            guard let character = text.first, first == "?" || first == character else {
                return false
            }
            return matches(pattern.dropFirst(), text.dropFirst())
        }
        let (pattern, path) = (trimmed(pattern), trimmed(path))
        if matches(pattern[...], path[...]) { return true }
        guard let star = pattern.range(of: "/*", options: [.backwards, .anchored]) else {
            // Several stars are one.
            guard let end = pattern.range(of: "/\\*+$", options: .regularExpression) else {
                return false
            }
            return matches(trimmed(String(pattern[..<end.lowerBound]))[...], path[...])
        }
        return matches(trimmed(String(pattern[..<star.lowerBound]))[...], path[...])
    }
}
