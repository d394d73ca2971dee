import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTestSupport
import Testing

@Suite("Checking files of links")
struct AppLinkCheckTests {
    /// A file with a mistake.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let code: AppLinkCode
        let item: String
        var testDescription: String { name }
    }

    private static let app = #""appIDs": ["ABCDE12345.com.example.app"]"#

    private static func apple(_ name: String, _ entry: String, _ code: AppLinkCode, _ item: String)
        -> Mistake
    {
        Mistake(
            name: name, text: #"{"applinks": {"details": [{\#(entry)}]}}"#, code: code,
            item: "applinks.details[0]" + item)
    }

    private static func component(
        _ name: String, _ text: String, _ code: AppLinkCode, _ item: String
    )
        -> Mistake
    {
        apple(name, #"\#(app), "components": [\#(text)]"#, code, ".components" + item)
    }

    private static let appleMistakes: [Mistake] = [
        Mistake(name: "a web page", text: "\n<html></html>", code: .html, item: ""),
        Mistake(name: "no JSON", text: #"{"applinks": }"#, code: .invalidJSON, item: ""),
        Mistake(name: "a duplicate key", text: #"{"a": 1, "a": 2}"#, code: .invalidJSON, item: ""),
        Mistake(name: "a number", text: "1", code: .nesting, item: ""),
        Mistake(name: "no applinks", text: #"{"details": []}"#, code: .nesting, item: ""),
        Mistake(
            name: "details as an object", text: #"{"applinks": {"details": {}}}"#, code: .nesting,
            item: "applinks.details"),
        Mistake(
            name: "no details", text: #"{"applinks": {"apps": []}}"#, code: .missingKey,
            item: "applinks"),
        apple("no app", #""components": []"#, .missingKey, ""),
        apple("no components", app, .missingKey, ""),
        apple("components as an object", #"\#(app), "components": {}"#, .wrongType, ".components"),
        apple(
            "an app without prefix", #""appID": "com.example.app", "components": []"#, .appID,
            ".appID"),
        apple(
            "paths beside components", #"\#(app), "components": [{}], "paths": ["*"]"#,
            .legacyPaths, ".paths"),
        apple(
            "an unknown key", #"\#(app), "component": [], "paths": []"#, .unknownKey, ".component"),
        component("an unknown key of a component", #"{"path": "/a"}"#, .unknownKey, "[0].path"),
        component("a number as path", #"{"/": 1}"#, .wrongType, "[0]./"),
        component("a word as exclude", #"{"exclude": "yes"}"#, .wrongType, "[0].exclude"),
        component("a query of numbers", #"{"?": {"a": 1}}"#, .wrongType, "[0].?.a"),
        component("a fragment in a path", ##"{"/": "/a#b"}"##, .markInPath, "[0]./"),
        component("a query in a path", #"{"/": "/a?b=c"}"#, .markInPath, "[0]./"),
        component(
            "an exclusion after an inclusion", #"{"/": "/a/*"}, {"/": "/a/b", "exclude": true}"#,
            .includeBeforeExclude, "[1]"),
        component("a shadowed component", #"{"/": "/a/*"}, {"/": "/a/?/c"}"#, .shadowed, "[1]"),
        component("the same twice", #"{"/": "/a"}, {"/": "/a"}"#, .shadowed, "[1]"),
        component("an unknown variable", #"{"/": "/$(x)"}"#, .unknownVariable, "[0]./"),
        component("an accent", #"{"/": "/café"}"#, .encoding, "[0]./"),
        apple(
            "only exclusions", #"\#(app), "components": [{"/": "/a", "exclude": true}]"#,
            .excludeOnly, ""),
    ]

    private static func statement(
        _ name: String, _ target: String, _ code: AppLinkCode, _ item: String
    ) -> Mistake {
        Mistake(
            name: name,
            text: """
                [{"relation": ["delegate_permission/common.handle_all_urls"], "target":
                  {"namespace": "android_app", \(target)}}]
                """, code: code, item: "[0].target" + item)
    }

    private static func fingerprint(_ name: String, _ text: String) -> Mistake {
        statement(
            name, #""package_name": "a.b", "sha256_cert_fingerprints": ["\#(text)"]"#, .fingerprint,
            ".sha256_cert_fingerprints[0]")
    }

    private static let androidMistakes: [Mistake] = [
        statement("no package", #""sha256_cert_fingerprints": []"#, .missingKey, ""),
        statement("no fingerprints", #""package_name": "a.b""#, .missingKey, ""),
        statement(
            "an empty list", #""package_name": "a.b", "sha256_cert_fingerprints": []"#, .missingKey,
            ".sha256_cert_fingerprints"),
        statement(
            "a package without dot", #""package_name": "ab", "sha256_cert_fingerprints": []"#,
            .appID, ".package_name"),
        fingerprint("SHA-1", Array(repeating: "AB", count: 20).joined(separator: ":")),
        fingerprint("lower case", Array(repeating: "ab", count: 32).joined(separator: ":")),
        fingerprint("no colons", String(repeating: "AB", count: 32)),
        fingerprint("base64", String(repeating: "A", count: 43)),
        fingerprint("a word", "none"),
    ]

    @Test("a mistake is found, at its place", arguments: appleMistakes + androidMistakes)
    func mistakes(_ mistake: Mistake) throws {
        let file = AppLinkFile(Array(mistake.text.utf8))
        let found = try #require(file.findings.first { $0.code == mistake.code })
        #expect(found.item == mistake.item)
        #expect(found.message.hasSuffix(".") || found.message.hasSuffix("?"))
    }

    @Test(
        "a mistake in a component of Android is found",
        arguments: [
            (#"{"/": "docs"}"#, AppLinkCode.unmatchable), (#"{"/": "/a#b"}"#, .markInPath),
            (#"{"/": "/a%20b"}"#, .encoding), (#"{"/": "/a*b"}"#, .noBacktracking),
            (#"{"?": "a"}"#, .discardedList), (#"{"comment": "x", "/": "/"}"#, .unknownKey),
            (#"{"/": "/a/*"}, {"/": "/a/b", "exclude": true}"#, .includeBeforeExclude),
            (#"{"/": "/a", "exclude": true}"#, .excludeOnly),
        ])
    func components(_ text: String, _ code: AppLinkCode) {
        #expect(AssetLinksTests.file(text).findings.map(\.code).contains(code))
    }

    @Test("a finding has its line and column, and the most serious come first")
    func places() {
        let file = AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{
                  "appIDs": ["ABCDE12345.com.example.app"],
                  "components": [
                    {"patch": "/x", "/": "/a"},
                    {"/": 7}]}]}}
                """.utf8))
        #expect(file.findings.map(\.code) == [.wrongType, .unknownKey])
        #expect(file.findings.map(\.line) == [5, 4] && file.findings.map(\.column) == [11, 15])
        #expect(
            file.findings[0].message == "The value of '/' is 7, not a string. Write it in quotes.")
    }

    @Test("a correct file has no findings")
    func clean() {
        let entry = #"{\#(Self.app), "components": [{"/": "/a", "exclude": true}, {"/": "*"}]}"#
        let text = #"{"applinks": {"details": [\#(entry)]}, "webcredentials": {"apps": []}}"#
        #expect(AppLinkFile(Array(text.utf8)).findings.isEmpty)
        #expect(AssetLinksTests.file(#"{"/": "/a", "exclude": true}, {"/": "*"}"#).findings.isEmpty)
    }

    @Test(
        "a file with other services only opens no links, and is correct",
        arguments: ["webcredentials", "appclips"])
    func otherServices(_ service: String) {
        let text = #"{"\#(service)": {"apps": ["ABCDE12345.com.example.app"]}}"#
        #expect(AppLinkFile(Array(text.utf8)).findings.isEmpty)
    }

    @Test("more than 128 KiB is reported")
    func size() {
        let filler = String(repeating: " ", count: 140_000)
        let text = #"{"applinks": {"details": []}\#(filler)}"#
        #expect(AppLinkFile(Array(text.utf8)).findings.map(\.code) == [.size])
        let most = Array(text.utf8.dropLast(text.utf8.count - 131_072))
        #expect(AppLinkFile(Array(most.dropLast() + [0x7D])).findings.isEmpty)
        #expect(AppLinkFile(Array(most.dropLast() + [0x20, 0x7D])).findings.map(\.code) == [.size])
    }

    @Test("a file of many mistakes is counted whole, and listed in part")
    func many() {
        let components = Array(repeating: #"{"/": 1}"#, count: 5_000).joined(separator: ",")
        let text = #"{"applinks": {"details": [{\#(Self.app), "components": [\#(components)]}]}}"#
        let file = AppLinkFile(Array(text.utf8))
        #expect(file.findings.count == 200)
        #expect(file.findingCount >= 5_000)
    }

    @Test("hostile files are read in the end")
    func hostile() throws {
        let stars = String(repeating: "a*", count: 20_000) + "b"
        let many = Array(repeating: #"{"/": "*a"}"#, count: 1_500).joined(separator: ",")
        let open = ["[", "$(", "{", "(", "/:a{"].map {
            #"{"/": "/\#(String(repeating: $0, count: 200_000))"}"#
        }
        for components in [#"{"/": "\#(stars)"}, {"/": "\#(stars)a"}"#, many] + open {
            let text =
                #"{"applinks": {"details": [{\#(Self.app), "components": [\#(components)]}]}}"#
            let file = AppLinkFile(Array(text.utf8))
            #expect(file.apps.count == 1)
            let url = "https://x.com/" + String(repeating: "a", count: 1_000)
            #expect(throws: Never.self) { try file.explain(url) }
        }
        for bytes in [
            Array(repeating: UInt8(ascii: "["), count: 100_000), [0xFF, 0xFE], [],
            [0x7B, 0xFF, 0x7D],
        ] {
            #expect(AppLinkFile(bytes).findings.map(\.code) == [.invalidJSON])
        }
    }

    @Test("damaged files never trap")
    func damaged() throws {
        var generator = SeededGenerator(seed: 9)
        let seeds = (Self.appleMistakes + Self.androidMistakes).map { Array($0.text.utf8) }
        for _ in 0..<FuzzBudget.tries(20_000, byDefault: 500) {
            let bytes = generator.damaged(generator.pick(seeds), marks: Array("{}[]\",:*?$()".utf8))
            let file = AppLinkFile(bytes)
            _ = try file.explain("https://example.com/a?b=c#d")
        }
    }

    @Test(
        "real files have no errors",
        .enabled(if: SharedData.url(of: "aasa") != nil, "there are no shared files"),
        arguments: [
            "bluesky_aasa.json", "expensify_aasa_new.json", "expensify_aasa_old.json",
            "expensify_assetlinks.json",
        ])
    func realFiles(_ name: String) throws {
        let url = try #require(SharedData.url(of: "aasa/\(name)"))
        let file = AppLinkFile(Array(try Data(contentsOf: url)))
        #expect(!file.findings.contains { $0.severity == .error })
        #expect(file.apps.count == 1)
    }

    @Test("every code and every rule is a sentence")
    func sentences() {
        for code in AppLinkCode.allCases {
            #expect(code.rule.hasSuffix(".") && code.fix.hasSuffix("."))
        }
        for rule in PlatformRule.allCases { #expect(rule.text.hasSuffix(".")) }
    }
}
