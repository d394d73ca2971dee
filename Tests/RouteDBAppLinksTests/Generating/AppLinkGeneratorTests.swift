import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Making files of links")
struct AppLinkGeneratorTests {
    private static let app = "ABCDE12345.com.example.app"

    private static func generator(_ patterns: [String]) throws -> AppLinkGenerator {
        try AppLinkGenerator(
            RegistrySnapshot.of(patterns), namespace: "default", host: "example.com")
    }

    private static func apple(_ patterns: [String]) throws -> AppLinkFile {
        let object = try generator(patterns).appleAssociation(apps: [app])
        return AppLinkFile(Array(object.description.utf8))
    }

    private static func android(_ patterns: [String]) throws -> AppLinkFile {
        let value = try generator(patterns).assetLinks(
            apps: ["com.example.app"], fingerprints: AssetLinksTests.prints)
        return AppLinkFile(Array(value.description.utf8))
    }

    @Test("an app that opens the links of no route has a list that excludes all")
    func noRoute() throws {
        var snapshot = RegistrySnapshot.of(["/a/{x:int}"])
        let space = snapshot.namespaces[0].id
        let apps = [
            LinkedApp(.ios, "ABCDE12345.com.a", includes: ["group:none"]),
            LinkedApp(
                .android, "com.a", fingerprints: AssetLinksTests.prints, includes: ["group:none"]),
        ]
        snapshot.apps = [space: apps]
        let generator = try AppLinkGenerator(snapshot, namespace: "default", host: "example.com")
        #expect(apps.map(generator.opensAny) == [false, false])
        #expect(generator.typedRoutes(of: apps) == [] && generator.typedRoutes(of: []).count == 1)
        let texts = [
            generator.appleAssociation(of: [apps[0]]).description,
            generator.assetLinks(of: [apps[1]]).description,
        ]
        for (app, text) in zip(apps, texts) {
            let file = AppLinkFile(Array(text.utf8))
            #expect(file.findings.map(\.code) == [.excludeOnly])
            #expect(try file.explain("https://example.com/a/1").apps[0].outcome == .excluded)
            let proof = try snapshot.appLinkProof(
                of: file, app: app.identifier, namespace: "default", host: "example.com")
            #expect(proof.verdict == .exact)
        }
    }

