import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Unmatched URLs")
struct UnmatchedTests {
    private let fixture: HistoryFixture
    private let snapshot: RegistrySnapshot

    init() throws {
        fixture = try HistoryFixture()
        var snapshot = RegistrySnapshot.of([
            "myapp://user/{id:int}", "myapp://shop/{category}", "myapp://old/{id}",
            "https://example.com/search?q={term}", "myapp://user/{id:int}/posts",
        ])
        snapshot.routes[2].isEnabled = false
        self.snapshot = snapshot
    }

    private func write(_ urls: [String], outcome: HitOutcome = .unmatched) throws {
        let hits = urls.enumerated().map { index, url in
            Hit(time: .epoch + .seconds(index), url: Array(url.utf8), outcome: outcome)
        }
        try fixture.writer().append(HitBatch(hits))
    }

    private func report(
        _ change: (inout AnalysisQuery) -> Void = { _ in }
    ) throws -> UnmatchedReport {
        var query = AnalysisQuery(in: snapshot)
        change(&query)
        return try Analysis(query, of: HistoryScan(path: fixture.path)).unmatched()
    }

    @Test("the matcher determines the cause")
    func causes() throws {
        let cases: [(String, UnmatchedReport.Cause, Int64?)] = [
            ("myapp://user/42", .matchedNow, 1), ("myapp://old/7", .disabled, 3),
            ("myapp://user/bob", .typeFailed, 1), ("https://example.com/search", .queryFailed, 4),
            ("https://example.com/wp-login.php", .noise, nil),
            ("https://elsewhere.example/x", .unknownHost, nil),
            ("other://user/1", .unknownHost, nil), ("myapp://user/1/likes", .unknownPath, 5),
            ("myapp://us%er/1", .malformed, nil),
        ]
        for (url, cause, _) in cases {
            try write([url], outcome: cause == .malformed ? .invalid : .unmatched)
        }
        let report = try report()
        for (url, cause, route) in cases {
            let cluster = try #require(report.clusters.first { $0.example == url }, "\(url)")
            #expect(cluster.cause == cause, "\(url)")
            if cause != .unknownHost { #expect(cluster.nearest?.rawValue == route, "\(url)") }
        }
        #expect(report.causes.values.reduce(0) { $0 + $1.hits } == Int64(cases.count))
        #expect(
            report.clusters.first { $0.cause == .disabled }?.suggestion == "routedb enable '#3'")
    }

