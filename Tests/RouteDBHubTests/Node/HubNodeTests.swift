#if Hub
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

#if ServiceLifecycle
import ServiceLifecycle
import ServiceLifecycleTestKit
#endif

@Suite(
    "Nodes of a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubNodeTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
        let source = try RegistryStore.open(
            path: local.directory.path("source.db"), mode: .creating(.test("init")))
        _ = try await hub.publish(source.path, isReplacing: false)
        try local.writer().append(
            HitBatch([
                Hit(time: SystemClock.now(), url: [0x2F], outcome: .unmatched)
            ]))
    }

    private func node() throws -> HubNode {
        var node = try HubNode(
            test.address.text, registry: local.directory.path("routes.db"), name: "web")
        node.groups = ["canary"]
        return node
    }

    @Test("a node follows, ships and tells its groups until its task is cancelled")
    func cancelled() async throws {
        let node = try node()
        let (events, event) = AsyncStream<HubNode.Event>.makeStream()
        let task = Task { try await node.run { event.yield($0) } }
        var (revision, hits): (Int64, Int64) = (0, 0)
        for await event in events {
            switch event {
            case .followed(let found): revision = found
            case .shipped(let count, _): hits += count
            default: Issue.record("\(event)")
            }
            if revision == 1, hits == 1 { break }
        }
        task.cancel()
        try await task.value
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 1)
    }

    @Test("a node with a group that cannot be one does not start")
    func invalidGroup() async throws {
        var made = try node()
        made.groups = ["not a name"]
        let node = made
        let error = await #expect(throws: RouteDBError.self) { try await node.run { _ in } }
        #expect(error?.code == .invalidValue)
    }

    #if ServiceLifecycle
    @Test("as a service, a node ends with a graceful shutdown, and has shipped what there was")
    func service() async throws {
        let node = try node()
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await node.run { event in
                        if case .shipped = event { trigger.triggerGracefulShutdown() }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 1)
        let service: any Service = node
        #expect(service is HubNode)
    }
    #endif
}
#endif
