import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A history whose plain columns somebody edited.
///
/// Each command succeeds or says what is wrong; one that traps ends the run of the tests.
@Suite("Hostile histories")
struct HostileHistoryTests {
    private static let commands = [
        ["hits", "info"], ["hits", "verify"], ["hits", "export"], ["hits", "rejects"],
        ["sql", "SELECT * FROM hits ORDER BY time"],
        ["sql", "SELECT sum(weight), sum(duration), max(sequence) FROM hits WHERE bucket > 0"],
        ["sql", "SELECT * FROM history.import, history.stream"],
        ["stats", "top"], ["stats", "top", "principals"], ["stats", "dead"],
        ["stats", "timeline"],
        ["stats", "timeline", "--bucket", "1d", "--tz", "+14:00", "--since", "2023-11-01"],
        ["stats", "latency", "--by", "bucket"], ["stats", "latency", "--by", "route"],
        ["stats", "unmatched"], ["stats", "denied"], ["stats", "params", "member"],
        ["stats", "top", "--since", "2023-11-14", "--compare", "previous"],
        ["replay", "--base", "@1"], ["list", "--json"],
        ["hits", "prune", "--older-than", "2023-11-14T22:30:00Z", "--dry-run"],
        ["hits", "prune", "--older-than", "2023-11-14T22:30:00Z", "--yes"],
        ["hits", "prune", "--max-rows", "300", "--yes"],
        ["hits", "prune", "--max-bytes", "60000", "--yes"],
        ["hits", "info", "--json"],
    ]

    @Test("no number in a history traps, whoever wrote it")
    func numbers() async throws {
        let fixture = try await HostileFixture()
        try await run(Self.commands, on: try fixture.copy())
        var edited = 0
        for edit in try HostileEdit.some(of: fixture.historyPath, seed: 13, perRound: 1) {
            let tool = try fixture.copy()
            guard edit.apply(to: HitHistory.path(besideRegistry: tool.path)) else { continue }
            edited += 1
            try await run(Self.commands, on: tool, edit)
        }
        #expect(edited > 0, "no edit could be made")
    }

    /// Runs commands, then records and imports: whatever comes of it, it comes to an end.
    private func run(
        _ commands: [[String]], on tool: Tool, _ edit: HostileEdit? = nil
    ) async throws {
        for command in commands { await expectAnswer(of: command, tool, edit) }
        for log in ["access.log", "longer.log", "odd.log"] {
            let command = ["hits", "import", tool.directory.path(log), "--final"]
            await expectAnswer(of: command, tool, edit)
        }
        record(in: HitHistory.path(besideRegistry: tool.path), isSound: edit == nil)
        await expectAnswer(of: ["hits", "verify"], tool, edit)
    }

    private func expectAnswer(
        of command: [String], _ tool: Tool, _ edit: HostileEdit?
    ) async {
        let run = await tool.run(command + ["--db", tool.path])
        let allowed: Set<Int32> = edit == nil ? [0, 1, 3] : [0, 1, 2, 3]
        #expect(
            allowed.contains(run.status),
            "\(command) of \(edit.map { "\($0)" } ?? "a sound file"): \(run.diagnostics)")
    }

    /// Records as a server does, of a stream that is known and of a new one.
    private func record(in path: String, isSound: Bool) {
        var hits = HitGenerator(seed: 6)
        for stream in [UInt8(1), 2, 9] {
            for count in [3, 1_100] {
                let numbers = try? HitsWriter(
                    path: path, stream: [UInt8](repeating: stream, count: 16), time: Tool.time
                ).append(
                    HitBatch(hits.hits(count)),
                    losses: [HitLoss(time: Tool.time, hits: 1)])
                if isSound { #expect(numbers?.count == count) }
            }
        }
    }
}
