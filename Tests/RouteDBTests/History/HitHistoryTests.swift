import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("The public history API")
struct HitHistoryTests {
    private let fixture: HistoryFixture

    init() throws { fixture = try HistoryFixture() }

    @Test(
        "the history of a registry is beside it",
        arguments: [
            ("routes.db", "routes.hits.db"), ("/a/x.db", "/a/x.hits.db"), ("x", "x.hits.db"),
            ("x.sqlite", "x.sqlite.hits.db"), (".db", ".hits.db"),
        ])
    func path(registry: String, history: String) {
        #expect(HitHistory.path(besideRegistry: registry) == history)
    }

    @Test("all hits of segments and tail are returned as written")
    func allHits() async throws {
        var generator = HitGenerator(seed: 1)
        let written = generator.hits(HitSegment.preferredSize * 2 + 100)
        try fixture.writer().append(HitBatch(written))
        let history = try await HitHistory.open(fixture.path)
        var sequence: Int64 = 0
        for try await hit in history.hits() {
            let expected = written[Int(sequence)]
            sequence += 1
            #expect(hit.sequence == sequence && hit.stream == 1)
            guard hit.time == expected.time, hit.url == expected.url,
                hit.namespace?.rawValue == expected.namespace,
                hit.route?.rawValue == expected.route,
                hit.revision == expected.revision, hit.outcome == expected.outcome.outcome,
                hit.duration == expected.durationMicroseconds.map({ .microseconds($0) }),
                hit.status == expected.status.map({ Int($0) }), hit.weight == expected.weight,
                hit.source == expected.source, hit.principal == expected.principal,
                hit.parameters == expected.parameters, hit.referrer == expected.referrer
            else {
                Issue.record("\(hit) is not \(expected)")
                break
            }
        }
        #expect(sequence == Int64(written.count))
    }

    @Test("a selection returns exactly what it describes", arguments: 0..<20)
    func selections(seed: UInt64) async throws {
        var generator = HitGenerator(seed: seed)
        let count = HitSegment.preferredSize + generator.random.below(200)
        let written = generator.hits(count)
        try fixture.writer().append(HitBatch(written))
        let history = try await HitHistory.open(fixture.path)
        let selection = generator.selection()
        var wanted = Set(
            written.indices.filter { selection.wants(written[$0]) }.map { Int64($0 + 1) })
        for try await hit in history.hits(selection) {
            #expect(wanted.remove(hit.sequence) != nil, "\(selection)")
        }
        #expect(wanted.isEmpty, "\(selection)")
    }

    @Test("hits written during a loop are not part of it")
    func oneMoment() async throws {
        var generator = HitGenerator(seed: 3)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(HitSegment.preferredSize + 5)))
        let history = try await HitHistory.open(fixture.path)
        var count = 0
        for try await _ in history.hits() {
            count += 1
            if count == 1 {
                try writer.append(HitBatch(generator.hits(HitSegment.preferredSize)))
                _ = try writer.prune(HitRetention(maximumHits: 10), time: 0)
            }
        }
        #expect(count == HitSegment.preferredSize + 5)
    }

    @Test("a damaged segment ends a loop with an error that names it")
    func damage() async throws {
        var generator = HitGenerator(seed: 4)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.preferredSize * 2)))
        try fixture.damage("UPDATE segment SET texts = x'00' WHERE id = 2")
        let history = try await HitHistory.open(fixture.path)
        var count = 0
        let error = await #expect(throws: RouteDBError.self) {
            for try await _ in history.hits() { count += 1 }
        }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("segment 2") == true)
        #expect(count == HitSegment.preferredSize)
        #expect(try await history.verify().map(\.part) == [.segment])
    }

    @Test("an unknown outcome is damage, not a crash")
    func unknownOutcome() async throws {
        var generator = HitGenerator(seed: 5)
        try fixture.writer().append(HitBatch(generator.hits(3)))
        try fixture.damage("UPDATE tail SET outcome = 900 WHERE id = 2")
        let history = try await HitHistory.open(fixture.path)
        await #expect(throws: RouteDBError.self) {
            for try await _ in history.hits() {}
        }
    }

    @Test("a scan passes segments, and a closed history none")
    func scan() async throws {
        var generator = HitGenerator(seed: 6)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.preferredSize + 7)))
        let history = try await HitHistory.open(fixture.path)
        let counts = try await history.read { reader throws(RouteDBError) in
            var counts: [Int] = []
            try reader.scan(texts: .none) { counts.append($0.count) }
            return counts
        }
        #expect(counts == [HitSegment.preferredSize, 7])
        await history.close()
        let error = await #expect(throws: RouteDBError.self) {
            try await history.scan(HitSelection(), texts: .all) { _ in }
        }
        #expect(error?.code == .closed)
    }

    @Test("a missing history is an error with a hint")
    func missing() async {
        let path = fixture.directory.path("none.hits.db")
        let error = await #expect(throws: RouteDBError.self) { try await HitHistory.open(path) }
        #expect(error?.code == .databaseMissing)
        #expect(error?.hint != nil)
    }
}

extension HitGenerator {
    /// A selection of hits as ``hit(near:)`` makes them.
    fileprivate mutating func selection() -> HitSelection {
        func ids(_ limit: Int) -> Set<Int64> {
            Set((0..<random.below(4)).map { _ in Int64(1 + random.below(limit)) })
        }
        func time() -> Timestamp {
            Timestamp(microseconds: 1_700_000_000_000_000 + Int64(random.below(3_600_000_000)))
        }
        let outcomes: [Resolution.Outcome] = [.matched, .unmatched, .denied, .challenged]
        return HitSelection(
            since: random.oneIn(2) ? time() : nil, until: random.oneIn(2) ? time() : nil,
            namespaces: random.oneIn(3) ? Set(ids(3).map(NamespaceID.init(rawValue:))) : nil,
            routes: random.oneIn(3) ? Set(ids(300).map(RouteID.init(rawValue:))) : nil,
            outcomes: random.oneIn(3) ? Set(outcomes.prefix(random.below(5))) : nil)
    }
}

extension HitSelection {
    /// Says whether a hit is wanted, with no help from the filter.
    fileprivate func wants(_ hit: Hit) -> Bool {
        let outcome = hit.outcome.outcome
        if let since, hit.time < since { return false }
        if let until, hit.time >= until { return false }
        if let namespaces, !namespaces.contains(NamespaceID(rawValue: hit.namespace ?? 0)) {
            return false
        }
        if let routes, !routes.contains(RouteID(rawValue: hit.route ?? 0)) { return false }
        if let outcomes, !outcomes.contains(where: { $0 == outcome }) { return false }
        return true
    }
}
