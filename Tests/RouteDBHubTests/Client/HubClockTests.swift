#if Hub
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

/// Only differences of clocks matter: to a machine whose clock is right, the clock of the hub is wrong
/// by as much as to the hub that of the machine, the other way round.
@Suite(
    "Wrong clocks of a hub and its nodes",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubClockTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let now = SystemClock.now()
    private static let day = Duration.seconds(86_400)

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    private func ship(daysAhead days: [Int]) async throws {
        let hits = days.map { days in
            Hit(time: now + Self.day * days, url: Array("/\(days)".utf8), outcome: .unmatched)
        }
        try local.writer().append(HitBatch(hits))
        let shipper = HitShipper(local.path, to: test.address, node: "web")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    @Test("hits keep the times of their node; those of days far off have no day of their own")
    func days() async throws {
        try await ship(daysAhead: [0, 1, 2, -1, -399])
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 0)
        #expect(
            try test.number(
                "SELECT count(*) FROM pg_inherits WHERE inhparent = 'routedb.hit'::regclass") == 6)
        #expect(try await hub.examine().isEmpty)
        // Logs of long ago are no mistake.
        try await ship(daysAhead: [-402, -4_000])
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 2)
        #expect(try await hub.examine().isEmpty)
        try await ship(daysAhead: [4, 4_000])
        #expect(try test.number("SELECT count(*) FROM routedb.hit_other") == 4)
        #expect(
            try await hub.examine().map(\.message) == [
                "2 hits are more than two days ahead of the hub's clock: see which clock is wrong."
            ])
        let copy = try HistoryFixture()
        #expect(try await hub.fetchHits(into: copy.path, clock: now).hits == 9)
        #expect(
            try Set(copy.hits().map(\.time))
                == Set([0, 1, 2, -1, -399, -402, -4_000, 4, 4_000].map { now + Self.day * $0 }))
    }

    @Test(
        "commands that go by days refuse to, and others say so, if the hub's clock is another one",
        arguments: [(-86_400, "ahead of this machine's"), (7_260, "behind this machine's")])
    func hubClock(_ seconds: Int64, _ text: String) async throws {
        try await ship(daysAhead: [-40, -3])
        let tool = HubTool(folder: local.directory.path, clockAhead: .seconds(seconds))
        let address = test.address.text
        let folder = local.directory.path("archive")
        for command in [["prune", "--keep", "30d"], ["export", "--output", folder]] {
            let run = await tool.run(["hub"] + command + ["--hub", address])
            #expect(run.status == 2 && run.output.isEmpty, "\(command)")
            #expect(run.diagnostics.contains("The clock of the hub"), "\(run.diagnostics)")
            #expect(run.diagnostics.contains(text), "\(run.diagnostics)")
            #expect(run.diagnostics.contains("Set the clock that is wrong"), "\(run.diagnostics)")
        }
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 2)
        let doctor = await tool.run(["hub", "doctor", address])
        #expect(doctor.status == 1)
        #expect(doctor.output.hasPrefix("clock\tThe hub's clock is "), "\(doctor.output)")
        #expect(doctor.output.contains(text), "\(doctor.output)")
        let status = await tool.run(["hub", "status", address])
        #expect(status.output.contains("\nclock      "), "\(status.output)")
        #expect(status.output.contains(text), "\(status.output)")
    }

    @Test("clocks that are some minutes apart are said to be, and keep nothing from working")
    func slightly() async throws {
        try await ship(daysAhead: [-40])
        var tool = HubTool(folder: local.directory.path, clockAhead: .zero)
        let address = test.address.text
        let right = await tool.run(["hub", "status", address])
        #expect(!right.output.contains("clock"), "\(right.output)")
        #expect(await tool.run(["hub", "doctor", address]).status == 0)
        tool.clockAhead = .seconds(600)
        #expect(await tool.run(["hub", "doctor", address]).output.hasPrefix("clock\t"))
        #expect(await tool.run(["hub", "prune", "--keep", "30d", address]).status == 0)
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 0)
    }

    @Test("the doctor names a node whose clock is wrong, and the list of nodes says by how much")
    func nodeClock() async throws {
        for (name, offset) in [
            ("ahead", Self.day * 3), ("behind", Self.day * -500), ("right", .zero),
        ] {
            _ = try await hub.report(
                node: name, instance: name, at: .start, error: nil,
                clock: SystemClock.now() + offset)
        }
        let messages = try await hub.examine().map(\.message)
        #expect(messages.count == 2)
        for (message, name) in zip(messages, ["ahead", "behind"]) {
            #expect(message.hasPrefix("Node '\(name)' has a clock "), "\(message)")
        }
        #expect(messages.first?.hasSuffix("s ahead of the hub's.") == true)
        #expect(messages.last?.hasSuffix("s behind the hub's.") == true)
        let nodes = try await hub.nodes()
        #expect(abs(nodes[0].clockAhead - (Self.day * 3).wholeMicroseconds) < 60_000_000)
        #expect(abs(nodes[1].clockAhead + (Self.day * 500).wholeMicroseconds) < 60_000_000)
        let tool = HubTool(folder: local.directory.path)
        let list = await tool.run(["hub", "nodes", test.address.text, "--json"])
        #expect(list.output.contains(#""clockAheadUs":"#))
    }

    @Test("a hub whose clock was ahead and was set back says that it was")
    func setBack() async throws {
        try await ship(daysAhead: [0])
        #expect(try await hub.examine().isEmpty)
        try test.run("UPDATE routedb.stream SET shipped_at = now() + interval '1 year'")
        try test.run("UPDATE routedb.registry_head SET changed_at = now() + interval '1 year'")
        #expect(
            try await hub.examine().map(\.message) == [
                "2 times are in the future: the hub's clock was ahead, and has been set back."
            ])
    }
}
#endif
