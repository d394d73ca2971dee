import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

/// A history whose disk fails at every call of every step.
@Suite("Faults under a history")
struct HistoryFaultTests {
    /// Everything that the folder's history has, after its verification.
    private static func state(_ folder: String) async throws -> String {
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
        #expect(try reader.verify().isEmpty)
        var lines: [String] = []
        try reader.scan(texts: .all) { segment in
            for hit in try segment.hits() { lines.append("\(hit)") }
        }
        let pruned = try reader.database.number("SELECT sum(pruned) FROM stream") ?? 0
        return lines.sorted().joined(separator: "\n") + "\n\(pruned) pruned"
    }

    /// A step of one process, which opens the history for writing.
    private static func write(
        _ name: String, _ durability: HitsDurability,
        _ body: @escaping @Sendable (HitsWriter) throws -> Void
    ) -> FaultStep {
        FaultStep(name) { folder in
            try body(
                HitsWriter(
                    path: "\(folder)/routes.hits.db", stream: [UInt8](repeating: 1, count: 16),
                    durability: durability, timeMicroseconds: 0, busyTimeoutMilliseconds: 0))
        }
    }

    private static func append(_ count: Int, seed: UInt64, to writer: HitsWriter) throws {
        var generator = HitGenerator(seed: seed)
        try writer.append(HitBatch(generator.hits(count)))
    }

    @Test(
        "whatever fails while hits are written, sealed and pruned, each is there once",
        arguments: [HitsDurability.full, .normal])
    func writing(durability: HitsDurability) async throws {
        let session = FaultSession(
            steps: [
                Self.write("create", durability) { _ in },
                Self.write("append", durability) { try Self.append(100, seed: 1, to: $0) },
                Self.write("seal", durability) { try $0.seal() },
                Self.write("append more", durability) { try Self.append(100, seed: 2, to: $0) },
                Self.write("checkpoint", durability) { try $0.checkpoint() },
                // Of several segments, those deleted before a failure stay deleted.
                Self.write("prune one segment", durability) { writer in
                    _ = try writer.prune(HitRetention(maximumHits: 100), timeMicroseconds: 9)
                },
                Self.write("free space", durability) { try $0.returnFreeSpace() },
            ],
            state: Self.state,
            // As documented, the hits since the last checkpoint may be lost with the power.
            mayLoseLastStep: durability == .normal)
        #expect(try await session.tryAll() > 40)
    }
}
