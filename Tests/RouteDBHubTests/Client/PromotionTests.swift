#if Hub
import RouteDB
import RouteDBFollower
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Promoting revisions to groups",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct PromotionTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let source: RegistryStore
    private let now = SystemClock.now()

    /// A hub at revision 2.
    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
        source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        try await publish("a")
    }

    /// Publishes a revision more.
    @discardableResult
    private func publish(_ name: String) async throws -> FeedPosition {
        try source.write(.test()) { editor in
            try editor.add(RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name))
        }
        return try await hub.publish(source.path, isReplacing: false).new
    }

    private func node(_ name: String, _ groups: String...) -> RegistryFollower {
        RegistryFollower(
            HubSource(test.address, node: name, groups: groups),
            FollowOptions(path: local.directory.path("\(name).db")))
    }

    /// Lets a node ask once, and returns the revision that it has then.
    private func step(_ node: RegistryFollower, _ name: String) async throws -> Int64 {
        let event = try await node.step()
        #expect(event.error == nil)
        let copy = try RegistryStore.open(path: local.directory.path("\(name).db"), mode: .reading)
        #expect(try copy.check() == [])
        return try copy.position().revision
    }

    private func promote(
        _ new: FeedPosition, to group: String, _ limits: WatchLimits = WatchLimits()
    ) async throws {
        try await hub.promote(
            new, to: group, from: hub.group(named: group).position, limits: limits, author: "ada")
    }

    @Test("a hub without groups gives everybody every revision; with one, revisions wait")
    func waits() async throws {
        let web = node("web", "canary")
        #expect(try await step(web, "web") == 2)
        try await publish("b")
        #expect(try await step(web, "web") == 3)
        #expect(try await hub.groups().isEmpty)
        #expect(try await hub.addGroup("canary"))
        #expect(try await hub.addGroup("canary") == false)
        #expect(try await hub.addGroup("all") == false)
        #expect(try await hub.groups().map(\.name) == ["canary", "all"])
        #expect(try await hub.groups().map(\.position.revision) == [3, 3])
        try await publish("c")
        #expect(try await step(web, "web") == 3)
        let error = await #expect(throws: RouteDBError.self) { try await hub.removeGroup("all") }
        #expect(error?.code == .invalidValue)
        try await hub.removeGroup("canary")
        #expect(try await step(web, "web") == 3)
        try await hub.removeGroup("all")
        #expect(try await step(web, "web") == 4)
        await web.shutDown()
    }

    @Test("a node gets the newest revision that was promoted to one of its groups, or to all")
    func groups() async throws {
        for group in ["canary", "region-eu"] { _ = try await hub.addGroup(group) }
        let third = try await publish("b")
        let fourth = try await publish("c")
        let nodes = [
            node("one", "canary", "region-eu"), node("two", "region-eu"), node("three"),
        ]
        func revisions() async throws -> [Int64] {
            var found: [Int64] = []
            for (node, name) in zip(nodes, ["one", "two", "three"]) {
                found.append(try await step(node, name))
            }
            return found
        }
        #expect(try await revisions() == [2, 2, 2])
        try await promote(fourth, to: "canary")
        #expect(try await revisions() == [4, 2, 2])
        try await promote(third, to: "region-eu")
        #expect(try await revisions() == [4, 3, 2])
        try await promote(fourth, to: "all")
        #expect(try await revisions() == [4, 4, 4])
        let known = try await hub.nodes()
        #expect(known.map(\.groups) == [["canary", "region-eu"], [], ["region-eu"]])
        #expect(known.allSatisfy { $0.revision == $0.offered })
        #expect(try await hub.groups().map(\.nodes) == [1, 2, 3])
        #expect(try await hub.groups().map(\.nodesThere) == [1, 2, 3])
        for node in nodes { await node.shutDown() }
    }

    @Test("a rollback takes the nodes back, and halts the revision until somebody resumes it")
    func rollback() async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        let canary = node("one", "canary")
        #expect(try await step(canary, "one") == 2)
        try await promote(third, to: "canary")
        #expect(try await step(canary, "one") == 3)
        let promotion = try #require(await hub.groups().first?.promotion)
        try await hub.rollBack("canary", promotion, author: "bob")
        #expect(try await step(canary, "one") == 2)
        let again = await #expect(throws: RouteDBError.self) {
            try await hub.rollBack("canary", promotion, author: "bob")
        }
        #expect(again?.code == .revisionConflict)
        for group in ["canary", "all"] {
            let error = await #expect(throws: RouteDBError.self) {
                try await promote(third, to: group)
            }
            #expect(error?.code == .revisionConflict)
            #expect(error?.message.contains("rolled back in group 'canary' by bob") == true)
        }
        #expect(try await hub.resume(third))
        try await promote(third, to: "canary")
        #expect(try await step(canary, "one") == 3)
        await canary.shutDown()
    }

    @Test("a rollback of all leaves no group ahead")
    func rollbackOfAll() async throws {
        for group in ["canary", "region-eu"] { _ = try await hub.addGroup(group) }
        let third = try await publish("b")
        let fourth = try await publish("c")
        try await promote(fourth, to: "canary")
        try await promote(third, to: "all")
        let all = try #require(await hub.groups().last)
        try await hub.rollBack("all", #require(all.promotion), author: "ada")
        #expect(try await hub.groups().map(\.position.revision) == [2, 2, 2])
    }

    @Test("of several who promote at once, one does")
    func concurrent() async throws {
        _ = try await hub.addGroup("canary")
        let (old, new) = (try await hub.group(named: "canary").position, try await publish("b"))
        let address = test.address
        let codes = await withTaskGroup(of: RouteDBError.Code?.self) { group in
            for number in 0..<5 {
                group.addTask {
                    let client = HubClient(address)
                    do throws(RouteDBError) {
                        try await client.promote(
                            new, to: "canary", from: old, limits: WatchLimits(),
                            author: "\(number)")
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == .revisionConflict } == 4)
        #expect(try test.number("SELECT count(*) FROM routedb.promotion") == 1)
    }

    /// Ships hits that a revision has answered.
    private func ship(
        _ count: Int, _ outcome: HitOutcome, status: Int64? = nil, revision: Int64,
        clock: Timestamp? = nil
    ) async throws {
        let hits = (0..<count).map { index in
            var hit = Hit(time: clock ?? now, url: Array("/\(index)".utf8), outcome: outcome)
            hit.revision = revision
            hit.status = status
            return hit
        }
        try local.writer().append(HitBatch(hits))
        let shipper = HitShipper(local.path, to: test.address, node: "one")
        #expect(try await shipper.step().hits == Int64(count))
        await shipper.close()
    }

    @Test("a revision is halted when the hits of its group get worse, as soon as there are enough")
    func halts() async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        let canary = node("one", "canary")
        _ = try await step(canary, "one")
        try await ship(95, .matched, revision: 2)
        try await ship(5, .unmatched, revision: 2)
        var limits = WatchLimits()
        limits.leastHits = 100
        limits.unmatchedRise = 0.02
        try await promote(third, to: "canary", limits)
        try await ship(90, .matched, revision: 3)
        try await ship(9, .unmatched, revision: 3)
        #expect(try await hub.watch() == 0)
        let watched = try #require(await hub.groups().first?.promotion)
        #expect((watched.hitsBefore, watched.hitsAfter, watched.isWatched) == (100, 99, true))
        try await ship(1, .matched, revision: 3)
        #expect(try await hub.watch() == 1)
        let group = try #require(await hub.groups().first)
        #expect(group.halt == "in group 'canary', unmatched hits rose from 5% to 9%")
        #expect(try await hub.examine().map(\.area) == ["group"])
        let error = await #expect(throws: RouteDBError.self) {
            try await promote(third, to: "all")
        }
        #expect(error?.code == .revisionConflict)
        #expect(try await hub.resume(third))
        #expect(try await hub.watch() == 0)
        try await promote(third, to: "all")
        await canary.shutDown()
    }

    /// Hits that are worse than others, and what the hub calls them.
    struct Worse: Sendable, CustomTestStringConvertible {
        let name: String
        let outcome: HitOutcome
        let status: Int64?

        var testDescription: String { "\(name) \(outcome) \(status ?? 0)" }
    }

    @Test(
        "a rise of each kind of hits halts a revision, by its own limit and no other",
        arguments: [
            Worse(name: "unmatched", outcome: .unmatched, status: nil),
            Worse(name: "failed", outcome: .invalid, status: nil),
            Worse(name: "failed", outcome: .matched, status: 500),
            Worse(name: "failed", outcome: .matched, status: 503),
            Worse(name: "refused", outcome: .denied, status: nil),
            Worse(name: "refused", outcome: .challenged, status: nil),
        ])
    func haltsByKind(_ worse: Worse) async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        try await ship(98, .matched, status: 499, revision: 2)
        try await ship(2, worse.outcome, status: worse.status, revision: 2)
        var limits = WatchLimits()
        limits.leastHits = 100
        // The two others allow nothing.
        (limits.unmatchedRise, limits.failedRise, limits.refusedRise) = (0, 0, 0)
        switch worse.name {
        case "unmatched": limits.unmatchedRise = 0.05
        case "failed": limits.failedRise = 0.05
        default: limits.refusedRise = 0.05
        }
        try await promote(third, to: "all", limits)
        try await ship(93, .matched, status: 200, revision: 3)
        try await ship(7, worse.outcome, status: worse.status, revision: 3)
        #expect(try await hub.watch() == 0)
        try await ship(10, worse.outcome, status: worse.status, revision: 3)
        #expect(try await hub.watch() == 1)
        let group = try await hub.group(named: "all")
        #expect(
            group.halt == "in group 'all', \(worse.name) hits rose from 2% to 15.45%",
            "\(group.halt ?? "not halted")")
    }

    @Test(
        "hits are watched by the hub's clock, however wrong the clocks of nodes are, or its own",
        arguments: [-500, -3, 3, 500])
    func wrongClocks(_ days: Int64) async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        let clock = now + .seconds(days * 86_400)
        // To the nodes, it is the hub whose clock is wrong.
        _ = try await hub.report(
            node: "one", groups: ["canary"], instance: "1", at: source.position(), error: nil,
            clock: clock)
        try await ship(100, .matched, revision: 2, clock: clock)
        var limits = WatchLimits()
        limits.leastHits = 100
        try await promote(third, to: "canary", limits)
        try await ship(100, .unmatched, revision: 3, clock: clock)
        let watched = try #require(await hub.group(named: "canary").promotion)
        #expect((watched.hitsBefore, watched.hitsAfter) == (100, 100))
        #expect(try await hub.watch() == 1)
    }

    @Test("a promotion in the future, by a clock of the hub that was ahead, is said to be one")
    func futurePromotion() async throws {
        _ = try await hub.addGroup("canary")
        try await promote(publish("b"), to: "canary")
        #expect(try await hub.examine().isEmpty)
        try test.run("UPDATE routedb.promotion SET promoted_at = now() + interval '1 day'")
        let findings = try await hub.examine()
        #expect(findings.map(\.area) == ["clock"])
        #expect(findings.first?.message.hasPrefix("1 promotions are in the future") == true)
    }

    @Test("hits that do not rise halt nothing, nor do those of other nodes")
    func doesNotHalt() async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        _ = try await hub.report(
            node: "one", instance: "1", at: source.position(), error: nil, clock: now)
        try await ship(200, .matched, revision: 2)
        var limits = WatchLimits()
        limits.leastHits = 10
        try await promote(third, to: "canary", limits)
        try await ship(200, .unmatched, revision: 3)
        // The node 'one' is in no group but that of all.
        #expect(try await hub.watch() == 0)
        _ = try await hub.report(
            node: "one", groups: ["canary"], instance: "1", at: source.position(), error: nil,
            clock: now)
        // The hub may have looked when the node reported.
        _ = try await hub.watch()
        #expect(try await hub.group(named: "canary").halt?.contains("unmatched hits rose") == true)
    }

    @Test("a node that refuses a revision halts it when it says so")
    func refusal() async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        try await promote(third, to: "canary")
        try test.run("UPDATE routedb.promotion SET watched_at = now() - interval '1 minute'")
        _ = try await hub.report(
            node: "one", groups: ["canary"], instance: "1",
            at: FeedPosition(revision: 2, digest: "x"), error: "Revision 3 was refused: x.",
            clock: now)
        #expect(
            try await hub.groups().first?.halt
                == "in group 'canary', node 'one' refuses it: Revision 3 was refused: x.")
    }

    @Test("a promoter may promote and not publish; nodes and editors may not promote")
    func rights() async throws {
        _ = try await hub.addGroup("canary")
        let third = try await publish("b")
        let user = try test.user()
        let client = HubClient(user.address)
        for role in [HubRole.node, .editor] {
            try await hub.grant(role, to: user.name)
            let connection = try HubConnection(user.address)
            for sql in [
                "SELECT routedb.promote('canary', 3, '', 2, '', 'x', 1, 1, 1, 1, 1)",
                "SELECT routedb.open_group('x')", "SELECT routedb.close_group('canary')",
                "SELECT routedb.roll_back('canary', 1, '', '')",
                "SELECT routedb.halt_revision(3, '', '', '')",
                "SELECT routedb.resume_revision(3, '')",
                "UPDATE routedb.node_group SET revision = 3", "DELETE FROM routedb.halt",
                "UPDATE routedb.promotion SET is_watched = false",
            ] {
                let failure = #expect(throws: HubFailure.self) { try connection.run(sql) }
                #expect(failure?.code == "42501", "\(role) \(sql)")
            }
        }
        try test.run("REVOKE ALL ON ALL TABLES IN SCHEMA routedb FROM \(user.name)")
        try await hub.grant(.promoter, to: user.name)
        try await client.promote(
            third, to: "canary", from: client.group(named: "canary").position,
            limits: WatchLimits(),
            author: "ada")
        let error = await #expect(throws: RouteDBError.self) {
            _ = try await client.publish(source.path, isReplacing: false)
        }
        #expect(error?.code == .permissionDenied)
        await client.close()
    }

    @Test("another history at the hub reaches groups only when it is promoted")
    func replaced() async throws {
        _ = try await hub.addGroup("canary")
        let other = try RegistryStore.open(
            path: local.directory.path("other.db"), mode: .creating(.test("init")))
        for name in ["x", "y", "z"] {
            try other.write(.test()) { try $0.add(RouteDraft(pattern: "/\(name)", target: name)) }
        }
        let canary = node("one", "canary")
        #expect(try await step(canary, "one") == 2)
        _ = try await hub.publish(other.path, isReplacing: true)
        let event = try await canary.step()
        #expect(event.error?.code == .sourceUnavailable)
        #expect(try await hub.examine().map(\.area).contains("group"))
        try await promote(other.position(), to: "all")
        #expect(try await step(canary, "one") == 4)
        await canary.shutDown()
    }

    @Test("names that a group cannot have are refused", arguments: ["", "a b", "ä", "x;", "a'"])
    func names(_ name: String) async throws {
        let error = await #expect(throws: RouteDBError.self) { try await hub.addGroup(name) }
        #expect(error?.code == .invalidValue)
    }
}
#endif
