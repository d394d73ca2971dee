import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Damaged registries and histories, by seed, that are recovered in a process of its own with limits.
///
/// SQLite is the oracle: each row that it still reads as it was must be in the new file.
@Suite("Recovering what is damaged")
struct RecoveryFuzzTests {
    @Test(
        "nothing that SQLite still reads is lost, and the new file is sound",
        arguments: [HostileInput.Kind.registry, .history])
    func recovered(kind: HostileInput.Kind) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("sound.db")
        if kind == .registry { try Self.makeRegistry(path) } else { try Self.makeHistory(path) }
        let count = FuzzBudget.tries(2_000, byDefault: 40)
        await #expect(processExitsWith: .success) {
            [path = path as String, isRegistry = (kind == .registry) as Bool, count = count as Int]
            in
            try RecoveryTrial.recoverAll(count, of: path, isRegistry: isRegistry)
        }
        let seed = try? String(contentsOfFile: path + ".seed", encoding: .utf8)
        #expect(seed == "done", "\(kind.rawValue): \(seed ?? "none")")
    }

    private static func makeRegistry(_ path: String) throws {
        let store = try RegistryStore.open(path: path, mode: .creating(.test("init")))
        try store.write(.test()) { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "app", schemes: ["app"], fallback: "default"))
            try editor.setConverter("size", rule: .allow(["s", "m"]), in: "app")
        }
        for batch in 0..<8 {
            try store.write(.test("batch \(batch)")) { editor in
                for number in 0..<30 {
                    try editor.add(
                        RouteDraft(
                            pattern: "/batch/\(batch)/\(number)/{id:int}", target: "t.\(number)",
                            name: "p-\(batch)-\(number)",
                            namespace: number % 2 == 0 ? "app" : "default",
                            defaults: ["k": .int(1)],
                            note: number == 7
                                ? String(repeating: "long ", count: 180) + "note" : nil))
                }
            }
        }
        try store.write(.test()) { editor in
            for number in 0..<20 {
                try editor.setEnabled(RouteReference("p-3-\(number)"), false)
                try editor.remove(RouteReference("p-5-\(number)"))
            }
        }
    }

    private static func makeHistory(_ path: String) throws {
        let writer = try HitsWriter(path: path, stream: [UInt8](repeating: 1, count: 16), time: 0)
        writer.summing.hitsPerRow = 1
        var hits = HitGenerator(seed: 1)
        for _ in 0..<6 {
            var batch = hits.hits(200)
            for index in batch.indices { batch[index].source = 0 }
            try writer.append(HitBatch(batch))
            try writer.seal()
        }
        var step = ImportStep(.new(newest: 0), name: "a.log", first: 11, time: 0)
        step.digests = (0..<50).map { UInt32($0) &* 77 }
        step.counts.skipped = 50
        _ = try writer.append(HitBatch(), step)
        try writer.append(
            HitBatch(
                hits.hits(30).map { hit in
                    var hit = hit
                    hit.source = 0
                    return hit
                }))
        try writer.checkpoint()
    }
}

/// One damaged file, what SQLite reads of it, and what is recovered.
enum RecoveryTrial {
    /// The rows of some tables, by their first column.
    private typealias Rows = [String: [String: [String]]]

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Recovers the files of as many seeds as given, and leaves the seed that it came to.
    static func recoverAll(_ count: Int, of path: String, isRegistry: Bool) throws {
        // Of the time of the processor, so that a busy machine makes no difference.
        var limit = rlimit()
        limit.rlim_cur = rlim_t(60 + count)
        limit.rlim_max = limit.rlim_cur
        // The call reads the structure before it returns.
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let sound = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let input = HostileInput(kind: isRegistry ? .registry : .history, sound: sound)
        let tables = isRegistry ? registryTables : historyTables
        let before = try rows(of: path, tables)
        let whole = try rows(of: path, tables, isWhole: true)
        let first = FuzzBudget.firstSeed
        for seed in first..<first + UInt64(count) {
            try "seed \(seed)".write(toFile: path + ".seed", atomically: true, encoding: .utf8)
            var random = SeededGenerator(seed: seed)
            var bytes = input.damaged(&random)
            if random.oneIn(3), !bytes.isEmpty {
                for _ in 0..<1 + random.below(8) {
                    bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
                }
            }
            do {
                try recover(
                    bytes, in: path, before: before, whole: whole, isRegistry: isRegistry)
            } catch {
                try "seed \(seed): \(error)".write(
                    toFile: path + ".seed", atomically: true, encoding: .utf8)
                throw error
            }
        }
        try "done".write(toFile: path + ".seed", atomically: true, encoding: .utf8)
    }