    @Test(
        "noise is noise beside a route that takes it with any text, and not beside one with a literal",
        arguments: [
            ("https://a.example/.env", UnmatchedReport.Cause.noise),
            ("https://a.example/wp-login.php", .noise),
            ("https://a.example/xx/wp-login.php", .noise),
            ("https://a.example/xx", .typeFailed),
            ("https://b.example/img/config.php", .typeFailed),
            ("https://c.example/.git/config?x=1", .noise), ("https://d.example/robots.txt", .noise),
            ("https://d.example/robots", .otherKind),
        ] as [(String, UnmatchedReport.Cause)])
    func noise(url: String, cause: UnmatchedReport.Cause) throws {
        var snapshot = RegistrySnapshot.of([
            "https://a.example/{language:enum(en,de)}(/{page})", "https://b.example/img/{id:int}",
            "https://c.example/{a}/{b}?key", "https://d.example/{page}",
        ])
        snapshot.routes[3].kind = "POST"
        try fixture.writer().append(
            HitBatch([
                {
                    var hit = Hit(time: 0, url: Array(url.utf8), outcome: .unmatched)
                    hit.kind = Array("GET".utf8)
                    return hit
                }()
            ]))
        let report = try Analysis(
            AnalysisQuery(in: snapshot), of: HistoryScan(path: fixture.path)
        ).unmatched()
        let cluster = try #require(report.clusters.first)
        #expect(cluster.cause == cause)
        if cause == .noise { #expect(cluster.template == "<noise>" && cluster.nearest == nil) }
    }

    @Test("noise of all hosts and namespaces is one row with its total")
    func noiseTogether() throws {
        var snapshot = snapshot
        snapshot.namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: 9), name: "web", schemes: ["https"],
                hosts: ["bound.example"]))
        try write([
            "https://bound.example/.env", "https://example.com/wp-admin/setup-config.php",
            "/favicon.ico", "https://bound.example/shop",
        ])
        let report = try Analysis(
            AnalysisQuery(in: snapshot), of: HistoryScan(path: fixture.path)
        ).unmatched()
        let noise = report.clusters.filter { $0.cause == .noise }
        #expect(noise.map(\.count.hits) == [3] && report.causes[.noise]?.hits == 3)
        #expect(noise.first?.template == "<noise>")
        #expect(noise.first?.example == "https://bound.example/.env")
        #expect(report.clusters.count == 2)
    }

    @Test("numbers, codes and many words become parts of a template")
    func templates() throws {
        let words = (0..<40).map { "word-\(String($0, radix: 36))x" }
        try write(
            (0..<50).map { "myapp://promo/\($0)/x" } + words.map { "myapp://blog/\($0)" }
                + (0..<30).map { "myapp://day/2026-01-\($0 % 2 == 0 ? "02" : "03")/\($0)" }
                + ["myapp://promo/about", "myapp://promo/about", "myapp://error/404"])
        let report = try report()
        let counts = Dictionary(
            uniqueKeysWithValues: report.clusters.map { ($0.template, $0.count.hits) })
        #expect(
            counts == [
                "myapp://promo/<int>/x": 50, "myapp://blog/<slug>": 40,
                "myapp://day/<date>/<int>": 30, "myapp://promo/about": 2, "myapp://error/404": 1,
            ])
        let promo = try #require(report.clusters.first)
        #expect(promo.first?.microseconds == 0 && promo.last?.microseconds == 49_000_000)
        #expect(promo.example == "myapp://promo/0/x")
        #expect(
            promo.suggestion == "routedb add 'myapp://promo/{id:int}/x' --target promo.x")
    }

    @Test("a suggested pattern is valid and matches the URLs", arguments: 0..<8)
    func suggestions(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "shop", "7", "{x}", "a b", "it's", "ä", "*", ":id", "2026-01-01", "beef1234", "(x)",
            "<y>", "\\", "%7B", "a|b", "~", "..x",
        ]
        let urls = (0..<60).map { _ in
            let host = random.pick(["", "//host.example", "//h:8080", "//[::1]"])
            let scheme = host.isEmpty ? random.pick(["", "zz:"]) : "zz:"
            let path = (0..<1 + random.below(4)).map { _ in
                "/" + random.pick(pieces).percentEncoded
            }
            return scheme + host + path.joined()
        }
        try write(urls)
        let report = try report()
        #expect(report.clusters.count > 10)
        for cluster in report.clusters where cluster.cause != .noise {
            let command = try #require(cluster.suggestion, "\(cluster.template)")
            let text = try #require(Self.pattern(in: command), "\(command)")
            let pattern = try RoutePattern(text)
            let table = RoutingTable(.of([text]))
            #expect(
                table.resolve(cluster.example).outcome == .matched,
                "\(pattern) \(cluster.example)")
        }
    }

    /// The first word of a shell's command line behind `add`.
    private static func pattern(in command: String) -> String? {
        let prefix = "routedb add '"
        guard command.hasPrefix(prefix), let end = command.firstRange(of: "' --target") else {
            return nil
        }
        return String(command[..<end.lowerBound].dropFirst(prefix.count))
            .replacing("'\\''", with: "'")
    }

    @Test("a typo is near the intended route")
    func nearest() throws {
        try write(["myapp://shpo/shoes", "myapp://user/1/post", "myapp://zzzzzzzz/a/b/c/d"])
        let report = try report()
        let nearest = Dictionary(
            uniqueKeysWithValues: report.clusters.map { ($0.template, $0.nearest?.rawValue) })
        #expect(nearest["myapp://user/1/post"] == 5)
        #expect(nearest["myapp://zzzzzzzz/a/b/c/d"] == .some(nil))
    }

    @Test("memory is bounded whatever the URLs, and every hit is counted once")
    func bounded() throws {
        let finder = CauseFinder(snapshot, functions: [:])
        var tally = UnmatchedTally(AnalysisFilter(), finder: finder)
        var random = SeededGenerator(seed: 5)
        let count: Int64 = 60_000
        for time in 0..<count {
            let words = (0..<1 + random.below(4)).map { _ in "w\(random.next())z" }
            let host = random.oneIn(3) ? "h\(random.next()).example" : "user"
            tally.add(
                Array("myapp://\(host)/\(words.joined(separator: "/"))".utf8), weight: 2,
                time: time)
        }
        let trees = tally.finish()
        let clusters = trees.flatMap { $0.tree.clusters() }
        #expect(trees.count <= UnmatchedTally.maximumOrigins + 2)
        #expect(clusters.reduce(0) { $0 + $1.leaf.count.weight } == count * 2)
        #expect(clusters.count < 20_000)
    }

    @Test("512 hosts are kept apart, and further ones together")
    func hosts() throws {
        var tally = UnmatchedTally(
            AnalysisFilter(), finder: CauseFinder(snapshot, functions: [:]))
        for number in 0..<UnmatchedTally.maximumOrigins {
            tally.add(Array("myapp://h\(number).example/a".utf8), weight: 1, time: 0)
        }
        var whole = tally
        #expect(Set(whole.finish().compactMap(\.key.host)).count == 512)
        for number in 1_000..<1_003 {
            tally.add(Array("myapp://h\(number).example/a".utf8), weight: 1, time: 0)
        }
        let trees = tally.finish()
        let others = trees.filter { $0.key.host == UnmatchedTally.otherHost }
        #expect(trees.count == 513 && others.count == 1)
        #expect(others[0].tree.clusters().reduce(0) { $0 + $1.leaf.count.weight } == 3)
    }

    @Test(
        "hits of a URL that was seen before count as if each went into its tree", arguments: 0..<4)
    func repeated(seed: UInt64) throws {
        let finder = CauseFinder(snapshot, functions: [:])
        var random = SeededGenerator(seed: seed)
        var tally = UnmatchedTally(AnalysisFilter(), finder: finder)
        var trees: [ClusterKey: ClusterTree] = [:]
        for time in 0..<6_000 {
            if time == 4_000 { tally.beginPrevious(AnalysisFilter()) }
            let words = (0..<1 + random.below(3)).map { _ in
                ["a", "b", "7", "w\(random.below(200))"][random.below(4)]
            }
            let long = random.oneIn(50) ? String(repeating: "x", count: 300) : ""
            let host = ["user", "elsewhere", "shop"][random.below(3)]
            let url = Array("myapp://\(host)/\(words.joined(separator: "/"))\(long)".utf8)
            let weight = Int64(1 + random.below(3))
            tally.add(url, weight: weight, time: Int64(time))

            let (finding, parsed) = finder.finding(for: url, kind: nil)
            var key = ClusterKey(finding: finding)
            if let parsed { (key.scheme, key.host) = (parsed.scheme, parsed.host) }
            var hit = ClusterLeaf()
            // The URL is copied inside the closure.
            unsafe url.withUnsafeBytes {
                unsafe hit.add($0, weight: weight, time: Int64(time), isPrevious: time >= 4_000)
            }
            _ = trees[key, default: ClusterTree()].add(
                (parsed?.segments ?? []).map { ByteText($0.utf8) }, hit, isFull: false)
        }
        func found(_ trees: some Sequence<(key: ClusterKey, tree: ClusterTree)>) -> [String] {
            trees.flatMap { key, tree in
                tree.clusters().map { parts, leaf in "\(key) \(parts) \(leaf)" }
            }.sorted()
        }
        #expect(found(tally.finish()) == found(trees.map { (key: $0, tree: $1) }))
    }

    @Test("a cluster without room continues as '**'")
    func full() {
        var tree = ClusterTree()
        var added = 0
        for number in 0..<200 {
            let segments = ["a", "\(number)", "b\(number)"].map { ByteText($0.utf8) }
            var hit = ClusterLeaf()
            unsafe hit.add(nil, weight: 1, time: 0, isPrevious: false)
            added += tree.add(segments, hit, isFull: number > 100)
        }
        let clusters = tree.clusters()
        #expect(clusters.reduce(0) { $0 + $1.leaf.count.hits } == 200)
        #expect(clusters.contains { $0.parts.last == .rest })
        #expect(added < 110)
    }

    @Test("the preceding window is counted by the same templates")
    func comparison() throws {
        try write((0..<60).map { "myapp://promo/\($0)/x" })
        let report = try report { query in
            query.selection.since = Timestamp(microseconds: 40_000_000)
            query.selection.until = Timestamp(microseconds: 60_000_000)
            query.comparesPrevious = true
        }
        #expect(report.clusters.map(\.count.hits) == [20])
        #expect(report.clusters.map(\.previous?.hits) == [20])
    }

    @Test(
        "the nearest route has a similar scheme and host",
        arguments: [
            ("https://shop.example.com/items/7x", 1), ("https://blog.example.org/item/7x", 2),
            ("https://elsewhere.net/item/7x", nil), ("https://shpo.example.com/itm/7", 1),
            ("https://acme.tenants.io/item/a/b", nil), ("https://acme.tenants.io/billz/7", 3),
            ("app://item/7x/y", nil), ("app://itme/7", 4), ("web://bound.example/iten/7", 5),
            ("web://other.example/iten/7", nil), ("/itms/7", 1),
            ("/ITEM/7", 1), ("https://blog.example.org/ITEM/7x", 2),
        ] as [(String, Int64?)])
    func nearest(url: String, route: Int64?) throws {
        var snapshot = RegistrySnapshot.of([
            "https://shop.example.com/item/{id:int}", "https://blog.example.org/item/{id:int}",
            "https://{tenant}.tenants.io/bills/{id:int}", "app://item/{id:int}", "/item/{id:int}",
        ])
        let bound = NamespaceID(rawValue: 9)
        snapshot.namespaces.append(
            RouteNamespace(id: bound, name: "web", schemes: ["web"], hosts: ["bound.example"]))
        snapshot.routes[4].namespace = bound
        let parsed = try NormalizedURL(utf8: Array(url.utf8), policies: .native)
        var key = ClusterKey(finding: CauseFinder.Finding(cause: .unknownPath))
        (key.scheme, key.host) = (parsed.scheme, parsed.host)
        let parts = parsed.segments.map { ClusterPart.literal(ByteText($0.utf8)) }
        #expect(NearestRoute(snapshot).route(for: parts, of: key)?.rawValue == route)
    }
}
