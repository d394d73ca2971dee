import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Manifests of Android apps")
struct ManifestTests {
    /// A manifest with some filters.
    static func text(filters: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"
            package="com.example.app">
          <application><activity android:name=".Main">\(filters)</activity></application>
        </manifest>
        """
    }

    /// A filter for links to `example.com`.
    static func filter(
        _ data: String, verify: String = #"android:autoVerify="true""#
    ) -> String {
        """
        <intent-filter \(verify)>
            <action android:name="android.intent.action.VIEW" />
            <category android:name="android.intent.category.DEFAULT" />
            <category android:name="android.intent.category.BROWSABLE" />
            <data android:scheme="https" /><data android:host="example.com" />
            \(data)
          </intent-filter>
        """
    }

    /// A manifest with one filter for links to `example.com`.
    static func text(_ data: String, verify: String = #"android:autoVerify="true""#) -> String {
        text(filters: filter(data, verify: verify))
    }

    static func file(_ data: String) -> AppLinkFile { AppLinkFile(Array(text(data).utf8)) }

    private static func opens(_ path: String, _ data: String, level: Int = 35) throws -> Bool {
        let answer = try file(data).explain("https://example.com\(path)", apiLevel: level)
        return answer.apps.first?.outcome == .opens
    }

    @Test("the package of a debug build is reported")
    func debug() {
        let release = Self.text(#"<data android:path="/a" />"#)
        let text = release.replacing("com.example.app", with: "com.example.app.debug")
        let findings = AppLinkFile(Array(text.utf8)).findings
        #expect(findings.map(\.code) == [.debugApp] && findings.map(\.item) == ["manifest"])
    }

    @Test("paths of a manifest open the app as Android reads them")
    func paths() throws {
        let data = #"<data android:path="/a" android:pathPrefix="/b/" />"#
        for path in ["/a", "/b/c"] { #expect(try Self.opens(path, data)) }
        for path in ["/", "/a/b", "/b"] { #expect(try !Self.opens(path, data)) }
        #expect(try Self.opens("/x/y", #"<data android:pathPattern="/.*/y" />"#))
        #expect(try Self.opens("/12", #"<data android:pathAdvancedPattern="/[0-9]+" />"#))
        #expect(try Self.opens("/*", #"<data android:pathPattern="/\\*" />"#))
        #expect(Self.file(data).apps == ["com.example.app"])
        #expect(Self.file(data).findings == [])
    }

    @Test("groups of a manifest decide in order, from API level 35 on")
    func groups() throws {
        let data = """
            <uri-relative-filter-group android:allow="false"><data android:pathPrefix="/a/"
              android:query="q=1" /></uri-relative-filter-group>
            <uri-relative-filter-group><data android:pathPrefix="/a/" /></uri-relative-filter-group>
            """
        #expect(try !Self.opens("/a/b?q=1", data))
        #expect(try Self.opens("/a/b?q=2", data))
        #expect(try !Self.opens("/b", data))
        #expect(try Self.opens("/b", data, level: 34))
        let answer = try Self.file(data).explain("https://example.com/a/b?q=1").apps[0]
        #expect(answer.outcome == .excluded)
        #expect(
            answer.steps.map(\.item)
                == ["application.activity[0].intent-filter[0].uri-relative-filter-group[0]"])
    }

    @Test("M8: without a host, paths are ignored and any host is taken")
    func noHost() throws {
        let text = Self.text(#"<data android:path="/a" />"#)
            .replacing(#"<data android:host="example.com" />"#, with: "")
        let file = AppLinkFile(Array(text.utf8))
        #expect(try file.explain("https://other.com/b").apps[0].outcome == .opens)
    }

    @Test("D10: components never open what the manifest does not")
    func limit() throws {
        let components = AssetLinksTests.file(#"{"/": "/a*"}"#)
        let manifest = Self.file(#"<data android:path="/ab" />"#)
        func outcome(_ path: String, _ file: AppLinkFile) throws -> AppLinkExplanation.Outcome? {
            try file.explain("https://example.com\(path)", manifest: manifest).apps.first?.outcome
        }
        #expect(try components.explain("https://example.com/ac").apps[0].outcome == .opens)
        #expect(try outcome("/ac", components) == .unmatched)
        #expect(try outcome("/ab", components) == .opens)
        #expect(try outcome("/b", components) == .unmatched)
        // D9: without components, the manifest decides.
        #expect(try outcome("/ab", AssetLinksTests.file(nil)) == .opens)
        let other = AppLinkFile(
            Array(Self.text("").replacing("com.example.app", with: "com.other").utf8))
        #expect(throws: RouteDBError.self) {
            try components.explain("https://example.com/ab", manifest: other)
        }
    }

    /// A manifest with a mistake.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let name: String
        let data: String
        let code: AppLinkCode
        var testDescription: String { name }
    }

    private static let mistakes = [
        Mistake(
            name: "an unknown attribute", data: #"<data android:pathPrefx="/a" />"#,
            code: .unknownKey),
        Mistake(name: "no slash", data: #"<data android:path="a" />"#, code: .unmatchable),
        Mistake(
            name: "a refused pattern", data: #"<data android:pathAdvancedPattern="/[" />"#,
            code: .unmatchable),
        Mistake(
            name: "a single backslash", data: #"<data android:pathPattern="/\*" />"#,
            code: .encoding),
        Mistake(name: "an encoded path", data: #"<data android:path="/a%20b" />"#, code: .encoding),
        Mistake(
            name: "a value elsewhere", data: #"<data android:path="@string/a" />"#,
            code: .unresolved),
        Mistake(
            name: "a host with a path", data: #"<data android:host="b.com" android:path="/b" />"#,
            code: .pooled),
        Mistake(
            name: "only patterns of API level 31",
            data: #"<data android:pathAdvancedPattern="/a" />"#, code: .olderDevices),
        Mistake(
            name: "a blocking group beside a path",
            data: """
                <data android:pathPrefix="/a" /><uri-relative-filter-group android:allow="false">
                <data android:path="/ab" /></uri-relative-filter-group>
                """, code: .ineffectiveGroup),
    ]

    @Test("a mistake in a manifest is found, with its line", arguments: mistakes)
    func check(_ mistake: Mistake) throws {
        let finding = try #require(
            Self.file(mistake.data).findings.first { $0.code == mistake.code })
        #expect(finding.item.hasPrefix("application.activity[0].intent-filter[0]"))
        #expect((finding.line ?? 0) >= 4 && finding.column != nil)
    }

    @Test("a manifest that does not ask for verification is reported")
    func verification() {
        let file = AppLinkFile(Array(Self.text("", verify: "").utf8))
        #expect(file.findings.map(\.code) == [.unverified])
    }

    @Test("an intent filter alone, as it is generated, is read back")
    func generated() throws {
        let patterns = ["/a", "/b/{x}", "/c/**", "/d.{y}/x"]
        let generator = try AppLinkGenerator(
            .of(patterns), namespace: "default", host: "example.com")
        let file = AppLinkFile(Array(generator.manifest().utf8))
        #expect(file.platform == .android && file.isManifest)
        for path in ["/a", "/b/1", "/c", "/c/d/e", "/d.{y}/x"] {
            #expect(try file.explain("https://example.com\(path)").apps[0].outcome == .opens)
        }
        for path in ["/b", "/b/1/2", "/d-1/x"] {
            #expect(try file.explain("https://example.com\(path)").apps[0].outcome == .unmatched)
        }
    }

    // MARK: Hostile files

    @Test("a file that is no manifest, or not well-formed, is reported at its place")
    func invalid() {
        #expect(AppLinkFile(Array("<html></html>".utf8)).findings.map(\.code) == [.html])
        let text = Self.text("<data").replacing("</manifest>", with: "")
        let finding = AppLinkFile(Array(text.utf8)).findings.first
        #expect(finding?.code == .invalidXML && finding?.line == 10)
        let bytes = Array("<manifest>".utf8) + [0xFF, 0xFE] + Array("</manifest>".utf8)
        #expect(AppLinkFile(bytes).findings.map(\.code) == [.invalidXML])
    }

    @Test("entities, deep nesting and many elements are refused")
    func hostile() {
        let lol = """
            <!DOCTYPE manifest [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
            <manifest package="&b;"/>
            """
        func message(_ text: String) -> String {
            do throws(MarkupProblem) {
                _ = try MarkupReader.read(Array(text.utf8))
                return ""
            } catch { return error.message }
        }
        #expect(message(lol) == "A document type is not read.")
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(message(deep) == "Elements are nested more than 64 deep.")
        let many = "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>"
        #expect(message(many) == "The file has more than 200000 elements.")
        #expect(message("") != "")
        #expect(message("<a/>") == "")
    }
}
