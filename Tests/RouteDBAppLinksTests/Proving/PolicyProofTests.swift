import RouteDB
import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBAppLinks

/// What `generate` writes of routes under any policies, beside what the matcher and the platforms say.
@Suite("Files of routes under any policies")
struct PolicyProofTests {
    private static let names = [
        "ABCDE12345.com.example.app", "com.example.app",
    ]

    /// A file of a platform that was made of routes.
    private static func file(
        _ generator: AppLinkGenerator, _ platform: LinkedApp.Platform
    ) -> AppLinkFile {
        let text =
            switch platform {
            case .ios: generator.appleAssociation(apps: [names[0]]).description
            case .android:
                generator.assetLinks(apps: [names[1]], fingerprints: AssetLinksTests.prints)
                    .description
            }
        return AppLinkFile(Array(text.utf8), platform: platform)
    }

    private static func manifest(_ generator: AppLinkGenerator) -> AppLinkFile {
        AppLinkFile(Array(generator.manifest().utf8))
    }

    private static func app(_ file: AppLinkFile) -> String { file.apps[0] }

    /// Links with and without what a namespace may read.
    private static func links(_ random: inout SeededGenerator) -> [String] {
        (0..<40).map { _ in
            let link = PolicyScene.link(&random)
            switch random.below(8) {
            case 0: return link + "#f"
            case 1: return link + (link.contains("?") ? "&" : "?") + "utm=1"
            default: return link
            }
        }
    }

    @Test(
        "a file is called exact only if both sides agree about each link that a namespace tells apart"
    )
    func exactness() throws {
        var random = SeededGenerator(seed: 72)
        var exact = 0
        for _ in 0..<FuzzBudget.tries(2_000, byDefault: 200) {
            let scene = PolicyScene(&random)
            let generator = try AppLinkGenerator(
                scene.snapshot, namespace: scene.namespace, host: PolicyScene.host)
            let routes = try LinkedRoutes(
                scene.snapshot, namespace: scene.namespace, host: PolicyScene.host)
            let files = [
                Self.file(generator, .ios), Self.file(generator, .android),
                Self.manifest(generator),
            ]
            for file in files {
                let proof = try scene.snapshot.appLinkProof(
                    of: file, app: Self.app(file), namespace: scene.namespace,
                    host: PolicyScene.host)
                try check(proof, of: file, routes, scene)
                exact += proof.verdict == .exact ? 1 : 0
                let domain = ByteProgram(
                    routes.domain(
                        names: ["p", "q", "utm"], testsFragment: true, for: file.platform
                    )
                    .expression)
                for link in Self.links(&random) {
                    guard let text = LinkDomain.text(of: link), domain.accepts(text) else {
                        continue
                    }
                    let isOpened = try file.explain(link).apps[0].outcome == .opens
                    guard let isWanted = isWanted(link, routes), isOpened != isWanted else {
                        continue
                    }
                    let allowed: Set<AppLinkProof.Verdict> =
                        isOpened
                        ? [.wider, .different, .undecided, .uncertain]
                        : [.narrower, .different, .undecided, .uncertain]
                    guard !allowed.contains(proof.verdict) else { continue }
                    Issue.record(
                        """
                        \(file.platform) \(proof.verdict): \(link) opened \(isOpened) \
                        \(scene.description) \(proof)
                        """)
                    return
                }
            }
        }
        #expect(exact > 20)
    }

    /// Whether a link must open the app; `nil` if code decides.
    private func isWanted(_ link: String, _ routes: LinkedRoutes) -> Bool? {
        switch routes.answer(to: link) {
        case .none: false
        case .route(let route): routes.opens(route, by: nil)
        case .unknown: nil
        }
    }

    /// Each witness shows what it is for.
    private func check(
        _ proof: AppLinkProof, of file: AppLinkFile, _ routes: LinkedRoutes, _ scene: PolicyScene
    ) throws {
        func opens(_ link: String) throws -> Bool {
            try file.explain(link).apps[0].outcome == .opens
        }
        let note: Comment = "\(proof) \(scene.description)"
        for witness in proof.components.compactMap(\.witness) {
            #expect(try opens(witness) && isWanted(witness, routes) == false, note)
        }
        for route in proof.routes {
            guard let witness = route.witness else { continue }
            #expect(try opens(witness) != route.isOpened, note)
            #expect(isWanted(witness, routes) == route.isOpened, note)
        }
    }

    @Test("what is generated passes the check")
    func checks() throws {
        var random = SeededGenerator(seed: 73)
        for _ in 0..<FuzzBudget.tries(2_000, byDefault: 200) {
            let scene = PolicyScene(&random)
            let generator = try AppLinkGenerator(
                scene.snapshot, namespace: scene.namespace, host: PolicyScene.host)
            let files = [
                Self.file(generator, .ios), Self.file(generator, .android),
                Self.manifest(generator),
            ]
            for file in files {
                let errors = file.findings.filter { $0.severity == .error }
                #expect(errors.isEmpty, "\(scene.description)")
            }
        }
    }