    @Test("literals come first, then the deepest, with what is deeper excluded before")
    func order() throws {
        let object = try Self.generator(["/{x}", "/a/{y}/{z}", "/a", "/d/**"])
            .appleAssociation(apps: [Self.app])
        #expect(
            object.description == """
                {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[\
                {"/":"/a","comment":"/a"},{"/":"/d/*","comment":"/d/**"},\
                {"/":"/d","comment":"/d/**"},\
                {"/":"/?*/?*/?*/?*","exclude":true,"comment":"more than 3 segments"},\
                {"/":"/a/?*/?*","comment":"/a/{y}/{z}"},\
                {"/":"/?*/?*","exclude":true,"comment":"more than 1 segment"},\
                {"/":"/?*","comment":"/{x}"}]}]}}
                """)
    }

    @Test("nothing is excluded whose links a path of values has taken")
    func noNeedlessExclude() throws {
        let object = try Self.generator(["/{x}/{y}", "/{x}-{y}"])
            .appleAssociation(apps: [Self.app])
        #expect(
            object.description == """
                {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[\
                {"/":"/?*/?*/?*","exclude":true,"comment":"more than 2 segments"},\
                {"/":"/?*/?*","comment":"/{x}/{y}"},{"/":"/?*-?*","comment":"/{x}-{y}"}]}]}}
                """)
        #expect(try Self.apple(["/{x}/{y}", "/{x}-{y}"]).findings.isEmpty)
    }

    @Test("a file made of routes with plain values is exact, on both platforms")
    func exact() throws {
        let patterns = [
            "/", "/a", "/a/{x}", "/a/{x}/edit", "/a/new", "/docs/**", "/u/{x}-{y}", "/{x}/b/{y}/c",
        ]
        let snapshot = RegistrySnapshot.of(patterns)
        let apple = try snapshot.appLinkProof(
            of: Self.apple(patterns), app: Self.app, namespace: "default", host: "example.com")
        #expect(apple.verdict == .exact && apple.uncertain == [])
        let file = try Self.android(patterns.filter { !$0.contains("-") })
        #expect(file.findings.allSatisfy { $0.code == .noBacktracking })
        let android = try RegistrySnapshot.of(patterns.filter { !$0.contains("-") }).appLinkProof(
            of: file, app: "com.example.app", namespace: "default", host: "example.com")
        #expect(android.verdict == .exact && android.uncertain == [])
    }

    @Test("random routes with plain values make an exact file for Apple")
    func randomOracle() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<FuzzBudget.tries(50, byDefault: 30) {
            let patterns = (0..<1 + generator.below(8)).map { _ in
                "/"
                    + (0..<1 + generator.below(4)).map { index in
                        generator.pick(["a", "b", "é", "{v\(index)}", "x{v\(index)}"])
                    }.joined(separator: "/") + (generator.oneIn(6) ? "/z/q" : "")
            }
            let proof = try RegistrySnapshot.of(patterns).appLinkProof(
                of: Self.apple(patterns), app: Self.app, namespace: "default", host: "example.com")
            #expect(proof.verdict == .exact, "\(patterns)")
            #expect(proof.uncertain == [], "\(patterns)")
        }
    }

    @Test("what globs cannot say is proved to be wider")
    func types() throws {
        let patterns = ["/a/{x:int}"]
        let proof = try RegistrySnapshot.of(patterns).appLinkProof(
            of: Self.apple(patterns), app: Self.app, namespace: "default", host: "example.com")
        #expect(proof.verdict == .wider)
        #expect(proof.components[0].witness == "https://example.com/a/a")
    }

    @Test("the file says what the namespace's policies say")
    func policies() throws {
        let encoded = try Self.generator(["/café"]).appleAssociation(apps: [Self.app]).description
        #expect(encoded.contains(#""defaults":{"percentEncoded":false}"#))
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: "default", overrides: [.letterCase: "insensitive"])
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id, pattern: try RoutePattern("/a"),
            target: "t")
        let snapshot = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route])
        let generator = try AppLinkGenerator(snapshot, namespace: "default", host: "h.com")
        let object = generator.appleAssociation(apps: [Self.app])
        #expect(object.description.contains(#""caseSensitive":false"#))
        let proof = try snapshot.appLinkProof(
            of: AppLinkFile(Array(object.description.utf8)), app: Self.app, namespace: "default",
            host: "h.com")
        #expect(proof.verdict == .exact)
    }

    @Test("random choices open the app for the links of chosen routes, and for no others")
    func choicesOracle() throws {
        var seeds = SeededGenerator(seed: 77)
        for _ in 0..<FuzzBudget.tries(200, byDefault: 60) {
            let patterns = (0..<2 + seeds.below(6)).map { _ in
                "/"
                    + (0..<1 + seeds.below(3)).map { index in
                        seeds.pick(["a", "b", "{v\(index)}"])
                    }.joined(separator: "/")
            }
            var snapshot = RegistrySnapshot.of(patterns)
            for index in snapshot.routes.indices where seeds.oneIn(2) {
                snapshot.routes[index].group = "in"
            }
            let app = LinkedApp(.ios, Self.app, includes: ["group:in"])
            let object = try AppLinkGenerator(snapshot, namespace: "default", host: "example.com")
                .appleAssociation(of: [app])
            let file = AppLinkFile(Array(object.description.utf8))
            snapshot.apps = [snapshot.namespaces[0].id: [app]]
            let proof = try snapshot.appLinkProof(
                of: file, app: Self.app, namespace: "default", host: "example.com")
            #expect(proof.verdict == .exact && proof.isKnown, "\(patterns) \(object) \(proof)")
            let table = RoutingTable(snapshot)
            for _ in 0..<40 {
                let path = (0..<1 + seeds.below(4)).map { _ in seeds.pick(["a", "b", "c"]) }
                let url = "https://example.com/" + path.joined(separator: "/")
                var match = RouteMatch()
                var isWanted = false
                if case .matched = table.match(url, into: &match) {
                    isWanted = app.opens(table.route(of: match))
                }
                let answer = try file.explain(url).apps.first?.outcome
                #expect((answer == .opens) == isWanted, "\(url) \(patterns) \(object)")
            }
        }
    }

    @Test("routes of other schemes and hosts are left out")
    func selection() throws {
        let generator = try Self.generator([
            "myapp://a/b", "https://other.com/x", "https://example.com/y", "//{h}/z", "/q?a=1",
        ])
        #expect(generator.routeCount == 3)
    }

    @Test("an intent filter takes what the routes answer, from Android 12 on")
    func manifest() throws {
        let patterns = ["/a", "/b/{x}/c", "/d/**", "/e.f/{x}", "/g/{rest:path}"]
        let generator = try Self.generator(patterns)
        let table = RoutingTable(RegistrySnapshot.of(patterns))
        var seeds = SeededGenerator(seed: 2)
        for _ in 0..<FuzzBudget.tries(50_000, byDefault: 2_000) {
            let segments = (0..<1 + seeds.below(4)).map { _ in
                seeds.pick(["a", "b", "c", "d", "e.f", "exf", "g", "%20"])
            }
            let url = "https://example.com/" + segments.joined(separator: "/")
            var match = RouteMatch()
            let isAnswered: Bool
            if case .matched = table.match(url, into: &match) {
                isAnswered = true
            } else {
                isAnswered = false
            }
            let subject = AndroidSubject(LinkURL(url))
            let isTaken = generator.filters().contains { $0.matches(subject, apiLevel: 31) }
            #expect(isTaken == isAnswered, "\(url)")
        }
        #expect(
            generator.manifest().contains(
                #"<data android:pathAdvancedPattern="/e\\.f/[^/]+" />"#))
    }

    @Test("an intent filter of values only does not take the whole host on older devices")
    func olderDevices() throws {
        let filter = try #require(Self.generator(["/a/{x}"]).filters().first)
        let subject = AndroidSubject(LinkURL("https://example.com/x"))
        #expect(!filter.matches(subject, apiLevel: 30))
        #expect(!filter.matches(subject, apiLevel: 35))
    }

    @Test("a path says as much as possible in a way that all devices read")
    func forAllDevices() throws {
        let filters = try Self.generator([
            "/a", "/b/{x}/c", "/d/**", "/**/e", "/f.g/{x}/h", "/i/{x}",
        ]).filters()
        let kinds = filters.flatMap(\.paths).map { "\($0.matcher.kind) \($0.matcher.pattern)" }
        #expect(
            kinds == [
                "literal /a", "advanced /i/[^/]+", "glob /b/.*/c", "advanced /f\\.g/[^/]+/h",
                "literal /d", "prefix /d/", "suffix /e",
            ])
    }

    @Test("a route that the app leaves out is blocked by a group, which older devices ignore")
    func groups() throws {
        var snapshot = RegistrySnapshot.of(["/buy/cart", "/buy/{id}", "/help", "/x/{y}/edit"])
        snapshot.routes[0].group = "web"
        let app = LinkedApp(.android, "com.example.app", excludes: ["group:web"])
        snapshot.apps = [snapshot.namespaces[0].id: [app]]
        let text = try AppLinkGenerator(snapshot, namespace: "default", host: "example.com")
            .manifest(of: app)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.contains("path") || $0.contains("group") }
        #expect(
            lines == [
                #"<data android:path="/help" />"#, #"<data android:pathPattern="/x/.*/edit" />"#,
                #"<data android:path="/." />"#,
                "<!-- Devices before Android 15 (API level 35) ignore groups: there, these links "
                    + "stay in the browser. -->",
                #"<uri-relative-filter-group android:allow="false">"#,
                #"<data android:path="/buy/cart" />"#, "</uri-relative-filter-group>",
                "<uri-relative-filter-group>",
                #"<data android:pathAdvancedPattern="/buy/[^/]+" />"#,
                "</uri-relative-filter-group>",
            ])
        let file = AppLinkFile(Array(text.utf8))
        #expect(file.findings == [])
        func verdict(_ level: Int) throws -> AppLinkProof.Verdict {
            try snapshot.appLinkProof(
                of: file, app: app.identifier, namespace: "default", host: "example.com",
                apiLevel: level
            ).verdict
        }
        #expect(try verdict(35) == .exact)
        #expect(try verdict(34) == .narrower)
        #expect(try verdict(30) == .narrower)
    }

    @Test(
        "the file of GitHub's paths for Apple is exact",
        .enabled(if: SharedData.url(of: "routes/github_rest_ghapi_2.1.4.tsv") != nil))
    func gitHub() throws {
        let url = try #require(SharedData.url(of: "routes/github_rest_ghapi_2.1.4.tsv"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
        var seen: Set<String> = []
        let patterns = lines.map { String($0.split(separator: "\t")[1]) }
            .filter { seen.insert($0).inserted }
        let few = FuzzBudget.tries(patterns.count, byDefault: 50)
        let proof = try RegistrySnapshot.of(Array(patterns.prefix(few))).appLinkProof(
            of: Self.apple(Array(patterns.prefix(few))), app: Self.app, namespace: "default",
            host: "example.com")
        #expect(proof.verdict == .exact && proof.uncertain == [])
    }
}
