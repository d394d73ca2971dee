import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Proving files of apps with a choice of routes")
struct ChosenRoutesProofTests {
    private static let app = "ABCDE12345.com.example.app"

    private static func file(_ components: String) -> AppLinkFile {
        AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["\(app)"], "components": [\(components)]}]}}
                """.utf8))
    }

    /// Routes of which some are in the group `web`, that the app leaves out.
    private static func snapshot(_ patterns: [String], leavingOut web: Set<Int>) -> RegistrySnapshot
    {
        var snapshot = RegistrySnapshot.of(patterns)
        for index in web { snapshot.routes[index].group = "web" }
        let apps = [
            LinkedApp(.ios, app, excludes: ["group:web"]),
            LinkedApp(.android, "com.example.app", excludes: ["group:web"]),
        ]
        snapshot.apps = [snapshot.namespaces[0].id: apps]
        return snapshot
    }

    private static func proof(
        _ components: String, _ patterns: [String], leavingOut web: Set<Int>
    ) throws -> AppLinkProof {
        try snapshot(patterns, leavingOut: web).appLinkProof(
            of: file(components), app: app, namespace: "default", host: "example.com")
    }

    @Test("a link of a route that the app leaves out must stay in the browser")
    func leftOut() throws {
        let wide = #"{"/": "/?*/?*", "exclude": true}, {"/": "/?*"}"#
        let proof = try Self.proof(wide, ["/a", "/{x}"], leavingOut: [0])
        #expect(proof.verdict == .wider && proof.isKnown)
        let component = try #require(proof.components.first)
        #expect(component.verdict == .wider && component.witness == "https://example.com/a")
        #expect(component.answeredBy == RouteID(rawValue: 1) && !component.isWiderByTypesOnly)
        #expect(proof.routes.map(\.isOpened) == [false, true])
        #expect(proof.routes.map(\.verdict) == [.wider, .exact])
        #expect(proof.routes[0].witness == "https://example.com/a")
        let right = #"{"/": "/a", "exclude": true}, "# + wide
        #expect(try Self.proof(right, ["/a", "/{x}"], leavingOut: [0]).verdict == .exact)
    }

    @Test("of two routes that answer a link, the first by rank says whether it opens the app")
    func ranks() throws {
        let literal = #"{"/": "/a"}"#
        #expect(try Self.proof(literal, ["/a", "/{x}"], leavingOut: [1]).verdict == .exact)
        let none = try Self.proof(literal, ["/a", "/{x}"], leavingOut: [0])
        #expect(none.verdict == .different)
        #expect(none.routes.map(\.verdict) == [.wider, .narrower])
        #expect(none.routes[1].witness != "https://example.com/a")
    }

    @Test("an optional group of a route is ranked by itself")
    func optionalGroups() throws {
        let proof = try Self.proof(
            #"{"/": "/a/b"}, {"/": "/a"}"#, ["/a(/{x})", "/a/b", "/a"], leavingOut: [0])
        #expect(proof.routes.first { !$0.isOpened }?.verdict != .undecided)
        #expect(proof.routes.map(\.pattern).contains("/a(/{x})"))
    }

    @Test("a choice of nothing leaves nothing to open the app, and an unknown app opens all")
    func extremes() throws {
        let all = try Self.proof(#"{"/": "/a"}"#, ["/a"], leavingOut: [0])
        #expect(all.verdict == .wider)
        var snapshot = Self.snapshot(["/a"], leavingOut: [0])
        snapshot.apps = [:]
        let unknown = try snapshot.appLinkProof(
            of: Self.file(#"{"/": "/a"}"#), app: Self.app, namespace: "default",
            host: "example.com")
        #expect(unknown.verdict == .exact && !unknown.isKnown)
    }

    @Test("what is wider by the types of values only is told from what is wider otherwise")
    func types() throws {
        func component(_ components: String) throws -> AppLinkProof.Component {
            try #require(
                Self.proof(components, ["/a/{x:int}", "/b"], leavingOut: []).components.first)
        }
        let typed = try component(#"{"/": "/?*/?*/?*", "exclude": true}, {"/": "/a/?*"}"#)
        #expect(typed.verdict == .wider && typed.isWiderByTypesOnly)
        let other = try component(#"{"/": "/a/?*"}"#)
        #expect(other.verdict == .wider && !other.isWiderByTypesOnly)
        let exact = try component(#"{"/": "/b"}"#)
        #expect(exact.verdict == .exact && !exact.isWiderByTypesOnly)
    }

    @Test(
        "a route that cannot be compared leaves a proof undecided, and one of other links does not")
    func incomparable() throws {
        let file = #"{"/": "/a"}"#
        #expect(try Self.proof(file, ["/a", "/b?q=x&q={y}"], leavingOut: []).verdict == .undecided)
        let encoded = try Self.proof(file, ["/a", "/b?q=x%26y"], leavingOut: [])
        #expect(encoded.verdict == .undecided)
        #expect(encoded.routes.last?.witness == "https://example.com/b?q=x%26y")
        let elsewhere = "https://other.example/b?q=x&q={y}"
        let other = try Self.proof(file, ["/a", elsewhere], leavingOut: [])
        #expect(other.verdict == .exact && other.skipped == [])
    }

    @Test("a manifest limits the components, and a witness of either file is told")
    func manifests() throws {
        let snapshot = RegistrySnapshot.of(["/a/{x}", "/b"])
        func proof(_ data: String, level: Int = 35) throws -> AppLinkProof {
            try snapshot.appLinkProof(
                of: AssetLinksTests.file(#"{"/": "/a/*/*", "exclude": true}, {"/": "/*"}"#),
                app: "com.example.app", namespace: "default", host: "example.com", apiLevel: level,
                manifest: ManifestTests.file(data))
        }
        // The components are wide, and the manifest is not.
        let exact = #"<data android:path="/b" android:pathAdvancedPattern="/a/[^/]+" />"#
        #expect(try proof(exact).verdict == .exact)
        let narrower = try proof(#"<data android:path="/b" />"#)
        #expect(narrower.routes.map(\.verdict) == [.narrower, .exact])
        #expect(narrower.routes[0].isRefusedByManifest)
        let old = try proof(exact, level: 30)
        #expect(old.routes.map(\.verdict) == [.narrower, .exact])
        #expect(old.components.map(\.item).allSatisfy { $0.contains("intent-filter") })
        let whole = try proof("")
        #expect(whole.verdict == .wider && !whole.routes.contains { $0.isRefusedByManifest })
    }

    // MARK: Oracles

    @Test("a verdict agrees with the choice and both matchers on random files and links")
    func choiceOracle() throws {
        var generator = SeededGenerator(seed: 57)
        for _ in 0..<FuzzBudget.tries(100, byDefault: 30) {
            let patterns = (0..<1 + generator.below(4)).map { _ in Self.pattern(&generator) }
            let web = Set(patterns.indices.filter { _ in generator.oneIn(3) })
            let snapshot = Self.snapshot(patterns, leavingOut: web)
            let components = Self.components(&generator)
            let isApple = generator.oneIn(2)
            let file = isApple ? Self.file(components) : AssetLinksTests.file(components)
            let manifest = isApple || generator.oneIn(2) ? nil : Self.manifest(&generator)
            let level = generator.pick([34, 35])
            let app = snapshot.apps[snapshot.namespaces[0].id]?[isApple ? 0 : 1]
            let proof = try snapshot.appLinkProof(
                of: file, app: app?.identifier ?? "", namespace: "default", host: "example.com",
                apiLevel: level, manifest: manifest)
            if proof.verdict == .manifest { continue }
            let table = RoutingTable(snapshot)
            func isWanted(_ url: String) -> Bool {
                var match = RouteMatch()
                guard case .matched = table.match(url, into: &match) else { return false }
                return app?.opens(table.route(of: match)) ?? true
            }
            func isOpened(_ url: String) throws -> Bool {
                try file.explain(url, apiLevel: level, manifest: manifest).apps[0].outcome == .opens
            }
            let note: Comment = "\(components) \(patterns) \(web) \(level) \(proof)"
            for witness in proof.components.compactMap(\.witness) {
                #expect(try isOpened(witness) && !isWanted(witness), note)
            }
            for route in proof.routes {
                guard let witness = route.witness else { continue }
                #expect(try isOpened(witness) != route.isOpened, note)
                #expect(isWanted(witness) == route.isOpened, note)
            }
            for _ in 0..<40 {
                let url = Self.url(&generator)
                let (opens, wanted) = (try isOpened(url), isWanted(url))
                if opens && !wanted {
                    #expect([.wider, .different, .undecided].contains(proof.verdict), note)
                } else if wanted && !opens {
                    #expect([.narrower, .different, .undecided].contains(proof.verdict), note)
                }
            }
        }
    }

    private static func pattern(_ generator: inout SeededGenerator) -> String {
        generator.pick([
            "/a", "/b", "/{x}", "/a/{x}", "/{x}/b", "/a/b", "/a/**", "/a(/{x})", "/{x}/{y}", "/ab",
            "/{x:int}", "/1",
        ])
    }

    private static func components(_ generator: inout SeededGenerator) -> String {
        (0..<1 + generator.below(4)).map { _ in
            let glob = generator.pick([
                "/a", "/b", "/*", "/a/*", "/?", "/*/b", "/a/b", "/ab", "/*/*", "/1", "/a*",
            ])
            return #"{"/": "\#(glob)"\#(generator.oneIn(3) ? #", "exclude": true"# : "")}"#
        }.joined(separator: ", ")
    }

    private static func manifest(_ generator: inout SeededGenerator) -> AppLinkFile {
        let paths = [
            #"android:path="/a""#, #"android:pathPrefix="/a""#, #"android:pathPrefix="/""#,
            #"android:pathPattern="/.*/b""#, #"android:pathAdvancedPattern="/[^/]+""#,
        ]
        let data = (0..<generator.below(3)).map { _ in "<data \(generator.pick(paths)) />" }
        let group =
            generator.oneIn(3)
            ? """
            <uri-relative-filter-group android:allow="false"><data \(generator.pick(paths)) />
            </uri-relative-filter-group>
            <uri-relative-filter-group><data \(generator.pick(paths)) /></uri-relative-filter-group>
            """ : ""
        return ManifestTests.file(data.joined() + group)
    }

    private static func url(_ generator: inout SeededGenerator) -> String {
        let segments = (0..<1 + generator.below(3)).map { _ in
            generator.pick(["a", "b", "ab", "1", "c"])
        }
        return "https://example.com/" + segments.joined(separator: "/")
    }
}
