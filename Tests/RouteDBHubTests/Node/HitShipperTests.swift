#if Hub
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Shipping hits to a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HitShipperTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let now = SystemClock.now()

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    private func shipper(_ path: String? = nil) -> HitShipper {
        HitShipper(path ?? local.path, to: test.address, node: "web-1")
    }

    /// Ships until the hub has all.
    @discardableResult
    private func shipAll(_ shipper: HitShipper) async throws -> ShippedHits {
        var all = ShippedHits()
        while true {
            let shipped = try await shipper.step()
            guard shipped != ShippedHits() else { return all }
            (all.hits, all.missing) = (all.hits + shipped.hits, all.missing + shipped.missing)
            #expect((shipped.setAside > 0) == (shipped.reason != nil))
        }
    }

    /// Hits with texts that a hub stores as they are.
    private func hits(_ count: Int, seed: UInt64) -> [Hit] {
        var generator = HitGenerator(seed: seed)
        return (0..<count).map { index in
            var hit = generator.hit(near: now - .seconds(7_200))
            hit.url = Array("/ü/\(seed)/\(index)?a=\"b\\c\",{d}".utf8)
            hit.principal = hit.principal.map { _ in Array("NULL".utf8) }
            hit.parameters = hit.parameters.map { _ in Array(#"{"id":"\"x\""}"#.utf8) }
            hit.referrer = hit.referrer.map { _ in [] }
            hit.kind = hit.kind.map { _ in Array("GET,{}".utf8) }
            hit.attributes = hit.attributes.map { _ in Array(#"{"roles":["\"x\""]}"#.utf8) }
            hit.userAgent = hit.userAgent.map { _ in Array("Mozilla/5.0 (\"ü\")".utf8) }
            hit.source = 0
            return hit
        }
    }

    /// Expects that the hub has exactly these hits, each once, and that its sums are theirs.
    private func expectHub(_ hits: [Hit]) async throws {
        let copy = try HistoryFixture()
        let count = try await hub.fetchHits(into: copy.path, clock: now).hits
        #expect(count == Int64(hits.count))
        #expect(Set(try copy.hits()) == Set(hits))
        #expect(
            try test.number("SELECT count(DISTINCT (stream, sequence)) FROM routedb.hit")
                == Int64(hits.count))
        #expect(
            try test.number(
                """
                SELECT count(*) FROM (
                    SELECT floor(at_us::numeric / 3600000000) * 3600 AS hour, stream, namespace,
                        route, outcome, count(*), sum(weight), sum(greatest(duration, 0)),
                        count(*) FILTER (WHERE duration >= 0)
                    FROM routedb.hit GROUP BY 1, 2, 3, 4, 5
                    EXCEPT SELECT * FROM routedb.hit_hour) AS wrong
                """) == 0)
        #expect(
            try test.number("SELECT coalesce(sum(hits), 0) FROM routedb.hit_hour")
                == Int64(hits.count))
        #expect(try await hub.examine().filter { $0.area == "hits" }.map(\.message) == [])
    }

    @Test("hits of several streams, in segments and the tail, come once, with all that they have")
    func ships() async throws {
        var all: [Hit] = []
        for (number, count) in [(1, 10), (2, 3_000), (1, 2_000), (1, 5), (3, 1_500), (2, 7)] {
            let new = hits(count, seed: UInt64(all.count + 1))
            try local.writer(stream: UInt8(number)).append(HitBatch(new))
            all += new
        }
        let shipper = shipper()
        #expect(try await shipAll(shipper) == ShippedHits(hits: Int64(all.count), missing: 0))
        try await expectHub(all)
        let more = hits(20, seed: 99)
        try local.writer(stream: 2).append(HitBatch(more))
        #expect(try await shipAll(shipper).hits == 20)
        // Another process knows nothing, and asks the hub.
        #expect(try await shipAll(self.shipper()) == ShippedHits())
        try await expectHub(all + more)
        await shipper.close()
    }

    @Test("what a backlog has, several shippers of one file bring once")
    func concurrent() async throws {
        let all = hits(20_000, seed: 5)
        try local.writer().append(HitBatch(all))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                let shipper = shipper()
                group.addTask {
                    while try await shipper.step() != ShippedHits() {}
                    await shipper.close()
                }
            }
            try await group.waitForAll()
        }
        // A shipper whose batch came too late stops as one that has nothing to do.
        try await shipAll(shipper())
        try await expectHub(all)
    }

    @Test("a restored and a cloned history bring what the hub does not have, and nothing twice")
    func restored() async throws {
        let first = hits(1_500, seed: 1)
        try local.writer(stream: 1).append(HitBatch(first))
        let clone = local.directory.path("clone.hits.db")
        try local.writer().checkpoint()
        try FileManager.default.copyItem(atPath: local.path, toPath: clone)
        let lost = hits(300, seed: 2)
        try local.writer(stream: 1).append(HitBatch(lost))
        let shipper = shipper()
        try await shipAll(shipper)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: local.path + suffix)
        }
        try FileManager.default.copyItem(atPath: clone, toPath: local.path)
        let here = hits(40, seed: 3)
        try local.writer(stream: 7).append(HitBatch(here))
        let there = hits(50, seed: 4)
        try HitsWriter(
            path: clone, stream: [UInt8](repeating: 8, count: 16), time: 0
        ).append(HitBatch(there))
        try await shipAll(shipper)
        try await shipAll(self.shipper(clone))
        try await expectHub(first + lost + here + there)
    }

    @Test("a hub that was set back gets the hits again that it has lost")
    func failover() async throws {
        let all = hits(9_000, seed: 6)
        try local.writer().append(HitBatch(all))
        let shipper = shipper()
        try await shipAll(shipper)
        // As a standby is that has not got the last transactions.
        try test.run("UPDATE routedb.stream SET acked = 4096")
        try test.run("DELETE FROM routedb.hit WHERE sequence > 4096")
        try test.sumUp()
        try test.endConnections()
        #expect(try await hub.status().hits == 4_096)
        #expect(try await shipAll(shipper).hits == 9_000 - 4_096)
        try await expectHub(all)
    }

    @Test("what was deleted before the hub had it is noted as a gap")
    func gap() async throws {
        let old = hits(5_000, seed: 7).map { hit in
            var hit = hit
            hit.time = hit.time - .seconds(30 * 86_400)
            return hit
        }
        let new = hits(1_200, seed: 8)
        let writer = try local.writer()
        try writer.append(HitBatch(old))
        try writer.append(HitBatch(new))
        let retention = HitRetention(olderThan: now - .seconds(86_400))
        #expect(try writer.prune(retention, time: now) == 5_000)
        let shipped = try await shipAll(shipper())
        #expect(shipped == ShippedHits(hits: 1_200, missing: 5_000))
        #expect(try test.number("SELECT sum(last - first + 1) FROM routedb.gap") == 5_000)
        let message = try await hub.examine().first?.message
        #expect(message?.hasPrefix("5000 hits were pruned") == true)
    }

    @Test("a batch that is sent again changes nothing, and one that is not next neither")
    func compareAndSet() async throws {
        let ship = """
            SELECT routedb.ship(repeat('ab', 16), 'web', $1, $2, '{}', '{}',
                array(SELECT generate_series($1::bigint, $2)), array_fill(0::bigint, ARRAY[$3::int]),
                array_fill(0::bigint, ARRAY[$3::int]), array_fill(0::bigint, ARRAY[$3::int]),
                array_fill(0::bigint, ARRAY[$3::int]), array_fill(1::bigint, ARRAY[$3::int]),
                array_fill(-1::bigint, ARRAY[$3::int]), array_fill(0::bigint, ARRAY[$3::int]),
                array_fill(1::bigint, ARRAY[$3::int]), array_fill(0::bigint, ARRAY[$3::int]),
                array_fill(0::bigint, ARRAY[$3::int]),
                array_fill('/'::text, ARRAY[$3::int]), array_fill(NULL::text, ARRAY[$3::int]),
                array_fill(NULL::text, ARRAY[$3::int]), array_fill(NULL::text, ARRAY[$3::int]),
                array_fill(NULL::text, ARRAY[$3::int]), array_fill(NULL::text, ARRAY[$3::int]),
                array_fill(NULL::text, ARRAY[$3::int]), '{}', '{}')
            """
        let connection = try HubConnection(test.address)
        func send(_ first: Int, _ last: Int, _ count: Int) throws -> String? {
            try connection.run(ship, "\(first)", "\(last)", "\(count)").first?[0]
        }
        #expect(try send(1, 3, 3) == "3")
        #expect(try send(1, 3, 3) == "3")
        #expect(try send(2, 4, 3) == "3")
        #expect(try send(5, 6, 2) == "3")
        #expect(try send(4, 5, 2) == "5")
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 5)
        #expect(throws: HubFailure.self) { try send(6, 9, 2) }
        #expect(try test.number("SELECT acked FROM routedb.stream") == 5)
    }

    /// Lets the server give up transactions that update a table, as one does that is distributed.
    private func giveUp(_ table: String, times: Int, code: String = "40001") throws {
        try test.run("CREATE SEQUENCE public.given_up")
        try test.run(
            """
            CREATE FUNCTION public.give_up() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                -- What a sequence has given is not taken back with the transaction.
                IF nextval('public.given_up') <= \(times) THEN
                    RAISE EXCEPTION 'given up' USING ERRCODE = '\(code)';
                END IF;
                RETURN NEW;
            END $$
            """)
        try test.run(
            "CREATE TRIGGER give_up BEFORE UPDATE ON routedb.\(table) FOR EACH ROW"
                + " EXECUTE FUNCTION public.give_up()")
    }

    @Test(
        "a batch that the server gives up for another transaction is sent again, and taken once",
        arguments: ["40001", "40P01"])
    func givenUp(_ code: String) async throws {
        let all = hits(1_300, seed: 12)
        try local.writer().append(HitBatch(all))
        try giveUp("stream", times: 4, code: code)
        #expect(try await shipper().step().hits == 1_300)
        try await expectHub(all)
    }

    @Test("one that is given up again and again is an error, and comes when the server takes it")
    func givenUpOften() async throws {
        let all = hits(20, seed: 13)
        try local.writer().append(HitBatch(all))
        try giveUp("stream", times: 7)
        let shipper = shipper()
        let error = await #expect(throws: RouteDBError.self) { try await shipper.step() }
        #expect(error?.code == .busy)
        #expect(try await shipper.step().hits == 20)
        try await expectHub(all)
    }

    @Test("a publication that the server gives up is tried again, as a whole")
    func givenUpPublication() async throws {
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        try giveUp("registry_head", times: 4)
        #expect(try await hub.publish(source.path, isReplacing: false).new.revision == 1)
        #expect(try test.number("SELECT count(*) FROM routedb.registry_revision") == 1)
        #expect(try await hub.examine().isEmpty)
    }

    @Test("any bytes can be shipped; what PostgreSQL cannot store is encoded")
    func oddHits() async throws {
        var generator = HitGenerator(seed: 11)
        var odd = generator.hits(1_200)
        odd[2].time = now + .seconds(90 * 86_400)
        odd[3].url = [0x2F, 0, 0xFF, 0x61]
        try local.writer().append(HitBatch(odd))
        #expect(try await shipAll(shipper()).hits == 1_200)
        #expect(try test.number("SELECT count(*) FROM routedb.hit WHERE url = '/%00%FFa'") == 1)
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 1_200)
    }

    /// Lets the hub refuse hits by their URLs, as a rule of its owner does.
    private func refuse(_ pattern: String) throws {
        try test.run(
            """
            CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NEW.url LIKE '\(pattern)' THEN
                    RAISE EXCEPTION 'no hits of % here', NEW.url;
                END IF;
                RETURN NEW;
            END $$
            """)
        try test.run(
            "CREATE TRIGGER refuse BEFORE INSERT ON routedb.hit FOR EACH ROW"
                + " EXECUTE FUNCTION public.refuse()")
    }

    @Test("hits that the hub refuses are set aside, each alone, and all others come")
    func refused() async throws {
        try refuse("%/bad")
        var (all, bad) = (hits(9_000, seed: 21), [0, 1, 777, 4_095, 4_096, 8_999])
        for index in bad { all[index].url = Array("/\(index)/bad".utf8) }
        try local.writer().append(HitBatch(all))
        let shipped = try await shipAll(shipper())
        #expect(shipped == ShippedHits(hits: 8_994, missing: 0))
        bad.reverse()
        for index in bad { all.remove(at: index) }
        let copy = try HistoryFixture()
        #expect(try await hub.fetchHits(into: copy.path, clock: now).hits == 8_994)
        #expect(Set(try copy.hits()) == Set(all))
        #expect(
            try test.run("SELECT sequence FROM routedb.hit_aside ORDER BY 1").map { $0[0] }
                == bad.reversed().map { "\($0 + 1)" })
        let status = try await hub.status()
        #expect((status.hits, status.setAside) == (9_000, 6))
        let findings = try await hub.examine().map(\.message)
        #expect(findings.count == 1)
        #expect(
            findings.first?.contains(
                "refused and set aside: 6, such as hit 9000 of a stream of node 'web-1'")
                == true, "\(findings)")
        #expect(findings.first?.contains("no hits of /8999/bad here") == true)
        // What was set aside is not sent again, and prune deletes the notes on it in the end.
        #expect(try await shipAll(shipper()) == ShippedHits())
        try test.run("UPDATE routedb.hit_aside SET set_aside_at = now() - interval '40 days'")
        _ = try await hub.prune(olderThan: 30 * 86_400)
        #expect(try await hub.examine().isEmpty)
        #expect(try await hub.status().setAside == 6)
    }

    @Test("a refused hit between gaps is set aside, and the gaps are noted")
    func refusedBesideGaps() async throws {
        try refuse("%/bad")
        let old = hits(10, seed: 22).map { hit in
            var hit = hit
            hit.time = hit.time - .seconds(30 * 86_400)
            return hit
        }
        var new = hits(3, seed: 23)
        new[1].url = Array("/bad".utf8)
        let writer = try local.writer()
        try writer.append(HitBatch([new[0]] + old + [new[1]] + old + [new[2]]))
        let retention = HitRetention(olderThan: now - .seconds(86_400))
        #expect(try writer.prune(retention, time: now) == 20)
        let shipper = shipper()
        let shipped = try await shipper.step()
        #expect((shipped.hits, shipped.missing, shipped.setAside) == (2, 20, 1))
        #expect(shipped.reason == "no hits of /bad here")
        #expect(try test.number("SELECT sequence FROM routedb.hit_aside") == 12)
        #expect(try test.number("SELECT sum(last - first + 1) FROM routedb.gap") == 20)
        #expect(try test.number("SELECT acked FROM routedb.stream") == 23)
        await shipper.close()
    }

    @Test("hits whose texts or times no hub stores are set aside, and those just within are not")
    func refusedByLimits() async throws {
        var all = hits(6, seed: 24)
        all[0].time = .distantPast
        all[1].time = .distantFuture
        all[2].url = [UInt8](repeating: 0x61, count: HubSchema.textBytes + 1)
        all[3].url = [UInt8](repeating: 0x61, count: HubSchema.textBytes)
        all[4].time = Timestamp(microseconds: HubSchema.times.lowerBound)
        try local.writer().append(HitBatch(all))
        let shipper = shipper()
        // A batch ends at 8 MiB of texts.
        let (first, second) = try await (shipper.step(), shipper.step())
        #expect((first.hits, first.setAside) == (0, 3))
        #expect((second.hits, second.setAside) == (3, 0))
        #expect(
            try test.run("SELECT reason FROM routedb.hit_aside ORDER BY sequence").map { $0[0] }
                == [
                    "hit 1 is not valid: its at_us is -9223372036854775808",
                    "hit 2 is not valid: its at_us is 9223372036854775807",
                    "hit 3 is not valid: its url is 4194305 bytes long",
                ])
        await shipper.close()
    }

    @Test("a stream of another user is refused, says so, and keeps no other stream back")
    func streamOfAnotherUser() async throws {
        let user = try test.user()
        try await hub.grant(.node, to: user.name)
        try local.writer(stream: 1).append(HitBatch(hits(5, seed: 25)))
        try await shipAll(shipper())
        try local.writer(stream: 1).append(HitBatch(hits(5, seed: 26)))
        try local.writer(stream: 2).append(HitBatch(hits(7, seed: 27)))
        let other = HitShipper(local.path, to: user.address, node: "web-2")
        #expect(try await other.step().hits == 7)
        let error = await #expect(throws: RouteDBError.self) { try await other.step() }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("belongs to the user 'postgres'") == true)
        #expect(try await shipAll(shipper()).hits == 5)
        await other.close()
    }

    @Test("a history that is not there yet has nothing to ship, nor has an empty one")
    func missing() async throws {
        let shipper = shipper()
        #expect(try await shipper.step() == ShippedHits())
        let writer = try local.writer()
        #expect(try await shipper.step() == ShippedHits())
        try writer.append(HitBatch(hits(3, seed: 1)))
        #expect(try await shipper.step().hits == 3)
    }
}
#endif