    private static func recover(
        _ bytes: [UInt8], in path: String, before: Rows, whole: Rows, isRegistry: Bool
    ) throws {
        let (damaged, new) = ("\(path).damaged", "\(path).new.db")
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: new + suffix)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        let tables = isRegistry ? registryTables : historyTables
        // A row of which any value is damaged may break a rule.
        let readable = try rows(of: damaged, tables, isWhole: true).map { table, rows in
            (table, rows.filter { whole[table]?[$0.key] == $0.value }.map(\.key))
        }
        let damagedRows = try rows(of: damaged, tables)
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: damaged + suffix)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        if let refusal = refusal(of: damaged, to: new, isRegistry: isRegistry) {
            let isEmpty =
                refusal.code == .databaseMissing || refusal.description.hasPrefix("Nothing of")
            let isLosing = readable.contains { !$0.1.isEmpty }
            guard isEmpty, !isLosing else { throw Failure(description: refusal.description) }
            return
        }
        guard try Data(contentsOf: URL(fileURLWithPath: damaged)) == Data(bytes) else {
            throw Failure(description: "the damaged file was written")
        }
        let after = try rows(of: new, tables)
        for (table, keys) in readable {
            for key in keys where after[table]?[key] != before[table]?[key] {
                // Of two rows that damage has made versions of one item in one revision, one is kept.
                if hasTwin(key, in: damagedRows[table] ?? [:], tables[table] ?? "") { continue }
                throw Failure(
                    description: "\(table) \(key) is lost; found \(after[table]?[key] ?? [])")
            }
        }
    }

    /// Returns whether another row of a table is a version of the same item in the same revision.
    private static func hasTwin(
        _ key: String, in rows: [String: [String]], _ columns: String
    ) -> Bool {
        let names = columns.split(separator: ", ").map(String.init)
        let identity = names.contains("id") ? ["id"] : ["namespace", "route", "name", "key"]
        let places = names.indices.filter { names[$0] == "made_by" || identity.contains(names[$0]) }
        guard let row = rows[key], names.contains("made_by") else { return false }
        return rows.contains { number, other in
            number != key && places.allSatisfy { other[$0] == row[$0] }
        }
    }

    /// Recovers a file; returns why not, if nothing can be.
    private static func refusal(
        of damaged: String, to new: String, isRegistry: Bool
    ) -> RouteDBError? {
        do throws(RouteDBError) {
            if isRegistry {
                _ = try RegistryRecovery.recover(damaged, to: new, commit: .test("recover"))
            } else {
                _ = try HistoryRecovery.recover(damaged, to: new, time: 0)
            }
            return nil
        } catch {
            return error
        }
    }

    /// The tables with the columns that a recovery never changes.
    private static let registryTables = [
        "route": "version_id, id, namespace, name, pattern, target, note, made_by",
        "default_value": "version_id, namespace, route, key, value, made_by",
        "namespace": "version_id, id, name, profile, access, made_by",
        "converter": "version_id, namespace, name, rule, argument, made_by",
        "revision": "number, created_at, author, message, source",
    ]
    private static let historyTables = [
        "segment":
            "id, hits, first_time, last_time, hex(columns), hex(texts), hex(urls), hex(parameters)",
        "tail": "sequence, time, route, hex(url), hex(principal), hex(user_agent)",
    ]

    /// The rows that SQLite reads from either end of each table, by their first column; rows that it
    /// reads in two versions are left out.
    private static func rows(
        of path: String, _ tables: [String: String], isWhole: Bool = false
    ) throws -> Rows {
        guard let file = try? HostileFile(path: path) else { return [:] }
        var found: Rows = [:]
        for (table, columns) in tables {
            var twice: Set<String> = []
            for order in ["", " DESC"] {
                let rows = try? file.rows(
                    "SELECT \(columns)\(isWhole ? ", *" : "") FROM \(table) NOT INDEXED ORDER BY rowid\(order)"
                )
                for row in rows ?? [] {
                    if let other = found[table]?[row[0]], other != row { twice.insert(row[0]) }
                    found[table, default: [:]][row[0]] = row
                }
            }
            for key in twice { found[table]?[key] = nil }
        }
        return found
    }
}
