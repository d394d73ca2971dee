import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Apps of namespaces")
struct AppStorageTests {
    private static let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let ios = LinkedApp(.ios, "ABCDE12345.com.example.app", name: "Example")
    private static let android = LinkedApp(.android, "com.example.app", fingerprints: [print])

    let fixture: RegistryFixture
    private var store: RegistryStore { fixture.store }

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "web", hosts: ["example.com"], fallback: "default"))
            try editor.add(
                RouteDraft(
                    pattern: "/sale", target: "t", name: "sale", group: "shop", namespace: "web",
                    labels: ["owner": "growth", "web-only": "yes"]))
            try editor.add(RouteDraft(pattern: "/help", target: "t", name: "help", group: "docs"))
        }
    }

    private func add(
        _ app: LinkedApp, in namespace: String = "web", replacing: Bool = false
    ) throws -> EditOutcome<LinkedApp> {
        try fixture.edit { try $0.addApp(app, in: namespace, replacing: replacing) }
    }

    private func apps(at revision: Int64? = nil) throws -> [LinkedApp] {
        let snapshot = try store.snapshot(at: revision)
        return snapshot.apps[try snapshot.namespace(named: "web").id] ?? []
    }

    @Test("one is added once, and replaced only if that is asked for")
    func adding() throws {
        #expect(try add(Self.ios) == .added(Self.ios))
        #expect(try add(Self.ios) == .unchanged(Self.ios))
        #expect(try add(Self.android) == .added(Self.android))
        #expect(try apps() == [Self.android, Self.ios])
        var other = Self.ios
        other.includes = ["group:shop"]
        #expect(try code { try add(other) } == .appConflict)
        #expect(try add(other, replacing: true) == .replaced(other))
        #expect(try apps() == [Self.android, other])
        #expect(try apps(at: 4) == [Self.android, Self.ios])
        #expect(try store.check().isEmpty)
    }

    @Test("fingerprints are stored in Android's form, each once")
    func fingerprints() throws {
        let plain = String(repeating: "ab", count: 32)
        let app = LinkedApp(.android, "com.example", fingerprints: [plain, Self.print])
        #expect(try add(app).item.fingerprints == [Self.print])
    }

    @Test(
        "what is wrong with an app is named, with the way out",
        arguments: [
            (LinkedApp(.ios, "com.example.app"), "not an app for iOS"),
            (LinkedApp(.ios, "ABCDE1234.com.example"), "not an app for iOS"),
            (LinkedApp(.ios, "abcde12345.com.example"), "not an app for iOS"),
            (LinkedApp(.ios, "ABCDE12345"), "not an app for iOS"),
            (LinkedApp(.ios, "ABCDE12345.com..example"), "not an app for iOS"),
            (LinkedApp(.ios, "ABCDE12345.com.example.*"), "not an app for iOS"),
            (LinkedApp(.ios, "ABCDE12345.com", fingerprints: [print]), "has a fingerprint"),
            (LinkedApp(.ios, "ABCDE12345.com", name: " x"), "name of an app"),
            (LinkedApp(.android, "com.example"), "has no fingerprint"),
            (LinkedApp(.android, "example", fingerprints: [print]), "not the package"),
            (LinkedApp(.android, "com.1example", fingerprints: [print]), "not the package"),
            (LinkedApp(.android, "", fingerprints: [print]), "not the package"),
            (LinkedApp(.android, "com.a", fingerprints: ["AB:CD"]), "SHA-256"),
            (LinkedApp(.android, "com.a", fingerprints: [print + ":AB"]), "SHA-256"),
            (
                LinkedApp(
                    .android, "com.a", fingerprints: [String(print.dropFirst()) + "A"]), "SHA-256"
            ),
            (LinkedApp(.ios, "ABCDE12345.com", includes: ["shop"]), "not a choice"),
            (LinkedApp(.ios, "ABCDE12345.com", includes: ["gruop:shop"]), "Did you mean 'group:"),
            (LinkedApp(.ios, "ABCDE12345.com", includes: ["group:"]), "not a choice"),
            (LinkedApp(.ios, "ABCDE12345.com", includes: ["label:a="]), "not a choice"),
            (LinkedApp(.ios, "ABCDE12345.com", includes: ["route:a/b/c"]), "not a valid name"),
            (LinkedApp(.ios, "ABCDE12345.com", excludes: ["group:shpo"]), "Did you mean 'shop'?"),
            (LinkedApp(.ios, "ABCDE12345.com", excludes: ["label:onwer"]), "Did you mean 'owner'?"),
            (LinkedApp(.ios, "ABCDE12345.com", excludes: ["label:owner=x"]), "No route of"),
            (LinkedApp(.ios, "ABCDE12345.com", excludes: ["route:seal"]), "is named 'seal'"),
            (
                LinkedApp(
                    .ios, "ABCDE12345.com",
                    includes: (0...64).map { "group:g\($0)" }), "65 choices of routes to include"
            ),
        ])
    func refusing(app: LinkedApp, problem: String) throws {
        let error = try #require(throws: RouteDBError.self) { try add(app) }
        #expect(error.code == .invalidValue && error.hint != nil)
        #expect(error.description.contains(problem), "\(error)")
        #expect(try apps().isEmpty)
    }

    @Test("choices may choose routes of the fallbacks, by group, label and name")
    func choices() throws {
        let app = LinkedApp(
            .ios, "ABCDE12345.com.example.app",
            includes: ["group:shop", "route:help", "route:docs/help"],
            excludes: ["label:web-only", "label:owner=growth"])
        #expect(try add(app) == .added(app))
        let routes = try store.snapshot().routes
        #expect(routes.map(app.opens) == [false, true])
    }

    @Test("a choice excludes whatever else includes it, and nothing includes all")
    func opening() throws {
        func opened(_ includes: [String], _ excludes: [String] = []) throws -> [String] {
            let app = LinkedApp(.ios, "A", includes: includes, excludes: excludes)
            return try store.snapshot().routes.filter(app.opens).compactMap(\.name)
        }
        #expect(try opened([]) == ["sale", "help"])
        #expect(try opened(["group:docs"]) == ["help"])
        #expect(try opened([], ["label:owner"]) == ["help"])
        #expect(try opened(["route:sale"], ["group:shop"]) == [])
        #expect(try opened(["route:docs/help", "route:docs/sale"]) == ["help"])
        // What cannot be read opens nothing.
        #expect(try opened(["?"]) == [] && opened([], ["?"]) == [])
    }

    @Test("it is removed by its identifier, and with its namespace, and restored by a rollback")
    func removing() throws {
        _ = try add(Self.ios)
        _ = try add(Self.android)
        let before = try store.snapshot()
        #expect(
            try code { try fixture.edit { try $0.removeApp("x.y", in: "web") } } == .appNotFound)
        let near = try complaint {
            try fixture.edit { try $0.removeApp("com.example.ap", in: "web") }
        }
        #expect(near.contains("Did you mean 'com.example.app'?"))
        try fixture.edit { try $0.removeApp("com.example.app", in: "web") }
        #expect(try apps() == [Self.ios])
        try fixture.edit { try $0.removeNamespace("web", removingRoutes: true) }
        #expect(try store.snapshot().apps.isEmpty)
        try store.write(.test()) { try $0.rollBack(to: .number(before.revision)) }
        #expect(try store.snapshot().apps == before.apps)
        #expect(try store.check().isEmpty)
    }

    @Test("one identifier may be an app of both platforms")
    func bothPlatforms() throws {
        let identifier = "ABCDE12345.com.example"
        _ = try add(LinkedApp(.ios, identifier))
        _ = try add(LinkedApp(.android, identifier, fingerprints: [Self.print]))
        let code = try code { try fixture.edit { try $0.removeApp(identifier, in: "web") } }
        #expect(code == .nameAmbiguous)
        try fixture.edit { try $0.removeApp(identifier, on: .ios, in: "web") }
        #expect(try apps().map(\.platform) == [.android])
    }

    @Test(
        "what no edit writes is damage",
        arguments: [
            "platform = 'symbian'", "app = 'x'", "fingerprints = '[1]'", "includes = '{}'",
            "excludes = '[\"x\"]'", "namespace = 77",
        ])
    func damage(change: String) throws {
        _ = try add(Self.ios)
        try fixture.damage("UPDATE app SET \(change)")
        #expect(try store.check().contains { $0.rule == .apps || $0.rule == .liveRows })
    }

    @Test("live_app shows them with the name of the namespace")
    func view() throws {
        var app = Self.ios
        app.includes = ["group:shop"]
        _ = try add(app)
        let rows = try HostileFile(path: fixture.path).rows(
            "SELECT namespace, platform, app, name, includes, made_by FROM live_app")
        #expect(
            rows == [
                ["web", "ios", "ABCDE12345.com.example.app", "Example", #"["group:shop"]"#, "3"]
            ])
    }
}
