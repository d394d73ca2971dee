import RouteDB
import RouteDBAppLinks
import Testing

/// What Apple's own matcher answered on macOS 27.0: `swcutil match` and `swcutil verify`, as recorded
/// in `PlatformSource.appleMatches`, `appleVerdicts` and `appleInheritance`.
@Suite("Recordings of swcutil")
struct SwcutilRecordingTests {
    /// A question that was put to the matcher.
    struct Question: CustomTestStringConvertible, Sendable {
        let component: String
        /// The links of `example.com` that match.
        let matching: [String]
        /// Those that do not.
        let others: [String]
        var testDescription: String { component }

        init(_ component: String, _ matching: [String], not others: [String] = []) {
            (self.component, self.matching, self.others) = (component, matching, others)
        }
    }

    private static let paths = [
        Question(
            #"{"/": "/buy/*"}"#, ["/buy", "/buy/", "/buy/42", "/buy//"], not: ["/buyer", "/bu"]),
        Question(#"{"/": "/a/b/*"}"#, ["/a/b"]),
        Question(#"{"/": "/buy*"}"#, ["/buy"]),
        Question(#"{"/": "/a/*/c"}"#, [], not: ["/a/c"]),
        Question(#"{"/": "/buy"}"#, ["/buy", "/buy/"]),
        Question(#"{"/": "/buy/"}"#, ["/buy", "/buy//"]),
        Question(#"{"/": "/a/b/"}"#, ["/a/b"]),
        Question(#"{"/": "/"}"#, ["/", ""]),
        Question(#"{"/": "abc"}"#, ["/abc"], not: ["/abcd", "/xabc"]),
        Question(#"{"/": "abc/*"}"#, ["/abc"]),
        Question(#"{"/": "*abc"}"#, ["/xabc"]),
        Question(#"{"/": "//abc"}"#, ["/abc"]),
        Question(#"{"/": "a/b"}"#, ["/a/b"]),
        Question(#"{"/": "buy/*"}"#, ["/buy/42"]),
        Question(##"{"/": "abc", "?": "def", "#": "*"}"##, ["/abc?def"]),
        Question(#"{"/": "/id/????"}"#, ["/id/4815"], not: ["/id/481"]),
        Question(#"{"/": "/a/?*"}"#, ["/a/b"], not: ["/a/"]),
    ]

    private static let queries = [
        Question(#"{"?": {"b": "*"}}"#, ["/x?a=1", "/x"]),
        Question(#"{"?": {"b": "?*"}}"#, [], not: ["/x?a=1"]),
        Question(#"{"?": {"b": ""}}"#, ["/x?a=1"]),
        Question(#"{"?": {"b": "1"}}"#, [], not: ["/x?a=1"]),
        Question(#"{"?": {"a": "1", "b": "*"}}"#, ["/x?a=1"]),
        Question(
            #"{"?": {"id": "42"}}"#, [],
            not: ["/x?id=42&id=7", "/x?id=7&id=42", "/x?id=7&id=42&id=9"]),
        Question(#"{"?": {"id": "*"}}"#, ["/x?id=7&id=42"]),
        Question(#"{"?": {"id": "?*"}}"#, ["/x?id=7&id=42"]),
        Question(#"{"?": {"id": "7"}}"#, ["/x?id=7&id=7"]),
        Question(#"{"?": {"id": "7,42"}}"#, [], not: ["/x?id=7&id=42"]),
        Question(#"{"?": {"id": ""}}"#, [], not: ["/x?id=7&id=42"]),
        Question(#"{"?": {"flag": true}}"#, ["/x?flag=1", "/x?other=1"]),
        Question(#"{"?": {"flag": false}}"#, ["/x?flag=1"]),
        Question(#"{"?": {"n": 5}}"#, ["/x?n=5"]),
        Question(#"{"?": {"n": null}}"#, ["/x?n=5"]),
        Question(#"{"?": {"a": "1", "flag": true}}"#, ["/x?a=2", "/x?a=1"]),
        Question(#"{"?": {"a": ["1"]}}"#, ["/x?a=2"]),
        Question(#"{"?": {"a": {"b": "1"}}}"#, ["/x?a=2"]),
        Question(#"{"?": "a=1"}"#, ["/x?a=1"], not: ["/x?a=1&b=2", "/x"]),
        Question(#"{"?": "*"}"#, ["/x"]),
        Question(#"{"?": "?*"}"#, [], not: ["/x"]),
        Question(#"{"?": ""}"#, ["/x"]),
    ]

    private static let others = [
        Question(#"{"/": "/a%20b"}"#, ["/a%20b"]),
        Question(#"{"/": "/a b"}"#, [], not: ["/a%20b"]),
        Question(#"{"/": "/a b", "percentEncoded": false}"#, ["/a%20b"]),
        Question(#"{"/": "/a%20b", "percentEncoded": false}"#, [], not: ["/a%20b"]),
        Question(#"{"/": "/a/b"}"#, [], not: ["/a%2Fb"]),
        Question(#"{"/": "/a/b", "percentEncoded": false}"#, ["/a%2Fb"]),
        Question(#"{"/": "/caf%C3%A9"}"#, [], not: ["/caf%c3%a9"]),
        Question(#"{"/": "/café", "percentEncoded": false}"#, ["/caf%C3%A9"]),
        Question(#"{"/": "/café"}"#, [], not: ["/caf%C3%A9"]),
        Question(##"{"#": "*"}"##, ["/x"]),
        Question(##"{"#": "?*"}"##, [], not: ["/x"]),
        Question(##"{"#": ""}"##, ["/x"]),
        Question(#"{"/": "/foo/*", "unknown": "x"}"#, ["/foo/1"], not: ["/bar"]),
        Question(#"{"unknown": "x"}"#, ["/anything"]),
        Question("{}", ["/anything"]),
        Question(#"{"/": "/foo/*", "casesensitive": true}"#, [], not: ["/FOO/1"]),
        Question(#"{"/": "/$(digit)"}"#, ["/7"], not: ["/x"]),
        Question(#"{"/": "/$(xdigit)"}"#, ["/f"], not: ["/g"]),
        Question(#"{"/": "/$(lower)", "caseSensitive": false}"#, ["/Q"]),
    ]

    private static func outcome(
        _ link: String, _ components: String, entry: String = "", file: String = ""
    ) throws -> AppLinkExplanation.App {
        let file = AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
                  "components": [\(components)]\(entry)}]\(file)}}
                """.utf8))
        return try #require(file.explain("https://example.com\(link)").apps.first)
    }

    @Test(
        "components match what swcutil matched, and nothing is uncertain",
        arguments: paths + queries + others)
    func components(_ question: Question) throws {
        for (links, expected) in [(question.matching, true), (question.others, false)] {
            for link in links {
                let answer = try Self.outcome(link, question.component)
                #expect((answer.outcome == .opens) == expected, "\(link)")
                #expect(answer.uncertain == [], "\(link)")
            }
        }
    }

    @Test("A3: a component inherits patterns and exclusion from the defaults")
    func defaults() throws {
        let any = ##"{"#": "*"}"##
        func opens(_ link: String, entry: String = "", file: String = "") throws -> Bool {
            try Self.outcome(link, any, entry: entry, file: file).outcome == .opens
        }
        #expect(try opens("/bar"))
        let path = #", "defaults": {"/": "/foo/*"}"#
        #expect(try !opens("/bar", file: path))
        #expect(try opens("/foo/1", file: path))
        #expect(try !opens("/bar", entry: path))
        #expect(
            try Self.outcome("/bar", any, file: #", "defaults": {"exclude": true}"#).outcome
                == .excluded)
        let query = #", "defaults": {"?": {"id": "??"}}"#
        #expect(try !opens("/bar?id=7", file: query))
        #expect(try !opens("/bar?id=7777", file: query))
    }
}