    // MARK: Cases

    /// A namespace with routes, bound to the host.
    private static func snapshot(
        _ patterns: [String], _ policies: NamespacePolicy.Overrides = [:],
        profile: NamespaceProfile = .native
    ) throws -> RegistrySnapshot {
        let id = NamespaceID(rawValue: 1)
        let space = RouteNamespace(
            id: id, name: "web", profile: profile, overrides: policies,
            hosts: [PolicyScene.host, "www.acme.test"])
        let syntax = PatternSyntax(space)
        let routes = try patterns.enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index + 1)), namespace: id,
                pattern: try syntax.parse(text), target: text)
        }
        return RegistrySnapshot(revision: 1, namespaces: [space], routes: routes)
    }

    private static func proof(
        _ snapshot: RegistrySnapshot, _ platform: LinkedApp.Platform = .ios
    ) throws -> (AppLinkProof, AppLinkFile) {
        let generator = try AppLinkGenerator(
            snapshot, namespace: "web", host: PolicyScene.host)
        let file = file(generator, platform)
        let proof = try snapshot.appLinkProof(
            of: file, app: app(file), namespace: "web", host: PolicyScene.host)
        return (proof, file)
    }

    @Test("routes that end in a slash are written with it")
    func slashes() throws {
        let snapshot = try Self.snapshot(
            ["/news/", "/blog/{slug}/", "/"], [.trailingSlash: "strict"])
        let (android, _) = try Self.proof(snapshot, .android)
        #expect(android.verdict == .exact, "\(android)")
        // Apple's platforms do not tell the slash apart.
        let (apple, file) = try Self.proof(snapshot)
        #expect(apple.verdict == .wider && apple.routes.allSatisfy { $0.verdict == .exact })
        for link in ["/news/", "/blog/a/", "/"] {
            let url = "https://\(PolicyScene.host)\(link)"
            #expect(try file.explain(url).apps[0].outcome == .opens)
        }
        let (root, _) = try Self.proof(
            Self.snapshot(["/", "/about"], [.trailingSlash: "strict"]), .android)
        #expect(root.verdict == .exact)
    }

    @Test("the host of a pattern is compared as the matcher does")
    func hosts() throws {
        let patterns = ["https://{tenant}.acme.test/x", "/home", "//\(PolicyScene.host)/y"]
        let (proof, _) = try Self.proof(Self.snapshot(patterns))
        #expect(proof.verdict == .exact && proof.routes.map(\.route.rawValue) == [2, 3])
        let (segment, file) = try Self.proof(
            Self.snapshot(["/\(PolicyScene.host)/y", "/other.example/z"], [.host: "component"]))
        #expect(segment.verdict == .exact && segment.routes.count == 1)
        #expect(
            try file.explain("https://\(PolicyScene.host)/y").apps[0].outcome == .opens)
    }

    @Test("links to a host that is bound to another namespace are not those of this one")
    func bindings() throws {
        var snapshot = try Self.snapshot(["/a"])
        snapshot.namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: 2), name: "other", schemes: ["https"],
                hosts: [PolicyScene.host]))
        for namespace in ["web", "other"] {
            do {
                _ = try AppLinkGenerator(snapshot, namespace: namespace, host: PolicyScene.host)
                #expect(namespace == "other")
            } catch {
                #expect(namespace == "web" && error.message.contains("'other', not in 'web'"))
            }
        }
    }

    @Test("a namespace that is bound to another scheme or host has no links of the web to this one")
    func otherBindings() throws {
        for (schemes, hosts) in [(["myapp"], [PolicyScene.host]), (["https"], ["other.example"])] {
            var snapshot = try Self.snapshot(["/a"])
            (snapshot.namespaces[0].schemes, snapshot.namespaces[0].hosts) = (schemes, hosts)
            let name = snapshot.namespaces[0].name
            #expect(throws: RouteDBError.self) {
                try AppLinkGenerator(snapshot, namespace: name, host: PolicyScene.host)
            }
        }
    }

    @Test("of routes with a start or an end, those that are in effect are compared")
    func periods() throws {
        var snapshot = try Self.snapshot(["/a", "/b", "/c"])
        snapshot.routes[0].ends = 10
        snapshot.routes[1].starts = 20
        for (time, ids, next) in [(5, [1, 3], 10), (15, [3], 20), (25, [2, 3], nil)]
            as [(Timestamp, [Int64], Timestamp?)]
        {
            #expect(snapshot.inEffect(at: time).routes.map(\.id.rawValue) == ids)
            #expect(snapshot.nextStartOrEnd(after: time) == next)
        }
    }

    @Test("text that is compared as written is written so")
    func decoding() throws {
        let (none, file) = try Self.proof(Self.snapshot(["/caf%C3%A9/{id}"], [.decoding: "none"]))
        #expect(none.verdict != .exact || none.routes.count == 1)
        #expect(
            try file.explain("https://\(PolicyScene.host)/caf%C3%A9/1").apps[0].outcome != .opens)
        let (jlroutes, _) = try Self.proof(
            Self.snapshot(["/café/:id"], profile: .jlroutes))
        #expect(jlroutes.verdict == .undecided && jlroutes.unmodelled.count == 1)
    }

    @Test("letters are compared route by route, as the matcher does")
    func cases() throws {
        let (proof, _) = try Self.proof(
            Self.snapshot(["/A/**", "/b"], [.letterCase: "insensitive-literals"]))
        #expect(proof.verdict == .exact, "\(proof)")
        let (empty, _) = try Self.proof(Self.snapshot(["/u/{a}-{b}"], [.emptyValues: "accept"]))
        #expect(empty.verdict == .exact, "\(empty)")
    }

    @Test("a value of the query is written in each way in which links write it")
    func values() throws {
        for plus in ["literal", "space", "values"] {
            let (proof, _) = try Self.proof(
                Self.snapshot(["/a?tab=a+b", "/b?tab=a%20b", "/c?q={x}"], [.plus: plus]))
            #expect(proof.components.allSatisfy { $0.verdict == .exact }, "\(plus) \(proof)")
            #expect(plus != "literal" || proof.verdict == .exact, "\(plus) \(proof)")
        }
    }

    @Test("what a namespace reads as a part of the path is not modelled, and shows in a sample")
    func readAsPath() throws {
        let wide = #"{"applinks":{"details":[{"appIDs":["\#(Self.names[0])"],"components":["#
        for (policy, value, link) in [
            (NamespacePolicy.query, "text", "?utm_source=x"), (.fragment, "path", "#f"),
        ] {
            let snapshot = try Self.snapshot(["/x"], [policy: value])
            let file = AppLinkFile(Array((wide + #"{"/":"/x"}]}]}}"#).utf8))
            let proof = try snapshot.appLinkProof(
                of: file, app: Self.names[0], namespace: "web", host: PolicyScene.host)
            #expect(proof.verdict == .undecided && proof.unmodelled.count == 1)
            #expect(
                proof.components.first?.witness == "https://\(PolicyScene.host)/x\(link)")
            let (made, own) = try Self.proof(snapshot)
            #expect(made.verdict == .undecided)
            #expect(
                try own.explain("https://\(PolicyScene.host)/x\(link)").apps[0].outcome == .excluded
            )
        }
    }

    @Test("a link is a request for GET, and what is gone or elsewhere stays in the browser")
    func kinds() throws {
        var snapshot = try Self.snapshot([
            "/get", "/post", "/view", "/gone", "/away", "/moved", "/{x}",
        ])
        for (index, kind) in [(0, "get"), (1, "POST"), (2, "view")] {
            snapshot.routes[index].kind = kind
        }
        snapshot.routes[3].redirect = .gone
        snapshot.routes[4].redirect = RouteRedirect(to: "https://other.example/")
        snapshot.routes[5].redirect = RouteRedirect(to: "https://\(PolicyScene.host)/get")
        let (proof, file) = try Self.proof(snapshot)
        #expect(proof.verdict == .exact, "\(proof)")
        #expect(proof.routes.filter { !$0.isOpened }.map(\.route.rawValue) == [4, 5])
        #expect(!proof.routes.map(\.route.rawValue).contains(2))
        for (path, opens) in [
            ("get", true), ("post", true), ("view", true), ("gone", false), ("away", false),
            ("moved", true),
        ] {
            let answer = try file.explain("https://\(PolicyScene.host)/\(path)").apps[0].outcome
            #expect((answer == .opens) == opens, "\(path)")
        }
    }

    @Test("what a file cannot say about a route is named")
    func losses() throws {
        let snapshot = try Self.snapshot([
            "/a?!q", "/b?q=a%26b", "/c?q", "/d?q=1", "/e?x%5B%5D=1", "/f?q=1&q={x}",
        ])
        let generator = try AppLinkGenerator(snapshot, namespace: "web", host: PolicyScene.host)
        for platform in LinkedApp.Platform.allCases {
            let losses = generator.losses(on: platform)
            #expect(losses.map(\.route.id.rawValue) == [1, 2, 3, 5, 6], "\(losses)")
            #expect(losses.map(\.isLeftOut) == [true, true, false, true, true])
        }
        let folded = try AppLinkGenerator(
            Self.snapshot(["/a"], [.letterCase: "insensitive"]), namespace: "web",
            host: PolicyScene.host)
        #expect(folded.losses(on: .ios) == [] && folded.losses(on: .android).count == 1)
    }
}
