import ArgumentParser
import Foundation
import RouteDB
import RouteDBRouting
import RouteDBTraffic

/// Replays a history of URLs of GitHub's REST interface against two states of its table.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Hits a second of a replay, by jobs.")

    @Argument(help: "A table of routes with a column `path`, separated by tabs.")
    var routes: String

    @Option(help: "How many hits.")
    var hits = 2_000_000

    @Option(help: "The numbers of jobs, with commas.")
    var jobs = "1,2"

    @Option(help: "How often each is measured; the best counts.")
    var rounds = 3

    func run() async throws {
        let patterns = try Self.patterns(of: routes)
        let path = FileManager.default.temporaryDirectory.appending(
            path: "routedb-replay-\(ProcessInfo.processInfo.processIdentifier).hits.db"
        ).path
        defer {
            // The calls read the paths only until they return.
            for suffix in ["", "-wal", "-shm", ".lock"] { unsafe unlink(path + suffix) }
            unsafe unlink(path.replacing(".hits.db", with: ".hits.lock"))
        }
        try write(patterns, to: path)
        let base = try Self.snapshot(of: patterns)
        var retargeted = base
        for index in stride(from: 0, to: base.routes.count, by: 20) {
            retargeted.routes[index].target += "2"
        }
        var renamed = base
        for index in base.routes.indices { renamed.routes[index].target += "2" }
        var shortened = base
        shortened.routes.removeLast()
        for (name, head) in [
            ("no route changed", base), ("each 20th target changed", retargeted),
            ("every target changed", renamed), ("a route removed", shortened),
        ] {
            for jobs in jobs.split(separator: ",").compactMap({ Int($0) }) {
                try await measure(name, base, head, path, jobs: jobs)
            }
        }
    }

    private func measure(
        _ name: String, _ base: RegistrySnapshot, _ head: RegistrySnapshot, _ path: String,
        jobs: Int
    ) async throws {
        var options = ReplayOptions()
        options.jobs = jobs
        options.isOneRegistry = true
        let replay = Replay(from: base, to: head, options: options)
        var best = Duration.seconds(3_600)
        var processor = Int.max
        var changed = 0.0
        for _ in 0..<rounds {
            let (start, before) = (ContinuousClock.now, Self.processorMicroseconds)
            let report = try await replay.run(.history(path))
            best = min(best, ContinuousClock.now - start)
            processor = min(processor, Self.processorMicroseconds - before)
            changed = report.changed.share(of: report.total)
        }
        let seconds = best / .seconds(1)
        let rate = Int(Double(hits) / seconds)
        print(
            "\(name), \(jobs) jobs: \(rate) hits/s, \(processor * 1_000 / hits) ns of processor"
                + " time a hit, \(Int(changed * 100))% changed")
    }

    /// What all threads of the process took.
    private static var processorMicroseconds: Int { Int(clock()) }

    private static func patterns(of file: String) throws -> [[Substring]] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard let header = lines.first,
            let column = header.split(separator: "\t", omittingEmptySubsequences: false)
                .firstIndex(of: "path")
        else { throw ValidationError("\(file) has no column 'path'.") }
        var seen: Set<Substring> = []
        return lines.dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > column, seen.insert(fields[column]).inserted else { return nil }
            return fields[column].split(separator: "/")
        }
    }

    private static func snapshot(of patterns: [[Substring]]) throws -> RegistrySnapshot {
        let namespace = NamespaceID(rawValue: 1)
        let routes = try patterns.enumerated().map { index, segments in
            Route(
                id: RouteID(rawValue: Int64(index + 1)), namespace: namespace,
                pattern: try RoutePattern(
                    "https://api.github.com/" + segments.joined(separator: "/")),
                target: "t\(index)")
        }
        return RegistrySnapshot(
            revision: 1,
            namespaces: [RouteNamespace(id: namespace, name: RouteNamespace.defaultName)],
            routes: routes)
    }

    /// Writes hits of random routes, a fifth of them of none, two thirds with a query.
    private func write(_ patterns: [[Substring]], to path: String) throws {
        let writer = try HitsWriter(
            path: path, stream: [UInt8](repeating: 7, count: 16), time: .epoch)
        var random = SystemRandomNumberGenerator()
        var batch = HitBatch()
        for number in 0..<hits {
            var url = "https://api.github.com"
            for segment in patterns[Int.random(in: 0..<patterns.count, using: &random)] {
                let value = String(random.next() % 100_000_000, radix: 36)
                url += segment.hasPrefix("{") ? "/\(value)" : "/\(segment)"
            }
            if number % 5 == 0 { url += "/none/of/them" }
            if number % 3 != 0 { url += "?page=\(random.next() % 100)&per_page=100" }
            batch.append(
                Hit(
                    time: Timestamp(microseconds: Int64(number)), url: Array(url.utf8),
                    outcome: .matched))
            guard batch.count == 16_384 || number == hits - 1 else { continue }
            try writer.append(batch)
            batch.removeAll()
        }
        try writer.seal()
        try writer.checkpoint()
    }
}
