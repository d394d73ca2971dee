import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Importing files of links")
struct AppLinkImportTests {
    private static let app = "ABCDE12345.com.example.app"
    private static let print = AssetLinksTests.prints[0]

    private static func apple(_ components: String) -> AppLinkImport {
        let text = """
            {"applinks":{"details":[{"appIDs":["\(app)"],"components":[\(components)]}]}}
            """
        return AppLinkImport(AppLinkFile(Array(text.utf8), platform: .ios), target: "t")
    }

    private static func android(_ components: String) -> AppLinkImport {
        let text = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":\
            "android_app","package_name":"com.example.app","sha256_cert_fingerprints":\
            ["\(print)"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":\
            {"dynamic_app_link_components":[\(components)]}}}]
            """
        return AppLinkImport(AppLinkFile(Array(text.utf8), platform: .android), target: "t")
    }

    @Test(
        "paths become patterns, and what these do not say is told",
        arguments: [
            ("/buy", "/buy", nil), ("buy/", "/buy", nil), ("/", "/", nil),
            ("/buy/*", "/buy/**", nil), ("*", "/**", nil), ("/buy/?*", "/buy/{v1:path}", nil),
            ("/caf%C3%A9", "/café", nil), ("/a{b}", #"/a\{b\}"#, nil),
            ("/a/*/b", "/a/{v1}/b", "crosses slashes"), ("/a/????", "/a/{v1}", "one character"),
            ("/a/x?y*", "/a/x{v1}y{v2}", "may be empty"),
            ("/$(lang)/x", "/{v1}/x", "'$(lang)' becomes any value"),
        ])
    func paths(path: String, pattern: String, loss: String?) {
        let file = Self.apple(#"{"/":"\#(path)"}"#)
        #expect(file.routes.map(\.pattern) == [pattern])
        #expect(file.apps == [LinkedApp(.ios, Self.app)])
        if let loss {
            #expect(file.losses.contains { $0.message.contains(loss) && !$0.isLeftOut })
        } else {
            #expect(file.losses.isEmpty)
        }
    }

    @Test("a component that excludes becomes a route for the website only")
    func excludes() {
        let file = Self.apple(#"{"/":"/buy/web","exclude":true},{"/":"/buy/*"},{"/":"/buy/web"}"#)
        #expect(file.routes.map(\.pattern) == ["/buy/web", "/buy/**"])
        #expect(file.routes.map(\.labels) == [["web-only": "yes"], [:]])
        #expect(file.apps == [LinkedApp(.ios, Self.app, excludes: ["label:web-only"])])
        #expect(file.losses.isEmpty)
    }

    private static func manifest(_ data: String) -> AppLinkImport {
        AppLinkImport(ManifestTests.file(data), target: "t")
    }

    @Test(
        "the paths of a manifest become patterns, and what these do not say is told",
        arguments: [
            ("path", "/a", ["/a"], nil), ("pathPrefix", "/a/", ["/a/{v1:path}"], nil),
            ("pathPattern", "/a/.*", ["/a/{v1:path}"], nil),
            ("pathPattern", "/a/.*/b", ["/a/{v1}/b"], "crosses slashes"),
            ("pathPattern", "/\\\\.a", ["/{v1}a"], "one character"),
            ("pathSuffix", ".html", ["/{v1}.html"], "crosses slashes"),
            ("pathAdvancedPattern", "/a/[^/]+/b", ["/a/{v1}/b"], nil),
            ("pathAdvancedPattern", "/[a-z]{2}", [], "sets or repeats"),
            ("pathPattern", "/ab*", [], "sets or repeats"),
        ] as [(String, String, [String], String?)])
    func manifests(attribute: String, path: String, patterns: [String], loss: String?) {
        let file = Self.manifest("<data android:\(attribute)=\"\(path)\"/>")
        #expect(file.routes.map(\.pattern) == patterns)
        #expect(file.apps.isEmpty)
        #expect(file.losses.contains { $0.message.contains("app add android com.example.app") })
        #expect(file.losses.contains { $0.message.contains("bind the namespace to them") })
        #expect((file.losses.count == 2) == (loss == nil && !patterns.isEmpty))
        if let loss { #expect(file.losses.contains { $0.message.contains(loss) }) }
        #expect(file.losses.contains(where: \.isLeftOut) == patterns.isEmpty)
    }

    @Test("a filter without paths takes the whole host, and a group that blocks excludes")
    func filters() {
        #expect(Self.manifest("").routes.map(\.pattern) == ["/**"])
        let file = Self.manifest(
            """
            <uri-relative-filter-group android:allow="false"><data android:path="/a/web"/>\
            </uri-relative-filter-group><uri-relative-filter-group>\
            <data android:pathPrefix="/a/"/></uri-relative-filter-group>\
            <uri-relative-filter-group><data android:path="/q"/><data android:query="x=1"/>\
            </uri-relative-filter-group>
            """)
        #expect(file.routes.map(\.pattern) == ["/a/web", "/a/{v1:path}"])
        #expect(file.routes.map(\.labels) == [["web-only": "yes"], [:]])
        #expect(file.losses.filter(\.isLeftOut).count == 1)
    }

    @Test("components that test more than the path are left out, and letter case is told")
    func leftOut() {
        let file = Self.apple(
            #"""
            {"/":"/a","?":{"q":"1"}},{"/":"/b","#":"x"},{"/":"/c","?":{"q":"*"}},
            {"/":"/d","caseSensitive":false}
            """#)
        #expect(file.routes.map(\.pattern) == ["/c", "/d"])
        #expect(file.losses.map(\.isLeftOut) == [true, true, false])
        #expect(file.losses[0].item == "applinks.details[0].components[0]")
        #expect(file.losses[2].message.contains("case=insensitive"))
    }

    @Test("what stands behind an exclude of everything is not imported")
    func unreachable() {
        let file = Self.apple(#"{"/":"/a"},{"/":"*","exclude":true},{"/":"/b"}"#)
        #expect(file.routes.map(\.pattern) == ["/a"])
    }

    @Test("what the platform does not read, for its type, is told as left out")
    func wrongTypes() {
        let text = #"{"applinks":{"details":[{"appID":"ABCDE12345.com.example","paths":"*"}]}}"#
        let file = AppLinkImport(AppLinkFile(Array(text.utf8), platform: .ios), target: "t")
        #expect(file.routes.isEmpty)
        #expect(file.losses.map(\.item) == ["applinks.details[0].paths"])
        #expect(file.losses.allSatisfy { $0.isLeftOut })
    }

    @Test("apps of several entries are told apart by labels")
    func entries() {
        let text = """
            {"applinks":{"details":[
            {"appIDs":["\(Self.app)"],"components":[{"/":"/a"},{"/":"/b"}]},
            {"appID":"ABCDE12345.com.b","paths":["/b","NOT /a"]}]}}
            """
        let file = AppLinkImport(
            AppLinkFile(Array(text.utf8), platform: .ios), target: "t", namespace: "web",
            group: "g")
        #expect(file.routes.map(\.labels) == [[:], ["app-2": "yes"]])
        #expect(file.routes.allSatisfy { $0.namespace == "web" && $0.group == "g" })
        #expect(
            file.apps == [
                LinkedApp(.ios, Self.app),
                LinkedApp(.ios, "ABCDE12345.com.b", includes: ["label:app-2"]),
            ])
    }

    @Test("Android's components are read by Android's rules, and bring the fingerprints")
    func assetLinks() {
        let file = Self.android(#"{"/":"/buy/*"},{"/":"/a%20b"},{"/":"/x/"},{"?":{"a":"b"}}"#)
        #expect(file.routes.map(\.pattern) == ["/buy/{v1:path}", "/a%2520b", "/x"])
        #expect(file.losses.map(\.isLeftOut) == [false, true])
        #expect(
            file.apps == [LinkedApp(.android, "com.example.app", fingerprints: [Self.print])])
        let none = Self.android("")
        #expect(none.routes.isEmpty && none.apps.count == 1)
        #expect(none.losses.first?.message.contains("manifest") == true)
    }

    @Test("a file that was made of routes gives the same file again")
    func roundTrip() throws {
        var seeds = SeededGenerator(seed: 5)
        var count = 0
        for _ in 0..<FuzzBudget.tries(500, byDefault: 40) {
            let patterns = (0..<1 + seeds.below(6)).map { _ in
                "/"
                    + (0..<1 + seeds.below(3)).map { index in
                        seeds.pick(["a", "b c", "é", "{v\(index)}", "x{v\(index)}"])
                    }.joined(separator: "/") + (seeds.oneIn(4) ? "/**" : "")
            }
            for platform in LinkedApp.Platform.allCases {
                let made = try Self.file(RegistrySnapshot.of(patterns), platform)
                let read = AppLinkImport(made, target: "t")
                #expect(read.losses.allSatisfy { !$0.isLeftOut }, "\(patterns) \(read.losses)")
                guard read.losses.isEmpty else { continue }
                count += 1
                let again = try Self.file(
                    RegistrySnapshot.of(read.routes.compactMap(\.pattern)), platform)
                for _ in 0..<20 {
                    let path = (0..<1 + seeds.below(4)).map { _ in
                        seeds.pick(["a", "b%20c", "%C3%A9", "xy", "x"])
                    }
                    let url = "https://example.com/" + path.joined(separator: "/")
                    let opens = try [made, again].map { file in
                        try file.explain(url).apps.map { $0.outcome == .opens }
                    }
                    #expect(opens[0] == opens[1], "\(url) \(patterns)")
                }
            }
        }
        #expect(count > 20)
    }

    private static func file(
        _ snapshot: RegistrySnapshot, _ platform: LinkedApp.Platform
    ) throws -> AppLinkFile {
        let generator = try AppLinkGenerator(snapshot, namespace: "default", host: "example.com")
        let text =
            switch platform {
            case .ios: generator.appleAssociation(apps: [app]).description
            case .android:
                generator.assetLinks(apps: ["com.example.app"], fingerprints: [print]).description
            }
        return AppLinkFile(Array(text.utf8), platform: platform)
    }

    @Test("a long path and a large file do no harm")
    func hostile() {
        let long = String(repeating: "/a", count: 5_000)
        let file = Self.apple(#"{"/":"\#(long)"},{"/":"/b"}"#)
        #expect(file.routes.map(\.pattern) == ["/b"] && file.losses.map(\.isLeftOut) == [true])
        let many = (0..<5_000).map { #"{"/":"/p\#($0)/*"}"# }.joined(separator: ",")
        #expect(Self.apple(many).routes.count == 5_000)
    }
}
