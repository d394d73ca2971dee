import Foundation
import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBPages
import RouteDBTestSupport
import RouteDBTraffic
import Testing

/// What the library uses of memory over minutes: `make leaks MINUTES=5`, for which nothing else may
/// run in the process.
@Suite("Memory over minutes")
struct LeakTests {
    @Test(
        "opening, editing, reading, recording and closing leave nothing behind",
        .enabled(if: LeakLoop.isAsked))
    func flat() async throws {
        // The same seeds again and again, so that the same is in use after each pass.
        let growth = try await LeakLoop.growth {
            for seed in UInt64(1)...40 { try await Self.round(seed) }
        }
        #expect(growth < LeakLoop.tolerance)
    }

    private static func round(_ seed: UInt64) async throws {
        var generator = SimulationGenerator(seed: seed)
        #expect(await Simulation.firstDifference(generator.steps()) == nil)
        try await read()
        try await examine()
    }

    /// Calls what simulations do not.
    private static func read() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/user/{id:int}", target: "user")
            try await registry.edit { editor in
                try editor.add(RouteDraft(pattern: "/a/{b}", target: "a", name: "a"))
            }
            let document = try RegistryDocument(parsing: try await registry.export())
            _ = try await registry.plan(document)
            _ = try await registry.diff(from: .number(1))
            _ = try await registry.blame(RouteID(rawValue: 1))
            _ = try registry.url(for: "a", values: ["b": "c"])
            _ = registry.resolve("/user/42")
            _ = registry.health
            let recorder = HitRecorder(history: directory.path("hits.db"))
            recorder.record(registry.resolve("/user/42"))
            await recorder.shutdown()
            let history = try await HitHistory.open(directory.path("hits.db"))
            for try await hit in history.hits() { _ = hit.urlText }
            _ = try await history.info()
            await history.close()
        }
    }
    /// Calls what looks into a registry and its hits: lint, replays, a report, and files of app links.
    private static func examine() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/user/{id:int}", target: "user")
            let base = try await registry.snapshot()
            try await registry.edit { editor in
                try editor.add(RouteDraft(pattern: "/user/{name}", target: "name", name: "name"))
                try editor.addApp(Self.app, in: RouteNamespace.defaultName)
            }
            let head = try await registry.snapshot()
            let path = directory.path("hits.db")
            let recorder = HitRecorder(history: path)
            for url in ["/user/42", "/user/ada", "/nothing"] {
                recorder.record(registry.resolve(url))
            }
            await recorder.shutdown()
            _ = head.lint(at: 0)
            _ = registry.table.explain(ResolutionRequest("/usr/42"))
            let replay = try await Replay(from: base, to: head).run(.history(path))
            #expect(replay.changed.hits == 1)
            try await report(on: head, of: registry, path)
            try links(head)
        }
    }

    private static let app = LinkedApp(.ios, "ABCDE12345.com.example.app")

    private static func report(
        on snapshot: RegistrySnapshot, of registry: RouteRegistry, _ path: String
    ) async throws {
        let history = try await HitHistory.open(path)
        let report = try await TrafficReport(
            TrafficReport.Request(AnalysisQuery(in: snapshot), title: "routes.db"), of: registry,
            history)
        #expect(!ReportPage(report, command: "routedb report").html.isEmpty)
        await history.close()
    }

    private static func links(_ snapshot: RegistrySnapshot) throws {
        let (space, host) = (RouteNamespace.defaultName, "example.com")
        let made = try AppLinkGenerator(snapshot, namespace: space, host: host)
            .appleAssociation(of: [app])
        let file = AppLinkFile(Array(made.description.utf8), platform: .ios)
        let link = "https://example.com/user/42"
        #expect(try file.explain(link).apps.count == 1)
        let proof = try snapshot.appLinkProof(
            of: file, app: app.identifier, namespace: space, host: host)
        #expect(!proof.routes.isEmpty)
        #expect(!AppLinkImport(file, target: "user").routes.isEmpty)
        var replay = try AppLinkReplay(
            from: file, to: AppLinkFile(Array("{}".utf8), platform: .ios),
            routes: snapshot)
        replay.add(link.utf8, hits: 1)
        #expect(replay.changed == 1)
    }
}
