import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import RouteDBTraffic

/// A process that edits a registry, records hits or imports a log, until it is killed.
struct CrashWriter: Codable, Sendable {
    enum Role: String, Codable, CaseIterable {
        case editor
        case recorder
        case importer
    }

    let folder: String
    let number: Int
    let role: Role
    /// Which call that changes something it does not come to; it may end before.
    let call: Int
    /// Whether half of the write that it is killed in reaches the file.
    let isInHalf: Bool

    /// How often an editor edits, and how often a recorder writes hits.
    static let works = 20
    /// How many hits a recorder writes at once.
    static let batchSize = 30
    /// How many lines the log of an importer has.
    static let lines = 1_500

    var registryPath: String { "\(folder)/routes.db" }
    var historyPath: String { "\(folder)/routes.hits.db" }
    var logPath: String { "\(folder)/\(number).log" }

    /// Works in this process, which does not come back.
    func run() async {
        let fault = PlannedFault(kind: .kill, call: call, lasts: isInHalf)
        _ = await fault.strike(folder) {
            do {
                try await work()
                try tell("done")
            } catch {
                try? tell("\(error)")
            }
        }
        kill(getpid(), SIGKILL)
    }

    private func work() async throws {
        switch role {
        case .editor:
            for work in 0..<Self.works {
                try await edit(work)
                try tell("\(work + 1)")
            }
        case .recorder:
            let writer = try HitsWriter(
                path: historyPath, stream: [UInt8](repeating: UInt8(number), count: 16),
                time: 0, busyTimeout: .seconds(60))
            for work in 0..<Self.works {
                try writer.append(HitBatch((0..<Self.batchSize).map { hit(work, $0) }))
                try tell("\(work + 1)")
                if work % 7 == 3 { try writer.seal() }
                if work % 7 == 5 { try writer.checkpoint() }
            }
        case .importer:
            try await importLog()
        }
    }

    /// Adds a route.
    func edit(_ work: Int) async throws {
        var options = RegistryOptions.testing(.writing)
        options.busyTimeout = .seconds(60)
        let registry = try await RouteRegistry.open(registryPath, options: options)
        let name = self.name(work)
        try await registry.edit(name) {
            try $0.add(RouteDraft(pattern: "/\(name)/{id:int}", target: "t", name: name))
        }
        await registry.close()
    }

    /// Imports the log of the writer.
    func importLog() async throws {
        let importer = try await LogImporter.open(
            historyPath,
            options: LogImportOptions(resolving: .table(RoutingTable(.of(["/user/{id:int}"])))),
            busyTimeout: .seconds(60), now: { 5_000_000 })
        _ = try await importer.importFile(logPath)
        await importer.close()
    }

    /// The name of the route that an edit adds.
    func name(_ work: Int) -> String { "w\(number)-\(work)" }

    /// A hit that a recorder writes.
    private func hit(_ work: Int, _ index: Int) -> Hit {
        Hit(
            time: Timestamp(microseconds: 1_700_000_000_000_000 + Int64(work) * 3_600_000_000),
            url: Array(url(work, index).utf8), outcome: .matched)
    }

    /// The URL of a hit that a recorder writes.
    func url(_ work: Int, _ index: Int) -> String { "/w\(number)/\(work)/\(index)" }

    /// The URL of a line of an importer's log.
    func url(line: Int) -> String { "/w\(number)/line/\(line)" }

    // MARK: What it tells

    private var tellingPath: String { "\(folder)/\(number).told" }
    private var donePath: String { "\(folder)/\(number).done" }

    /// Says how many works are done, or that all are, or why not.
    private func tell(_ text: String) throws {
        let path = Int(text) == nil ? donePath : tellingPath
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// How many works it has answered for.
    var told: Int {
        (try? String(contentsOfFile: tellingPath, encoding: .utf8)).flatMap { Int($0) } ?? 0
    }

    /// What it said at its end, if it came there.
    var end: String? { try? String(contentsOfFile: donePath, encoding: .utf8) }

    /// Whether it came to its end before it was killed.
    var isDone: Bool { end == "done" }
}
