import RouteDB
import RouteDBAppLinks
import Testing

@Suite("Android's asset links")
struct AssetLinksTests {
    /// The fingerprints of two certificates.
    static let prints = ["AB", "CD"].map {
        Array(repeating: $0, count: 32).joined(separator: ":")
    }

    /// A file with a statement that has these components.
    static func file(_ components: String?) -> AppLinkFile {
        let rules =
            components.map { components in
                """
                , "relation_extensions": {"delegate_permission/common.handle_all_urls":
                  {"dynamic_app_link_components": [\(components)]}}
                """
            } ?? ""
        return AppLinkFile(
            Array(
                """
                [{"relation": ["delegate_permission/common.handle_all_urls"],
                  "target": {"namespace": "android_app", "package_name": "com.example.app",
                    "sha256_cert_fingerprints": \(prints)}\(rules)}]
                """.utf8))
    }

    private static func answer(
        _ path: String, _ components: String?, level: Int = 35
    ) throws -> AppLinkExplanation.App {
        let explanation = try file(components).explain(
            "https://example.com\(path)", apiLevel: level)
        return try #require(explanation.apps.first)
    }

    private static func opens(_ path: String, _ components: String) throws -> Bool {
        try answer(path, components).outcome == .opens
    }

    @Test("a dot at the end of a host does not count")
    func finalDot() {
        #expect(LinkURL("https://u@Example.com.:443/x").host == "example.com")
        #expect(LinkURL("https://example.com./x").host == "example.com")
    }

    @Test("D1: expressions are compared with decoded text")
    func decoding() throws {
        #expect(try Self.opens("/caf%c3%a9%2Fx", #"{"/": "/café/x"}"#))
        #expect(try !Self.opens("/caf%C3%A9", #"{"/": "/caf%C3%A9"}"#))
        #expect(try Self.opens("/a?q=%26", #"{"?": {"q": ""}}"#))
    }

    @Test("D2: a '*' in the middle does not go back, and '/docs/*' does not take '/docs'")
    func noBacktracking() throws {
        #expect(try Self.opens("/foobar", #"{"/": "/foo*bar"}"#))
        #expect(try !Self.opens("/foobarbar", #"{"/": "/foo*bar"}"#))
        #expect(try Self.opens("/docs/", #"{"/": "/docs/*"}"#))
        #expect(try !Self.opens("/docs", #"{"/": "/docs/*"}"#))
    }

    @Test("D3: an answer that depends on how '?*' is read is uncertain")
    func uncertainWildcard() throws {
        #expect(try Self.answer("/axb", #"{"/": "/a?*b"}"#).uncertain == [.d3])
        #expect(try Self.answer("/ax", #"{"/": "/a?*"}"#).uncertain == [])
    }

    @Test("D4, D5: the first component that matches decides, an empty one never does")
    func order() throws {
        let components = #"{}, {"/": "/a/b", "exclude": true}, {"/": "/a/*"}"#
        let answer = try Self.answer("/a/b", components)
        #expect(answer.outcome == .excluded && answer.untested == 1)
        #expect(answer.steps.map(\.part) == [.nothing, nil])
        #expect(try Self.answer("/a/c", components).outcome == .opens)
        #expect(try Self.answer("/x", components).outcome == .unmatched)
    }

    @Test("D6: each entry of a query must be found, in any order and among others")
    func queries() throws {
        // The examples of Google's page.
        let both = #"{"?": {"dl": "*", "in_app": "true"}}"#
        #expect(try Self.opens("/?in_app=true&dl=abc", both))
        #expect(try Self.opens("/?lang=en&in_app=true&tz=pst&dl=abc", both))
        #expect(try !Self.opens("/?lang=en&tz=pst&dl=abc", both))
        #expect(try !Self.opens("/?in_app=true", both))
        #expect(try !Self.opens("/", both))
        #expect(try Self.answer("/?dl=abc", both).uncertain == [])
    }

    @Test("M6: a dot beside wildcards is any character or a dot, which is uncertain")
    func dots() throws {
        let dotted = #"{"/": "/v1.0/*/x"}"#
        #expect(try Self.answer("/v1.0/a/x", dotted).uncertain == [])
        let other = try Self.answer("/v1-0/a/x", dotted)
        #expect(other.outcome == .opens && other.uncertain == [.m6])
        // After a wildcard, and in a text without one in the middle, it is a dot.
        #expect(try !Self.opens("/a-x/b", #"{"/": "/*.x/*"}"#))
        #expect(try !Self.opens("/a-x", #"{"/": "/a.x"}"#))
        #expect(try !Self.opens("/a-x", #"{"/": "/a.*"}"#))
    }

    @Test("D7: a URL without fragment matches no component with one")
    func fragments() throws {
        #expect(try Self.opens("/#a", ##"{"#": "*"}"##))
        #expect(try !Self.opens("/", ##"{"#": "*"}"##))
    }

