import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import RouteDBTraffic
import Testing

/// The sessions of a history.
extension FaultSession {
    static let histories = [
        writing(.full), writing(.normal), recording, importing,
    ]

    /// Hits are written, sealed, pruned and rolled up.
    static func writing(_ durability: HitsDurability) -> FaultSession {
        FaultSession(
            name: "write hits, \(durability)",
            steps: [
                write("create", durability) { _ in },
                write("append", durability) { try append(100, seed: 1, to: $0) },
                write("seal", durability) { try $0.seal() },
                write("append more", durability) { try append(100, seed: 2, to: $0) },
                write("checkpoint", durability) { try $0.checkpoint() },
                // Of several segments, those deleted before a failure stay deleted.
                write("prune one segment", durability) { writer in
                    _ = try writer.prune(HitRetention(maximumHits: 100), time: 9)
                },
                write("free space", durability) { try $0.returnFreeSpace() },
                // The first hits of a later day make sums of the days before.
                write("roll up days", durability) { try append(30, seed: 3, days: 2, to: $0) },
            ],
            state: stateOfHistory,
            // As documented, the hits since the last checkpoint may be lost with the power.
            mayLoseLastStep: durability == .normal)
    }

    /// A recorder writes what it was given, as a server does.
    static let recording = FaultSession(
        name: "record",
        steps: [
            write("create", .full) { _ in },
            record("record", 0..<80),
            record("record more", 80..<120),
        ], state: stateOfHistory, first: 1)

    /// Logs are imported, and one of the imports is forgotten.
    static let importing = FaultSession(
        name: "import",
        steps: [
            write("create", .full) { _ in },
            importLog("import", lines: 0..<120),
            write("seal", .full) { try $0.seal() },
            importLog("import another", lines: 120..<160),
            write("forget", .full) { _ = try $0.forget([1], time: 9) },
        ], state: stateOfHistory, first: 1,
        // Lines that are imported are not imported again; what is forgotten stays forgotten.
        gradualSteps: ["import", "import another", "forget"], mayLoseLastStep: true)

    /// A step of one process, which opens the history for writing.
    private static func write(
        _ name: String, _ durability: HitsDurability,
        _ body: @escaping @Sendable (HitsWriter) throws -> Void
    ) -> FaultStep {
        FaultStep(name) { folder in
            try body(
                HitsWriter(
                    path: "\(folder)/routes.hits.db", stream: [UInt8](repeating: 1, count: 16),
                    durability: durability, time: 0, busyTimeout: .zero))
        }
    }

    private static func append(
        _ count: Int, seed: UInt64, days: Int64 = 0, to writer: HitsWriter
    ) throws {
        var generator = HitGenerator(seed: seed)
        let start: Timestamp = 1_700_000_000_000_000 + .seconds(days * 86_400)
        try writer.append(HitBatch((0..<count).map { _ in generator.hit(near: start) }))
    }

    /// A step in which a recorder is given hits, and asked to write them.
    private static func record(_ name: String, _ users: Range<Int>) -> FaultStep {
        FaultStep(name) { folder in
            var options = HitRecorder.Options()
            options.longestDelay = .seconds(3_600)
            options.busyTimeout = .zero
            options.durability = .full
            options.now = { RegistryOptions.testTime }
            let recorder = HitRecorder(history: "\(folder)/routes.hits.db", options: options)
            // The recorder opens its file in the background; so it is open, or could not be.
            try? await recorder.flush()
            let table = RoutingTable(.of(["/user/{id:int}"]))
            for user in users { recorder.record(table.resolve("/user/\(user)")) }
            try? await recorder.flush()
            await recorder.shutdown()
            let health = await recorder.health
            if health.lost > 0, let error = health.error { throw error }
        }
    }

    /// A step in which a log is imported that lies beside the history.
    private static func importLog(_ name: String, lines: Range<Int>) -> FaultStep {
        FaultStep(name) { folder in
            let log = "\(folder)/\(lines.lowerBound).log"
            let text = lines.map { number in
                number % 20 == 7
                    ? "junk \(number)\n"
                    : "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/\(number) HTTP/1.1\""
                        + " 200 \(number) \"-\" \"curl/8\"\n"
            }
            try Data(text.joined().utf8).write(to: URL(fileURLWithPath: log))
            let importer = try await LogImporter.open(
                "\(folder)/routes.hits.db",
                options: LogImportOptions(
                    resolving: .table(RoutingTable(.of(["/user/{id:int}"])))),
                busyTimeout: .zero, now: { 5_000_000 })
            do {
                _ = try await importer.importFile(log)
            } catch {
                await importer.close()
                throw error
            }
            await importer.close()
        }
    }

    /// Everything that the folder's history has, after its verification.
    @Sendable private static func stateOfHistory(_ folder: String) async throws -> String {
        let path = "\(folder)/routes.hits.db"
        guard FileManager.default.fileExists(atPath: path) else { return "nothing" }
        do {
            return try content(of: path)
        } catch {
            // The very first write was cut off and undone: the file has no content.
            guard (error as? RouteDBError)?.code == .notAHistory else { throw error }
            return "nothing"
        }
    }

    private static func content(of path: String) throws -> String {
        let reader = try HitsReader(path: path)
        #expect(try reader.verify() == [])
        var lines: [String] = []
        try reader.scan(texts: .all) { segment in
            for hit in try segment.hits() { lines.append("\(hit)") }
        }
        var text = lines.sorted().joined(separator: "\n")
        let sums: [(String, StaticString)] = [
            ("pruned", "SELECT ifnull(sum(pruned), 0) FROM stream"),
            ("rolled up", "SELECT ifnull(sum(hits), 0) FROM rollup"),
            ("of whole days", "SELECT ifnull(sum(hits), 0) FROM rollup_day"),
            ("of all routes", "SELECT ifnull(sum(hits), 0) FROM rollup_total"),
        ]
        for (what, sql) in sums {
            text += "\n\(try reader.database.number(sql) ?? 0) \(what)"
        }
        for log in try reader.imports() {
            text += "\n\(log.total) lines imported"
            if log.isBeingForgotten { text += ", being forgotten" }
        }
        text += "\n\(try reader.rejects(of: nil, limit: 1_000).count) rejected"
        return text
    }
}
