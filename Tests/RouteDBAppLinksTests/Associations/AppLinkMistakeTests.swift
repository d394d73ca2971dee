import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTestSupport
import Testing

/// Mistakes that people make in files of links, each beside the file that they meant.
@Suite("Mistakes in files of links")
struct AppLinkMistakeTests {
    /// A file with one mistake, and a good neighbour of it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let name: String
        let bad: String
        let good: String
        let code: AppLinkCode
        let severity: LintSeverity
        /// The place of the finding.
        let item: String
        var testDescription: String { name }
    }

    /// A part of a list, such as a component, with one mistake, and its good neighbour.
    struct Part: Sendable {
        let name: String
        let bad: String
        let good: String
        let code: AppLinkCode
        let severity: LintSeverity
        /// The place of the finding in the part.
        let key: String

        func mistake(at item: String, _ file: (String) -> String) -> Mistake {
            Mistake(
                name: name, bad: file(bad), good: file(good), code: code, severity: severity,
                item: item + key)
        }
    }

    @Test(
        "a mistake is found at its place, with the platform's section, and its neighbour is silent",
        arguments: [apple, links, componentMistakes, ruleMistakes, dataMistakes].flatMap(\.self))
    func mistakes(_ mistake: Mistake) throws {
        let file = AppLinkFile(Array(mistake.bad.utf8))
        let found = file.findings.filter { $0.code == mistake.code }
        let finding = try #require(found.first, "\(file.findings.map(\.code))")
        #expect(found.count == 1)
        #expect(finding.item == mistake.item)
        #expect(finding.severity == mistake.severity)
        #expect(finding.line != nil && finding.message.hasSuffix("."))
        #expect(finding.source.url.hasPrefix("https://") && !finding.source.section.isEmpty)
        let isApples = finding.source.url.contains("apple") || finding.source.url.contains("aasa")
        #expect(isApples == (file.platform == .ios))
        let neighbour = AppLinkFile(Array(mistake.good.utf8))
        #expect(!neighbour.findings.map(\.code).contains(mistake.code))
        #expect(!neighbour.findings.contains { $0.severity == .error })
    }

    // MARK: Apple

    private static let app = #""appIDs": ["ABCDE12345.com.example.app"]"#

    private static func entry(_ text: String, file: String = "") -> String {
        #"{"applinks": {"details": [{\#(text)}]\#(file)}}"#
    }

    private static func component(
        _ name: String, _ bad: String, not good: String, _ code: AppLinkCode,
        _ severity: LintSeverity = .error, _ key: String = "./"
    ) -> Part {
        Part(name: name, bad: bad, good: good, code: code, severity: severity, key: key)
    }

    /// Apple's file with some components.
    static func association(_ components: String) -> String {
        entry(#"\#(app), "components": [\#(components)]"#)
    }

    private static func paths(
        _ name: String, _ bad: String, not good: String, _ code: AppLinkCode,
        _ severity: LintSeverity
    ) -> Mistake {
        func file(_ paths: String) -> String {
            entry(#""appID": "ABCDE12345.com.example.app", "paths": [\#(paths), "*"]"#)
        }
        return Mistake(
            name: name, bad: file(bad), good: file(good), code: code, severity: severity,
            item: "applinks.details[0].paths[0]")
    }

    private static func variable(
        _ name: String, _ bad: String, not good: String, _ item: String,
        _ severity: LintSeverity = .error
    ) -> Mistake {
        func file(_ variables: String) -> String {
            entry(
                #"\#(app), "components": [{"/": "/$(food)"}]"#,
                file: #", "substitutionVariables": {"food": ["cake"], \#(variables)}"#)
        }
        return Mistake(
            name: name, bad: file(bad), good: file(good), code: .invalidVariable,
            severity: severity, item: "applinks.substitutionVariables.\(item)")
    }

    /// Mistakes in components of Apple.
    static let appleParts: [Part] = [
        component(
            "no leading slash", #"{"/": "buy/*"}"#, not: #"{"/": "/buy/*"}"#, .missingSlash, .note),
        component(
            "no leading slash before a wildcard", #"{"/": "buy*"}"#, not: #"{"/": "*buy"}"#,
            .missingSlash, .note),
        component(
            "an encoded pattern for decoded URLs", #"{"/": "/a%20b", "percentEncoded": false}"#,
            not: #"{"/": "/a b", "percentEncoded": false}"#, .encoding, .warning),
        component(
            "an encoded value for decoded URLs",
            #"{"?": {"q": "%C3%A9"}, "percentEncoded": false}"#,
            not: #"{"?": {"q": "é"}, "percentEncoded": false}"#, .encoding, .warning, ".?.q"),
        component(
            "NOT in a component", #"{"/": "NOT /a"}"#, not: #"{"/": "/a", "exclude": true}"#,
            .misplacedNot),
        component(
            "NOT without a space in a component", #"{"/": "NOT/a"}"#, not: #"{"/": "/NOT/a"}"#,
            .misplacedNot),
        component(
            "NOT in a fragment", ##"{"#": "NOT top", "percentEncoded": false}"##,
            not: ##"{"#": "top", "exclude": true}"##, .misplacedNot, .error, ".#"),
        component(
            "a variable in a variable's name", #"{"/": "/$(a$(digit))"}"#,
            not: #"{"/": "/$(digit)$(digit)"}"#, .invalidVariable),
        component(
            "an unclosed variable", #"{"/": "/$(digit"}"#, not: #"{"/": "/$(digit)"}"#,
            .invalidVariable),
        component(
            "an unclosed variable in a query", #"{"?": {"q": "$(digit"}}"#,
            not: #"{"?": {"q": "$5"}}"#, .invalidVariable, .error, ".?.q"),
        component(
            "a parameter of routers", #"{"/": "/users/:id"}"#, not: #"{"/": "/users/a:id"}"#,
            .foreignSyntax, .warning),
        component(
            "a parameter in braces", #"{"/": "/users/{id}/x"}"#, not: #"{"/": "/users/?*/x"}"#,
            .foreignSyntax, .warning),
        component(
            "a set of characters", #"{"/": "/users/[0-9]+"}"#, not: #"{"/": "/users/$(digit)*"}"#,
            .foreignSyntax, .warning),
        component(
            "a repeated dot", #"{"/": "/users/.*"}"#, not: #"{"/": "/users/me.*"}"#,
            .foreignSyntax, .warning),
        component(
            "an anchor", #"{"/": "^/users"}"#, not: #"{"/": "/users"}"#, .foreignSyntax, .warning),
        component(
            "a class of characters", #"{"/": "/users/\\d"}"#, not: #"{"/": "/users/d"}"#,
            .foreignSyntax, .warning),
        component(
            "alternatives", #"{"/": "/(de|en)/x"}"#, not: #"{"/": "/Foo_(bar)/x"}"#,
            .foreignSyntax, .warning),
        component(
            "two stars", #"{"/": "/a/**"}"#, not: #"{"/": "/a/*/b/*"}"#, .foreignSyntax, .note),
        component(
            "a URL as a path", #"{"/": "https://example.com/buy"}"#, not: #"{"/": "/buy"}"#, .host),
    ]

    private static let componentMistakes: [Mistake] = appleParts.map {
        $0.mistake(at: "applinks.details[0].components[0]", association)
    }

    private static let apple: [Mistake] = [
        paths("NOT without a space", #""NOT/a""#, not: #""NOT /a""#, .misplacedNot, .error),
        paths("NOT in small letters", #""not /a""#, not: #""/not/a""#, .misplacedNot, .error),
        paths("NOT with two spaces", #""NOT  /a""#, not: #""NOT /a""#, .misplacedNot, .error),
        paths("no leading slash in paths", #""a/b""#, not: #""/a/b""#, .missingSlash, .note),
        variable(
            "a variable in a value", #""sweet": ["$(food)"]"#, not: #""sweet": ["c*"]"#,
            "sweet[0]"),
        variable(
            "an unclosed variable in a value", #""sweet": ["$(food"]"#, not: #""sweet": ["$5"]"#,
            "sweet[0]"),
        variable(
            "a parenthesis in a name", #""sw(eet": ["a"]"#, not: #""sw eet": ["a"]"#, "sw(eet"),
        variable("no values", #""sweet": []"#, not: #""sweet": [""]"#, "sweet", .warning),
        Mistake(
            name: "appIDs beside paths",
            bad: entry(#"\#(app), "paths": ["*"]"#),
            good: entry(#""appID": "ABCDE12345.com.example.app", "paths": ["*"]"#),
            code: .legacyPaths, severity: .warning, item: "applinks.details[0].paths"),
        Mistake(
            name: "appIDs and components beside paths",
            bad: entry(#"\#(app), "components": [{}], "paths": ["*"]"#),
            good: entry(#"\#(app), "components": [{}]"#),
            code: .legacyPaths, severity: .warning, item: "applinks.details[0].paths"),
        Mistake(
            name: "NOT without a space in paths beside components",
            bad: entry(
                #""appID": "ABCDE12345.com.example.app", "components": [{}], "paths": ["NOT/a"]"#),
            good: entry(
                #""appID": "ABCDE12345.com.example.app", "components": [{}], "paths": ["NOT /a"]"#),
            code: .misplacedNot, severity: .error, item: "applinks.details[0].paths[0]"),
        Mistake(
            name: "details by apps",
            bad: #"{"applinks": {"details": {"ABCDE12345.com.example.app": {"paths": ["*"]}}}}"#,
            good: entry(#""appID": "ABCDE12345.com.example.app", "paths": ["*"]"#),
            code: .legacyDetails, severity: .warning, item: "applinks.details"),
    ]

    // MARK: Android

    private static let relation = "delegate_permission/common.handle_all_urls"
    private static let prints = [
        Array(repeating: "AB", count: 32).joined(separator: ":"),
        Array(repeating: "CD", count: 32).joined(separator: ":"),
    ]
    private static let publicPrint =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:"
        + "3B:9C"

    private static func statement(
        relations: [String] = [relation], package: String = "com.example.app",
        prints: [String] = prints, components: String? = nil
    ) -> String {
        let rules =
            components.map {
                """
                , "relation_extensions": {"\(relation)": {"dynamic_app_link_components": [\($0)]}}
                """
            } ?? ""
        return """
            [{"relation": \(relations), "target": {"namespace": "android_app",
              "package_name": "\(package)", "sha256_cert_fingerprints": \(prints)}\(rules)}]
            """
    }

    private static func rule(
        _ name: String, _ bad: String, not good: String, _ code: AppLinkCode,
        _ severity: LintSeverity
    ) -> Part {
        Part(
            name: "Android: \(name)", bad: bad, good: good, code: code, severity: severity,
            key: "./")
    }

    /// Android's file with some components.
    static func assetLinks(_ components: String) -> String { statement(components: components) }

    /// The place of the components in it.
    static let list = "[0].relation_extensions.\(relation).dynamic_app_link_components"

    private static let links: [Mistake] = [
        Mistake(
            name: "one fingerprint", bad: statement(prints: [prints[0]]), good: statement(),
            code: .singleFingerprint, severity: .note,
            item: "[0].target.sha256_cert_fingerprints"),
        Mistake(
            name: "a debug package", bad: statement(package: "com.example.app.debug"),
            good: statement(package: "com.example.debugger"), code: .debugApp, severity: .warning,
            item: "[0].target.package_name"),
        Mistake(
            name: "a public key", bad: statement(prints: [prints[0], publicPrint]),
            good: statement(), code: .debugApp, severity: .warning,
            item: "[0].target.sha256_cert_fingerprints[1]"),
        Mistake(
            name: "no relation", bad: statement(relations: []), good: statement(),
            code: .relation, severity: .error, item: "[0].relation"),
        Mistake(
            name: "a misspelt relation",
            bad: statement(relations: ["delegate_permission/common.handle_all_url"]),
            good: statement(), code: .relation, severity: .error, item: "[0].relation"),
        Mistake(
            name: "credentials only",
            bad: statement(relations: ["delegate_permission/common.get_login_creds"]),
            good: statement(
                relations: ["delegate_permission/common.get_login_creds", relation]),
            code: .relation, severity: .note, item: "[0].relation"),
        Mistake(
            name: "rules without the relation",
            bad: statement(
                relations: ["delegate_permission/common.get_login_creds"],
                components: #"{"/": "/a"}"#),
            good: statement(components: #"{"/": "/a"}"#), code: .relation, severity: .error,
            item: "[0].relation"),
    ]

    /// Mistakes in components of Android.
    static let androidParts: [Part] = [
        rule("no leading slash", #"{"/": "a"}"#, not: #"{"/": "*a"}"#, .unmatchable, .error),
        rule("NOT", #"{"/": "NOT /a"}"#, not: #"{"/": "/a"}"#, .misplacedNot, .error),
        rule("a URL", #"{"/": "https://a.com/b"}"#, not: #"{"/": "/b"}"#, .host, .error),
        rule(
            "a parameter", #"{"/": "/a/{id}"}"#, not: #"{"/": "/a/?*"}"#, .foreignSyntax, .warning),
        rule("two stars", #"{"/": "/a/**"}"#, not: #"{"/": "/a/*"}"#, .foreignSyntax, .warning),
    ]

    private static let ruleMistakes: [Mistake] = androidParts.map {
        $0.mistake(at: "\(list)[0]", assetLinks)
    }

    // MARK: Manifests

    private static func data(
        _ name: String, _ bad: String, not good: String, _ code: AppLinkCode,
        _ severity: LintSeverity = .error
    ) -> Part {
        Part(
            name: "manifest: \(name)", bad: bad, good: good, code: code, severity: severity,
            key: ".data[3]")
    }

    /// A manifest with a filter for each of some elements.
    static func manifest(_ elements: [String]) -> String {
        // An older device would take the whole host without a path that it knows.
        let filters = elements.map { ManifestTests.filter(#"<data android:path="/." />"# + $0) }
        return ManifestTests.text(filters: filters.joined())
    }

    /// Mistakes in elements of a manifest.
    static let manifestParts: [Part] = [
        data(
            "two dots", #"<data android:pathPattern="/.*\\.pdf" />"#,
            not: #"<data android:pathSuffix=".pdf" />"#, .noBacktracking, .warning),
        data(
            "two dots behind any beginning", #"<data android:pathPattern=".*\\.pdf" />"#,
            not: #"<data android:pathSuffix=".pdf" />"#, .noBacktracking, .warning),
        data(
            "a mark twice", #"<data android:pathPattern="/.*-x" />"#,
            not: #"<data android:pathPattern="/.*/x" />"#, .noBacktracking, .warning),
        data(
            "more dots than are listed", #"<data android:pathPattern="/.*\\.pdf" />"#,
            not: """
                <data android:pathPattern="/.*\\\\.pdf" />
                <data android:pathPattern="/.*\\\\..*\\\\.pdf" /><data android:pathSuffix=".pdf" />
                """, .noBacktracking, .warning),
        data(
            "a repetition that takes all", #"<data android:pathAdvancedPattern="/.*\\.pdf" />"#,
            not: #"<data android:pathAdvancedPattern="/[^.]*\\.pdf" />"#, .unmatchable),
        data(
            "a repeated set that takes all", #"<data android:pathAdvancedPattern="/[a-z]+x" />"#,
            not: #"<data android:pathAdvancedPattern="/[a-w]+x" />"#, .unmatchable),
        data(
            "a pattern without a leading slash", #"<data android:pathPattern="buy/.*" />"#,
            not: #"<data android:pathPattern=".*/buy" />"#, .unmatchable),
        data(
            "a parameter of routers", #"<data android:pathPrefix="/users/:id" />"#,
            not: #"<data android:pathPrefix="/users/" />"#, .foreignSyntax, .warning),
        data(
            "a repeated dot", #"<data android:pathPattern="/users/.+" />"#,
            not: #"<data android:pathPattern="/users/..*" />"#, .foreignSyntax, .warning),
        data(
            "a class of characters", #"<data android:pathAdvancedPattern="/\\d+" />"#,
            not: #"<data android:pathAdvancedPattern="/[0-9]+" />"#, .foreignSyntax, .warning),
        data(
            "a query in a path", #"<data android:path="/a?b=c" />"#,
            not: #"<data android:path="/a" />"#, .markInPath),
        data(
            "a host with a scheme", #"<data android:host="https://a.com" />"#,
            not: #"<data android:host="a.com" />"#, .host),
        data(
            "a host with a path", #"<data android:host="a.com/b" />"#,
            not: #"<data android:host="*.a.com" />"#, .host),
        data(
            "a host with a port", #"<data android:host="a.com:80" />"#,
            not: #"<data android:host="a.com" android:port="80" />"#, .host),
        data(
            "a host with a wildcard at its end", #"<data android:host="a.*" />"#,
            not: #"<data android:host="*.a.com" />"#, .host),
        data(
            "a host with capitals", #"<data android:host="A.com" />"#,
            not: #"<data android:host="a.com" />"#, .host, .warning),
        data(
            "a scheme with marks", #"<data android:scheme="https://" />"#,
            not: #"<data android:scheme="http" />"#, .host),
    ]

    private static let dataMistakes: [Mistake] = manifestParts.map {
        $0.mistake(at: "application.activity[0].intent-filter[0]") { manifest([$0]) }
    }

    // MARK: Files without mistakes

    @Test("a file that is right as it is has no findings")
    func clean() {
        let files = [
            #"{"webcredentials": {"apps": ["ABCDE12345.com.example.app"]}}"#,
            Self.entry(
                #""appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "/a:b/*.x?"}]"#),
            Self.entry(#""appID": "ABCDE12345.com.example.app", "paths": ["NOT /a", "*"]"#),
            Self.statement(components: #"{"/": "/a/?*"}, {"/": "*", "exclude": true}"#),
            Self.manifest([#"<data android:pathAdvancedPattern="/[a-z]+/[0-9]{1,3}" />"#]),
            // Google's recommendation beside rules of assetlinks.json.
            ManifestTests.text(""),
        ]
        for text in files {
            let file = AppLinkFile(Array(text.utf8))
            #expect(file.findings == [], "\(text)")
        }
    }

    @Test("a manifest that takes whole hosts is noted beside rules that limit it, and only there")
    func hostOnly() throws {
        let manifest = AppLinkFile(Array(ManifestTests.text("").utf8))
        let rules = AppLinkFile(Array(Self.statement(components: #"{"/": "/a"}"#).utf8))
        let found = manifest.hostOnlyFilters(beside: rules, named: "assetlinks.json")
        #expect(found.map(\.code) == [.hostOnly] && found.map(\.severity) == [.note])
        #expect(found.map(\.item) == ["application.activity[0].intent-filter[0]"])
        #expect(found[0].message.contains("example.com, which the rules in assetlinks.json limit"))
        #expect(found[0].source.section == "Considerations for manifest filter rules")
        func isSilent(_ file: AppLinkFile, _ other: AppLinkFile) -> Bool {
            file.hostOnlyFilters(beside: other, named: "x") == []
        }
        #expect(isSilent(manifest, AppLinkFile(Array(Self.statement().utf8))))
        #expect(isSilent(ManifestTests.file(#"<data android:path="/a" />"#), rules))
        let other = Self.statement(package: "com.example.other", components: #"{"/": "/a"}"#)
        #expect(isSilent(manifest, AppLinkFile(Array(other.utf8))))
        #expect(isSilent(rules, manifest) && isSilent(manifest, manifest))
    }

    @Test("errors are listed before notes, however many notes there are")
    func manyNotes() {
        let notes = Array(repeating: #"{"/": "a/*"}"#, count: 300).joined(separator: ",")
        let file = AppLinkFile(
            Array(Self.entry(#"\#(Self.app), "components": [\#(notes), {"/": "NOT /b"}]"#).utf8))
        #expect(file.findings.count == 200 && file.findings[0].code == .misplacedNot)
        #expect(file.findingCount > 300)
    }
}
