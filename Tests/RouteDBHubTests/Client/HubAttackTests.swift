#if Hub
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "A node that is not honest",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubAttackTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    /// A connection with nothing but the rights of a node.
    private let mallory: HubConnection
    private let name: String

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
        let user = try test.user()
        name = user.name
        try await hub.grant(.node, to: name)
        mallory = try HubConnection(user.address)
    }

    private func record(_ count: Int) throws {
        let hits = (0..<count).map { number in
            Hit(time: SystemClock.now(), url: Array("/\(number)".utf8), outcome: .unmatched)
        }
        try local.writer(stream: 1).append(HitBatch(hits))
    }

    private func ship() async throws -> ShippedHits {
        let shipper = HitShipper(local.path, to: test.address, node: "victim")
        let shipped = try await shipper.step()
        await shipper.close()
        return shipped
    }

    private func refusal(_ sql: String) -> String? {
        #expect(throws: HubFailure.self) { try mallory.run(sql) }?.code
    }

    @Test("moves no cursor of another node, whether or not it knows the stream's secret")
    func cursors() async throws {
        try record(100)
        #expect(try await ship().hits == 100)
        let secret = try #require(try local.reader().streams().first).key.hexadecimal
        let key = try #require(try test.run("SELECT key FROM routedb.stream").first?[0])
        #expect(key != secret)
        #expect(refusal("SELECT key FROM routedb.stream") == "42501")
        #expect(refusal("SELECT routedb.advance('\(secret)', 'x', 101, 200)") == "42501")
        let gap = [
            "first_number": "101", "last_number": "200", "gap_firsts": "'{101}'",
            "gap_lasts": "'{200}'",
        ].merging(
            ShipCall.columns.map { ($0, "'{}'") }, uniquingKeysWith: { $1 })
        for known in [key, secret] {
            let call = ShipCall(gap.merging(["secret": "'\(known)'"]) { $1 })
            if known == secret {
                let failure = #expect(throws: HubFailure.self) { try call.run(mallory) }
                #expect(failure?.code == "42501")
            } else {
                // What is known of a stream at the hub names none.
                #expect(try call.run(mallory) == "0")
            }
        }
        #expect(refusal("SELECT routedb.set_aside('\(secret)', 'x', 101, '')") == "42501")
        try record(100)
        #expect(try await ship() == ShippedHits(hits: 100, missing: 0))
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 200)
        #expect(try test.number("SELECT count(*) FROM routedb.gap") == 0)
    }

    @Test("goes on with a stream of its own, and who is a member of the opener's role does too")
    func members() async throws {
        #expect(try ShipCall().run(mallory) == "1")
        let next = ShipCall(["first_number": "2", "last_number": "2", "numbers": "'{2}'"])
        #expect(try next.run(mallory) == "2")
        let member = "\(name.dropLast(4))other"
        try test.run("CREATE ROLE \(member) LOGIN IN ROLE \(name)")
        defer { _ = try? test.run("DROP ROLE \(member)") }
        let third = ShipCall(["first_number": "3", "last_number": "3", "numbers": "'{3}'"])
        let address = try HubAddress("\(test.address.text) user=\(member)")
        #expect(try third.run(try HubConnection(address)) == "3")
    }

    /// Arguments that no history has, each alone, beside the valid ones.
    private static let hostile: [[String: String]] =
        [
            ["numbers": "NULL"], ["gap_firsts": "NULL"], ["times": "NULL"], ["agents": "NULL"],
            ["numbers": "'{NULL}'"], ["outcomes": "'{NULL}'"], ["urls": "'{NULL}'"],
            ["outcomes": "'{77}'"], ["outcomes": "'{0}'"], ["outcomes": "'{}'"],
            ["outcomes": "'{1,1}'"], ["times": "'{9223372036854775807}'"],
            ["times": "'{-9223372036854775808}'"], ["namespaces": "'{-1}'"],
            ["routes": "'{-1}'"], ["revisions": "'{-9223372036854775808}'"],
            ["durations": "'{-2}'"], ["durations": "'{9223372036854775807}'"],
            ["statuses": "'{-1}'"], ["weights": "'{0}'"], ["weights": "'{9223372036854775807}'"],
            ["imports": "'{-1}'"], ["clients": "'{65536}'"],
            ["urls": "array[repeat('x', \(HubSchema.textBytes + 1))]"],
            ["agents": "array[repeat('x', \(HubSchema.textBytes + 1))]"],
            ["imports": "'{1}'"], ["import_keys": "NULL"],
            ["imports": "'{1}'", "import_numbers": "'{1}'", "import_keys": "'{x}'"],
            ["import_numbers": "'{1}'", "import_keys": "array[repeat('a', 32)]"],
            [
                "imports": "'{-1}'", "import_numbers": "'{-1}'",
                "import_keys": "array[repeat('a', 32)]",
            ],
            ["secret": "'victim'"], ["secret": "NULL"], ["node_name": "''"], ["node_name": "NULL"],
            ["node_name": "repeat('x', 201)"], ["first_number": "0"], ["last_number": "2"],
            ["last_number": "NULL"], ["numbers": "'{2}'"],
            ["first_number": "-9223372036854775808", "last_number": "9223372036854775807"],
            [
                "last_number": "9223372036854775807", "gap_firsts": "'{2}'",
                "gap_lasts": "'{9223372036854775807}'",
            ],
            ["last_number": "2", "gap_firsts": "'{1}'", "gap_lasts": "'{1}'"],
            ["last_number": "3", "gap_firsts": "'{3,2}'", "gap_lasts": "'{2,3}'"],
            ["last_number": "3", "gap_firsts": "'{2,2}'", "gap_lasts": "'{2,2}'"],
            ["last_number": "2", "gap_firsts": "'{2,NULL}'", "gap_lasts": "'{2,NULL}'"],
        ]

    @Test("gets nothing into the hub that no history has", arguments: hostile)
    func values(_ arguments: [String: String]) async throws {
        let failure = #expect(throws: HubFailure.self) { try ShipCall(arguments).run(mallory) }
        // A value that cannot be, or NULL.
        let code = failure?.code ?? ""
        #expect(code.hasPrefix("22") || code == "23502", "\(code) \(failure?.message ?? "")")
        for table in ["stream", "hit", "hit_hour", "gap", "hit_aside"] {
            #expect(try test.number("SELECT count(*) FROM routedb.\(table)") == 0, "\(table)")
        }
    }

    @Test("sends as long a text as may be, and hits in the first and the last year")
    func edges() async throws {
        for (number, time) in [HubSchema.times.lowerBound, HubSchema.times.upperBound].enumerated()
        {
            let call = ShipCall([
                "secret": "repeat('\(number)0', 16)", "times": "'{\(time)}'",
                "urls": "array[repeat('x', \(HubSchema.textBytes))]",
            ])
            #expect(try call.run(mallory) == "1")
        }
        #expect(try await hub.examine().filter { $0.area == "hits" }.count == 1)
        let copy = try HistoryFixture()
        #expect(try await hub.fetchHits(into: copy.path, clock: 0).hits == 2)
    }

    @Test("adds no sums up that a hub cannot report")
    func sums() async throws {
        let most = Int64(1) << 62
        for number in 1...3 {
            let call = ShipCall([
                "secret": "repeat('\(number)0', 16)", "last_number": "\(most)",
                "gap_firsts": "'{2}'", "gap_lasts": "'{\(most)}'",
            ])
            #expect(try call.run(mallory) == "\(most)")
        }
        #expect(try await hub.status().hits == .max)
        #expect(try await hub.examine().contains { $0.message.contains("pruned by a node") })
        var copy = HubHitsCopy(local.path)
        try await hub.update(&copy, clock: SystemClock.now())
        try ShipCall(["secret": "repeat('40', 16)"]).run(mallory)
        try await hub.update(&copy, clock: SystemClock.now())
        #expect(copy.hits == 4)
    }

    @Test("does not speak for a node of another user, until that is silent for ten minutes")
    func names() async throws {
        let now = SystemClock.now()
        _ = try await hub.report(
            node: "victim", groups: ["canary"], instance: "1", at: .start, error: nil, clock: now)
        let clock = now.microseconds
        let lie = "SELECT routedb.heard('victim', '2', 0, '', 'it refuses', \(clock), '{canary}')"
        #expect(refusal(lie) == "42501")
        let call = ShipCall(["node_name": "'victim'"])
        let failure = #expect(throws: HubFailure.self) { try call.run(mallory) }
        #expect(failure?.code == "42501")
        #expect(try await hub.nodes().first?.error == nil)
        try test.run("UPDATE routedb.node SET seen_at = now() - interval '11 minutes'")
        #expect(try call.run(mallory) == "1")
        _ = try mallory.run(lie)
        #expect(try await hub.nodes().first?.error == "it refuses")
    }

    @Test("reports nothing that no node reports")
    func reports() {
        for arguments in [
            "NULL, '', 0, '', NULL, 0, '{}'", "'', '', 0, '', NULL, 0, '{}'",
            "repeat('x', 201), '', 0, '', NULL, 0, '{}'", "'a', '', -1, '', NULL, 0, '{}'",
            "'a', '', 0, repeat('x', 65), NULL, 0, '{}'", "'a', '', 0, '', NULL, 0, NULL",
            "'a', '', 0, '', NULL, 0, array_fill('x'::text, ARRAY[101])",
            "'a', '', 0, '', NULL, 9223372036854775807 + 1, '{}'",
        ] {
            let code = refusal("SELECT routedb.heard(\(arguments))")
            #expect(code == "22023" || code == "22003", "\(arguments)")
        }
    }
}
#endif