    @Test(
        "D8: a value that cannot be read makes the whole list count as absent, which is uncertain",
        arguments: [#"{"/": 1}"#, #"{"/": ""}"#, #"{"?": "a=1"}"#, #"{"?": {"a": []}}"#, "1"])
    func discarded(_ component: String) throws {
        let components = #"{"/": "/a", "exclude": true}, \#(component)"#
        let answer = try Self.answer("/a", components)
        #expect(answer.outcome == .manifest && answer.uncertain == [.d8])
        #expect(Self.file(components).findings.map(\.code).contains(.discardedList))
    }

    @Test("D9, D11: without components, and before Android 15, the manifest decides")
    func manifest() throws {
        #expect(try Self.answer("/a", "").outcome == .manifest)
        #expect(try Self.answer("/a", nil).outcome == .manifest)
        #expect(try Self.answer("/a", #"{"/": "/b"}"#, level: 34).outcome == .manifest)
        #expect(try Self.answer("/a", #"{"/": "/b"}"#, level: 36).outcome == .unmatched)
    }

    @Test("D10: components never open what the manifest does not")
    func limited() throws {
        let manifest = ManifestTests.file(#"<data android:pathPrefix="/a/" />"#)
        func opens(_ path: String, level: Int = 35) throws -> Bool {
            try Self.file(#"{"/": "/a/x", "exclude": true}, {"/": "/*"}"#).explain(
                "https://example.com\(path)", apiLevel: level, manifest: manifest
            ).apps[0].outcome == .opens
        }
        #expect(try opens("/a/b"))
        #expect(try !opens("/b"))
        #expect(try !opens("/a/x"))
        #expect(try opens("/a/x", level: 34))
    }
}

@Suite("Intent filters")
struct IntentFilterTests {
    private static func matches(_ filter: IntentFilter, _ url: String, level: Int = 35) -> Bool {
        filter.matches(AndroidSubject(LinkURL(url)), apiLevel: level)
    }

    private static func path(
        _ kind: AndroidMatcher.Kind, _ pattern: String
    ) throws -> IntentFilter.Test {
        IntentFilter.Test(.path, try AndroidMatcher(kind, pattern))
    }

    @Test("M1: hosts and paths of one filter are pooled")
    func pooled() throws {
        let filter = IntentFilter(
            hosts: ["a.com", "b.com"],
            paths: [try Self.path(.literal, "/x"), try Self.path(.prefix, "/y/")])
        for url in ["https://a.com/x", "https://b.com/y/1", "https://b.com/x"] {
            #expect(Self.matches(filter, url))
        }
        #expect(!Self.matches(filter, "https://c.com/x"))
        #expect(!Self.matches(filter, "http://a.com/x"))
    }

    @Test("M2, M3: the first group that matches decides, but a path beside it matches anyway")
    func groups() throws {
        let block = IntentFilter.Group(allows: false, tests: [try Self.path(.literal, "/a/b")])
        let allow = IntentFilter.Group(allows: true, tests: [try Self.path(.prefix, "/a/")])
        var filter = IntentFilter(hosts: ["a.com"], groups: [block, allow])
        #expect(!Self.matches(filter, "https://a.com/a/b"))
        #expect(Self.matches(filter, "https://a.com/a/c"))
        #expect(!Self.matches(filter, "https://a.com/x"))
        filter.groups = [allow, block]
        #expect(Self.matches(filter, "https://a.com/a/b"))
        filter.groups = [block, allow]
        filter.paths = [try Self.path(.literal, "/a/b")]
        #expect(Self.matches(filter, "https://a.com/a/b"))
        filter.paths = []
        filter.groups = [.init(allows: true, tests: [])]
        #expect(!Self.matches(filter, "https://a.com/a"))
    }

    @Test("M3: all tests of a group must match; a query test looks at each item")
    func groupParts() throws {
        let group = IntentFilter.Group(
            allows: true,
            tests: [
                try Self.path(.prefix, "/a"), .init(.query, try AndroidMatcher(.literal, "q=1")),
                .init(.fragment, try AndroidMatcher(.prefix, "s")),
            ])
        let filter = IntentFilter(hosts: ["a.com"], groups: [group])
        #expect(Self.matches(filter, "https://a.com/ab?x=2&q=1#s1"))
        #expect(!Self.matches(filter, "https://a.com/ab?x=2&q=1"))
        #expect(!Self.matches(filter, "https://a.com/ab?q=2#s1"))
        #expect(Self.matches(filter, "https://a.com/ab?x=2;q=1#s"))
    }

    @Test("M4: what an older device does not know leaves the whole host")
    func levels() throws {
        let suffix = IntentFilter(hosts: ["a.com"], paths: [try Self.path(.suffix, ".html")])
        #expect(!Self.matches(suffix, "https://a.com/x", level: 31))
        #expect(Self.matches(suffix, "https://a.com/x", level: 30))
        let groups = IntentFilter(
            hosts: ["a.com"], groups: [.init(allows: false, tests: [try Self.path(.prefix, "/")])])
        #expect(!Self.matches(groups, "https://a.com/x", level: 35))
        #expect(Self.matches(groups, "https://a.com/x", level: 34))
    }

    @Test("M7: a host that begins with '*' takes every host with that end")
    func hosts() {
        let filter = IntentFilter(hosts: ["*.a.com"])
        #expect(Self.matches(filter, "https://x.y.a.com/"))
        #expect(!Self.matches(filter, "https://a.com/"))
    }

    @Test("M8: without a host, paths and groups are ignored, and any host is taken")
    func withoutHosts() throws {
        let group = IntentFilter.Group(allows: false, tests: [try Self.path(.prefix, "/")])
        let filter = IntentFilter(
            hosts: [], paths: [try Self.path(.literal, "/x")], groups: [group])
        #expect(Self.matches(filter, "https://a.com/y"))
        #expect(!Self.matches(filter, "http://a.com/x"))
    }
}
