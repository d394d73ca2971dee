import RouteDBDatabase
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

@Suite("Questions for routes")
struct RouteQueryTests {
    /// Words that many routes have, and words that begin alike or differ in case only.
    private static let words = ["shop", "shopping", "Shop", "blog", "caf\u{E9}", "it's", "a\"b"]
    private static let targets = [
        "shop", "shop.item", "shop/item", "shops", "blog.post", "shop.Item",
    ]

    /// Makes a registry with several revisions.
    private static func registry(_ random: inout SeededGenerator) throws -> RegistryFixture {
        let fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web"))
            try editor.addNamespace(NamespaceDraft(name: "old", profile: .jlroutes))
        }
        for round in 0..<Int.random(in: 3...6, using: &random) {
            try fixture.edit { editor in
                for number in 0..<Int.random(in: 1...12, using: &random) {
                    try change(editor, "\(round)-\(number)", &random)
                }
            }
        }
        return fixture
    }

    /// Adds a route, or changes or removes one that is there.
    private static func change(
        _ editor: RegistryEditor, _ name: String, _ random: inout SeededGenerator
    ) throws {
        let known = try editor.snapshot().routes
        if let old = known.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0
        {
            let reference = RouteReference(old.id)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try editor.remove(reference)
            case 1: try editor.setEnabled(reference, !old.isEnabled)
            case 2: try editor.rename(reference, to: "n\(name)")
            default:
                try editor.setDefault(
                    words.randomElement(using: &random) ?? "k", to: 1, in: .route(reference))
            }
            return
        }
        var draft = RouteDraft(
            pattern: "/\(words.randomElement(using: &random) ?? "")/\(name)",
            target: targets.randomElement(using: &random) ?? "t")
        draft.namespace = ["default", "web", "old"].randomElement(using: &random) ?? "default"
        draft.name = Bool.random(using: &random) ? "n\(name)" : nil
        draft.group = Bool.random(using: &random) ? words.randomElement(using: &random) : nil
        if draft.group?.contains("\"") == true { draft.group = nil }
        draft.kind = ["GET", "post", "web", nil, nil].randomElement(using: &random) ?? nil
        for key in ["owner", "own", "tier"] where Bool.random(using: &random) {
            draft.labels[key] = words.randomElement(using: &random)
        }
        try editor.add(draft)
    }

    private static func filter(_ random: inout SeededGenerator) throws -> RouteFilter {
        func maybe(_ texts: [String], _ odds: Int = 4) -> String? {
            Int.random(in: 0..<odds, using: &random) == 0
                ? texts.randomElement(using: &random) : nil
        }
        var filter = RouteFilter()
        filter.namespace = maybe(["default", "web", "old"])
        filter.group = maybe(words)
        filter.name = maybe(["n0-0", "n1-1", "n1-0", "N0-0"], 8)
        filter.kind = maybe(["get", "GET", "POST", "web", "Web"])
        filter.target = maybe(targets + ["shop."])
        filter.pattern = maybe(["/shop", "1-", "", "caf", "SHOP"])
        filter.text = maybe(["SHOP", "caf\u{C9}", "1-1", "\"B"])
        if let key = maybe(["owner", "own", "tier"]) {
            filter.labels = [
                try .init(Bool.random(using: &random) ? key : "\(key)=\(words[0])"),
                try .init("tier"),
            ]
        }
        filter.isEnabled = [nil, nil, true, false].randomElement(using: &random) ?? nil
        return filter
    }

    @Test("the answers of SQL are those found among all routes, at every revision")
    func answers() throws {
        for seed in 0..<UInt64(FuzzBudget.tries(100, byDefault: 10)) {
            var random = SeededGenerator(seed: seed)
            let fixture = try Self.registry(&random)
            let store = fixture.store
            for number in 1...(try store.revisions(limit: 1).first?.number ?? 1) {
                let revision = RevisionReference.number(number)
                let all = try store.snapshot(at: number)
                for _ in 0..<20 {
                    let filter = try Self.filter(&random)
                    guard
                        filter.namespace.map({ name in all.namespaces.contains { $0.name == name } }
                        )
                            ?? true
                    else { continue }
                    let names = all.namespaceNames
                    let wanted = all.routes.filter {
                        filter.accepts($0, in: names[$0.namespace] ?? "")
                    }
                    #expect(try store.ask(at: revision) { try $0.count(filter) } == wanted.count)
                    let after = all.routes.randomElement(using: &random)?.id
                    let skipped = Int.random(in: 0..<4, using: &random)
                    let limit = [nil, 0, 1, 3].randomElement(using: &random) ?? nil
                    let query = RouteQuery(filter, after: after, skipping: skipped, limit: limit)
                    let part = try store.ask(at: revision) { try $0.snapshot(of: query) }
                    let page = wanted.filter { route in after.map { route.id > $0 } ?? true }
                        .dropFirst(skipped).prefix(limit ?? .max)
                    #expect(part.routes == Array(page), "\(filter) \(number)")
                    for route in page {
                        let scope = RouteScope.route(route.id)
                        #expect(part.defaults[scope] == all.defaults[scope])
                        #expect(part.namespaceNames[route.namespace] == names[route.namespace])
                    }
                }
            }
        }
    }

    @Test("a route is found by a reference with what concerns it, at every revision")
    func references() throws {
        for seed in 0..<UInt64(FuzzBudget.tries(100, byDefault: 10)) {
            var random = SeededGenerator(seed: seed)
            let fixture = try Self.registry(&random)
            let store = fixture.store
            for number in 1...(try store.revisions(limit: 1).first?.number ?? 1) {
                let all = try store.snapshot(at: number)
                let references = all.routes.prefix(20).flatMap { route in
                    ["#\(route.id.rawValue)", route.name ?? "nobody", route.patternText]
                }
                for text in references + [
                    "#9999", "web:n0-0", "none:x", "shop/n1-1", "web", "shop",
                ] {
                    let reference = RouteReference(text)
                    let wanted = Result { try all.route(reference) }
                    let found = Result {
                        try store.ask(at: .number(number)) { try $0.route(reference) }
                    }
                    switch (wanted, found) {
                    case (.success(let route), .success(let found)):
                        #expect(found.route == route)
                        let facts = found.part.defaults.filter { !$0.value.members.isEmpty }
                        #expect(
                            facts == all.defaults.filter { $0.key.covers(route) }, "\(text)")
                        #expect(
                            found.part.converterNames(of: route.namespace)
                                == all.converterNames(of: route.namespace))
                    case (.failure(let wanted), .failure(let found)):
                        let codes = [wanted, found].map { ($0 as? RouteDBError)?.code }
                        #expect(codes[0] == codes[1], "\(text): \(wanted), \(found)")
                    default: Issue.record("\(text): \(wanted), \(found)")
                    }
                }
            }
        }
    }

    @Test("the items beside routes come with the routes that they name, and no other")
    func items() throws {
        let fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a", target: "a", name: "a"),
            RouteDraft(pattern: "/b", target: "b", name: "b"),
            RouteDraft(pattern: "/c", target: "c", name: "c"))
        try fixture.edit { try $0.addRule(RuleDraft(.deny, in: .route("a"), for: .anonymous)) }
        try fixture.edit { try $0.setDefault("k", to: 2, in: .route("b")) }
        let store = fixture.store
        var all = try store.snapshot()
        #expect(try store.ask { try $0.items(and: .route("c")) }.routes == all.routes)
        all.routes.removeLast()
        #expect(try store.ask { try $0.items() } == all)
        #expect(try store.ask(at: .number(1)) { try $0.items() }.routes.isEmpty)
        #expect(try code { try store.ask { try $0.items(and: .route("d")) } } == .routeNotFound)
        #expect(
            try code { try store.ask { try $0.items(and: .namespace("a")) } }
                == .namespaceNotFound)
    }

    @Test(
        "the routes that a sieve keeps, and the counts, are those of all routes, at every revision")
    func sieves() throws {
        for seed in 0..<UInt64(FuzzBudget.tries(100, byDefault: 10)) {
            var random = SeededGenerator(seed: seed)
            let fixture = try Self.registry(&random)
            try fixture.edit { editor in
                for name in ["id", "name"] {
                    try editor.add(RouteDraft(pattern: "/shop/{\(name)}/\(name)", target: "t"))
                }
            }
            let store = fixture.store
            for number in 1...(try store.revisions(limit: 1).first?.number ?? 1) {
                let all = try store.snapshot(at: number)
                func kept(_ sieve: RouteSieve) throws -> [Route] {
                    try store.ask(at: .number(number)) { try $0.snapshot(keptBy: sieve) }.routes
                }
                #expect(
                    try kept(.parameterized)
                        == all.routes.filter { $0.patternText.contains("{") })
                for name in ["n0-0", "n1-1", "nobody"] {
                    #expect(
                        try kept(RouteSieve(ResolutionRequest(named: name)))
                            == all.routes.filter { $0.name == name })
                }
                var requested = RequestedRoutes(RoutePrefilter(["/shop"]))
                let requests = try kept(.requests(requested))
                let matching = Set(try kept(.patterns(RoutePrefilter(["/shop"]))).map(\.id))
                #expect(matching.isSubset(of: requests.map(\.id)))
                requested.ids = Set(all.routes.suffix(1).map(\.id))
                requested.names = ["n1-1"]
                #expect(
                    Set(try kept(.requests(requested)).map(\.id))
                        == requested.ids.union(requests.map(\.id))
                        .union(all.routes.filter { $0.name == "n1-1" }.map(\.id)))
                #expect(Self.origins(requests) == Self.origins(all.routes))
                #expect(
                    requests.filter { !matching.contains($0.id) }.count
                        <= Self.origins(all.routes).count)
                let counted = try store.ask(at: .number(number)) {
                    try $0.items(countingRoutes: true)
                }
                #expect(counted.routeCounts == all.routeCounts)
                let url = "/\(Self.words[0])/0-0"
                let request = ResolutionRequest(url)
                var some = all
                some.routes = try kept(RouteSieve(request))
                #expect(
                    RoutingTable(some).resolve(request).foundRoute
                        == RoutingTable(all).resolve(request).foundRoute)
            }
        }
    }

    /// The namespaces with the kinds, schemes and hosts of routes.
    private static func origins(_ routes: [Route]) -> Set<String> {
        Set(
            routes.map { route in
                let origin = Array(route.patternText.utf8)
                return "\(route.namespace.rawValue) \(route.kind ?? "") \(route.isEnabled)"
                    + " \(RoutePrefilter.origin(of: origin.span.bytes))"
            })
    }

    @Test("of many routes, those near to a URL are read, some others, and the number of all")
    func vicinity() throws {
        let fixture = try RegistryFixture()
        let count = RegistrySnapshot.wholeReadLimit
        try fixture.edit { editor in
            for number in 0..<count {
                try editor.add(RouteDraft(pattern: "/link/w\(number)q", target: "t"))
            }
        }
        let url = "/link/w4321q"
        func read() throws -> RegistrySnapshot {
            try fixture.store.ask { try $0.vicinity(of: url, others: 7) }
        }
        #expect(try read().routes.count == count)
        try fixture.edit { editor in
            try editor.add(RouteDraft(pattern: "/other/things", target: "t"))
        }
        let part = try read()
        let patterns = part.routes.map(\.patternText)
        #expect(patterns.contains(url) && patterns.contains("/link/w4320q"))
        #expect(patterns.contains("/link/w0q") && patterns.contains("/other/things"))
        #expect(part.routes.count < 2_000 && part.routes == part.routes.sorted { $0.id < $1.id })
        #expect(part.routeCounts.values.reduce(0, +) == count + 1)
    }

    @Test("an id that no route has at a revision is told with what becomes of it")
    func fates() throws {
        let fixture = try RegistryFixture()
        try fixture.add(RouteDraft(pattern: "/a", target: "a"))
        try fixture.add(RouteDraft(pattern: "/b", target: "b"))
        try fixture.edit { try $0.remove("#1") }
        func hint(_ reference: RouteReference, _ revision: Int64?) -> String? {
            do throws(RouteDBError) {
                _ = try fixture.store.ask(at: revision.map { .number($0) }) {
                    try $0.route(reference)
                }
                return nil
            } catch {
                return error.hint
            }
        }
        #expect(hint("#1", nil) == "Revision 4 removed it.")
        #expect(hint("#1", 3) == nil)
        #expect(hint("#2", 2) == "Revision 3 added it.")
        #expect(hint("#3", nil) == "It has never existed.")
    }
}
