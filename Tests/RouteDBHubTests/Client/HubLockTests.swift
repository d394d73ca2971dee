#if Hub
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Those who read hits, and those who bring them",
    .enabled(if: TestHub.server != nil, TestHub.skipped), .timeLimit(.minutes(2)))
struct HubLockTests {
    private static let day = Duration.seconds(86_400)

    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let today = SystemClock.now()

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    private func record(daysAhead days: Int...) throws {
        let hits = days.map { days in
            Hit(time: today + Self.day * days, url: Array("/\(days)".utf8), outcome: .unmatched)
        }
        try local.writer(stream: 1).append(HitBatch(hits))
    }

    private func ship() async throws -> ShippedHits {
        let shipper = HitShipper(local.path, to: test.address, node: "web")
        let shipped = try await shipper.step()
        await shipper.close()
        return shipped
    }

    /// A session that reads hits and does not end, as a long report.
    private func longReport() throws -> HubConnection {
        let report = try HubConnection(test.address)
        try report.run("SET application_name = 'report'")
        try report.run("BEGIN")
        try report.run("SELECT count(*) FROM routedb.hit")
        return report
    }

    private func partitions() throws -> Int64 {
        try test.number(
            "SELECT count(*) FROM pg_inherits WHERE inhparent = 'routedb.hit'::regclass")
    }

    @Test("the partitions for today and the two days after it are there ahead of time")
    func ahead() async throws {
        #expect(try partitions() == 4)
        try test.run("DROP TABLE routedb.hit_\(date(daysAhead: 2))")
        #expect(try partitions() == 3)
        _ = try await hub.report(
            node: "web", instance: "1", at: .start, error: nil, clock: today)
        #expect(try partitions() == 4)
    }

    private func date(daysAhead days: Int) throws -> String {
        try #require(
            test.run(
                "SELECT to_char((now() + \(days) * interval '1 day') AT TIME ZONE 'UTC', 'YYYYMMDD')"
            ).first?[0])
    }

    @Test("a long report at midnight keeps no hits back")
    func midnight() async throws {
        let report = try longReport()
        try record(daysAhead: 0, 1, 2)
        #expect(try await ship().hits == 3)
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 0)
        #expect(try partitions() == 4)
        try report.run("COMMIT")
    }

    @Test("hits of a day without a partition do not wait for a report either, and are counted once")
    func otherDays() async throws {
        let report = try longReport()
        try record(daysAhead: -3)
        #expect(try await ship().hits == 1)
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 1)
        try report.run("COMMIT")
        // The day stays where it is.
        try record(daysAhead: -3, -4)
        #expect(try await ship().hits == 2)
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 2)
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 3)
        #expect(try partitions() == 5)
        #expect(try await hub.examine().isEmpty)
    }

    @Test("hits are not pruned while they are read, and those who bring hits do not wait for that")
    func pruning() async throws {
        try record(daysAhead: -40)
        #expect(try await ship().hits == 1)
        let report = try longReport()
        let error = await #expect(throws: RouteDBError.self) {
            try await hub.prune(olderThan: 86_400, unexported: true)
        }
        #expect(error?.code == .busy)
        #expect(error?.hint?.contains("hub doctor") == true)
        try record(daysAhead: 0)
        #expect(try await ship().hits == 1)
        try report.run("COMMIT")
        #expect(try await hub.prune(olderThan: 86_400, unexported: true).deleted.count == 1)
    }

    @Test("a lock that somebody keeps is an error after a time, and the hits come later")
    func lockedStream() async throws {
        try record(daysAhead: 0)
        let holder = try HubConnection(test.address)
        try holder.run("BEGIN")
        try holder.run("LOCK TABLE routedb.stream IN ACCESS EXCLUSIVE MODE")
        try test.run("ALTER FUNCTION routedb.cursors SET lock_timeout = '10ms'")
        let error = await #expect(throws: RouteDBError.self) { try await ship() }
        #expect(error?.code == .busy)
        try holder.run("COMMIT")
        #expect(try await ship().hits == 1)
    }

    @Test("every function that writes gives up a lock that is not free in time")
    func functions() throws {
        let without = try test.run(
            """
            SELECT p.proname FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
            WHERE p.pronamespace = 'routedb'::regnamespace AND l.lanname = 'plpgsql'
                AND NOT coalesce(array_to_string(p.proconfig, ' ') ~ 'lock_timeout=', false)
            """)
        #expect(without.isEmpty)
    }

    @Test("the doctor says who waits for whom, and how to end it")
    func doctor() async throws {
        let holder = try HubConnection(test.address)
        try holder.run("SET application_name = 'forgotten'")
        try holder.run("BEGIN")
        try holder.run("LOCK TABLE routedb.stream IN ACCESS EXCLUSIVE MODE")
        let address = test.address
        let waiting = Task.detached {
            let connection = try HubConnection(address)
            try connection.run("SET application_name = 'waiting'")
            try connection.run("SELECT count(*) FROM routedb.stream")
        }
        try waitForWaiter()
        let found = try await hub.examine(waitingFor: 0).filter { $0.area == "lock" }
        let first = try #require(found.first?.message)
        #expect(first.contains("'waiting' of user"))
        #expect(first.contains("for 'forgotten' of user"))
        #expect(first.contains("idle in transaction"))
        #expect(first.contains("pg_terminate_backend("))
        // What is locked cannot be looked at, which is said too.
        #expect(found.count == 2)
        try holder.run("COMMIT")
        try await waiting.value
        #expect(try await hub.examine(waitingFor: 0).isEmpty)
    }

    /// Waits, in the server, until a session waits for a lock of another one.
    private func waitForWaiter() throws {
        try test.run(
            """
            DO $$ BEGIN
                WHILE NOT EXISTS (
                    SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
                    WHERE NOT l.granted AND l.waitstart IS NOT NULL
                        AND a.datname = current_database())
                LOOP
                    PERFORM pg_stat_clear_snapshot();
                    PERFORM pg_sleep(0.01);
                END LOOP;
            END $$
            """)
    }
}
#endif
