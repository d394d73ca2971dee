import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("What user agents of hits tell in a replay")
struct VisitorReplayTests {
    private static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148"
        + " Safari/604.1"

    private static let log = [phone, phone, "curl/8.5.0", "-"].map {
        "203.0.113.7 - - [30/Jan/2026:08:00:00 +0000] \"GET /a HTTP/1.1\" 200 512 \"-\" \"\($0)\"\n"
    }.joined()

    /// A registry with a route that some visitors may not reach.
    private func snapshot(denying condition: String?) throws -> RegistrySnapshot {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id, pattern: try RoutePattern("/a"),
            target: "a")
        let rules = try condition.map { condition in
            AccessRule(
                id: RuleID(rawValue: 1), scope: .route(route.id), effect: .deny, subject: .anyone,
                conditions: [try AccessRule.Condition(condition)])
        }
        return RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: [route],
            accessRules: [rules].compactMap(\.self))
    }

    private func changed(_ condition: String, _ source: ReplaySource) async throws -> (
        Int64, [String]
    ) {
        let replay = Replay(
            from: try snapshot(denying: nil), to: try snapshot(denying: condition))
        let report = try await replay.run(source)
        return (report.changed.hits, report.lacks.map { "\($0.attribute) \($0.count.hits)" })
    }

    @Test(
        "a rule reads the platform of each line of a log, and what no user agent tells is lacking",
        arguments: [
            // A rule that denies applies to the line without a user agent too.
            ("context.platform = ios", 3, 1), ("context.device = bot", 2, 1),
            ("context.bot = curl", 2, 1), ("context.language = de", 4, 4),
        ] as [(String, Int64, Int64)])
    func log(condition: String, denied: Int64, lacking: Int64) async throws {
        let source = ReplaySource.log("log") { MemoryLogSource(Array(Self.log.utf8)) }
        let (hits, lacks) = try await changed(condition, source)
        #expect(hits == denied)
        #expect(lacks.count == 1 && lacks[0].hasSuffix(" \(lacking)"), "\(lacks)")
    }

    @Test("so it does of hits that were recorded before any rule read it")
    func history() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.hits.db")
        let table = RoutingTable(try snapshot(denying: nil))
        let recorder = HitRecorder(history: path)
        for agent in [Self.phone, "curl/8.5.0", nil] {
            recorder.record(table.resolve("/a"), userAgent: agent)
        }
        await recorder.shutdown()
        let (hits, _) = try await changed("context.platform = ios", .history(path))
        // The hit without a user agent is denied too.
        #expect(hits == 2)
    }
}
