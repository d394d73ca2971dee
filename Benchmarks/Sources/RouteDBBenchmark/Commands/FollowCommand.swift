import ArgumentParser
import Foundation
import RouteDB

/// How soon an open registry sees another's commit, and what following costs while nothing happens.
struct FollowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Seeing another connection's commits, and waiting for them.")

    @OptionGroup var options: RunOptions

    @Option(help: "The number of commits.")
    var commits = 200

    @Option(help: "How long nothing happens, in seconds.")
    var seconds = 20

    func run() throws {
        let (commits, seconds, isJSON) = (commits, seconds, options.json)
        try Waiting.wait(forThrowing: {
            try await Self.measure(commits: commits, seconds: seconds, asJSON: isJSON)
        })
    }

    private static func measure(commits: Int, seconds: Int, asJSON isJSON: Bool) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("routedb-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("routes.db").path
        let writer = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .creating, refreshInterval: nil))
        let follower = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .reading))

        var (edits, delays): ([Double], [Double]) = ([], [])
        for number in 0..<commits {
            let start = Clock.wall.now
            let edit = try await writer.edit { editor in
                try editor.add(RouteDraft(pattern: "/\(number)/{id:int}", target: "page"))
            }
            let done = Clock.wall.now
            while follower.table.revision != edit.revision { usleep(20) }
            edits.append(Double(done - start) / 1e6)
            delays.append(Double(Clock.wall.now - done) / 1e6)
        }
        let before = Usage()
        try await Task.sleep(for: .seconds(seconds))
        let usage = Usage()

        var report = Report("follow")
        delays.sort()
        report.add("file", "a commit, median, ms", Rounds.median(edits))
        report.add("file", "until it is seen, median, ms", Rounds.median(delays))
        report.add("file", "until it is seen, p99, ms", delays[delays.count * 99 / 100])
        report.add(
            "file", "wake-ups a second when idle",
            Double(usage.switches - before.switches) / Double(seconds))
        report.add(
            "file", "processor time when idle, µs/s",
            Double(usage.microseconds - before.microseconds) / Double(seconds))
        try report.print(asJSON: isJSON)
        await follower.close()
        await writer.close()
    }

    /// What the process has used so far.
    private struct Usage {
        let switches: Int
        let microseconds: Int

        init() {
            var usage = rusage()
            #if canImport(Glibc)
                let process = RUSAGE_SELF.rawValue
            #else
                let process = RUSAGE_SELF
            #endif
            // The call fills the usage before it returns.
            _ = unsafe getrusage(process, &usage)
            switches = usage.ru_nvcsw
            microseconds =
                (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
                + Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
        }
    }
}
