import ArgumentParser
import Foundation
import RouteDB
import Synchronization

/// What recording costs who resolves, and how many hits a second it keeps up with.
struct RecordingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recording", abstract: "Resolving with and without recording of hits.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    @Option(help: "The rate of the paced run, in hits a second.")
    var rate = 200_000

    @Option(help: "How long the paced run takes, in seconds.")
    var seconds = 5

    func run() throws {
        var report = Report("recording")
        try workloads.forEachWorkload(["1k"]) { workload in
            let directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("routedb-benchmark-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: directory) }
            let texts = workload.urls.map(\.text)
            measureCost(workload, texts, in: directory, into: &report)
            measureCalls(workload, texts, in: directory, into: &report)
            measurePaced(workload, texts, in: directory, into: &report)
            measureUnpaced(workload, texts, in: directory, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    // MARK: The caller

    /// The processor time of the thread that resolves; the writer's is not in it.
    private func measureCost(
        _ workload: Workload, _ texts: [String], in directory: URL, into report: inout Report
    ) {
        let recorder = Self.recorder("cost", in: directory)
        let table = workload.table
        let medians = Rounds(count: options.rounds).medians([
            { texts.reduce(0) { $0 &+ Int(table.resolve($1).revision) } },
            {
                for text in texts { recorder.record(table.resolve(text)) }
                Waiting.wait { try? await recorder.flush() }
                return 0
            },
        ])
        Waiting.wait { await recorder.shutdown() }
        let count = Double(texts.count)
        report.add(workload.name, "resolve, ns/URL", medians[0] / count)
        report.add(workload.name, "resolve and record, ns/URL", medians[1] / count)
        report.add(workload.name, "record, ns/hit", (medians[1] - medians[0]) / count)
    }

    /// Each call by itself, beside the clock that measures it.
    private func measureCalls(
        _ workload: Workload, _ texts: [String], in directory: URL, into report: inout Report
    ) {
        let recorder = Self.recorder("calls", in: directory)
        let resolutions = texts.map { workload.table.resolve($0) }
        var (calls, clock): ([Double], [Double]) = ([], [])
        for _ in 0..<options.rounds {
            for resolution in resolutions {
                let start = Clock.wall.now
                let middle = Clock.wall.now
                recorder.record(resolution)
                let end = Clock.wall.now
                clock.append(Double(middle - start))
                calls.append(Double(end - middle))
            }
            Waiting.wait { try? await recorder.flush() }
        }
        Waiting.wait { await recorder.shutdown() }
        calls.sort()
        report.add(workload.name, "the clock alone, median, ns", Rounds.median(clock))
        report.add(workload.name, "a call with the clock, median, ns", Rounds.median(calls))
        report.add(
            workload.name, "a call with the clock, p99, ns", calls[calls.count * 99 / 100])
    }

    // MARK: The writer

    /// Hits at a steady rate, a thousand times a second some.
    private func measurePaced(
        _ workload: Workload, _ texts: [String], in directory: URL, into report: inout Report
    ) {
        let recorder = Self.recorder("paced", in: directory)
        let start = Clock.wall.now
        var place = 0
        for tick in 1...max(1, seconds) * 1_000 {
            for _ in 0..<rate / 1_000 {
                recorder.record(workload.table.resolve(texts[place]))
                place = (place + 1) % texts.count
            }
            while Clock.wall.now < start + UInt64(tick) * 1_000_000 { usleep(50) }
        }
        let time = Double(Clock.wall.now - start) / 1e9
        let health = Self.end(recorder)
        report.add(workload.name, "paced, hits/s", Double(health.recorded) / time)
        report.add(workload.name, "paced, dropped", Double(health.dropped))
    }

    /// As many hits as the file takes, from a thread that waits for room.
    private func measureUnpaced(
        _ workload: Workload, _ texts: [String], in directory: URL, into report: inout Report
    ) {
        var options = HitRecorder.Options()
        options.overflow = .block(atMost: .seconds(60))
        let recorder = Self.recorder("unpaced", in: directory, options)
        let start = Clock.wall.now
        for _ in 0..<50 {
            for text in texts { recorder.record(workload.table.resolve(text)) }
        }
        let health = Self.end(recorder)
        let time = Double(Clock.wall.now - start) / 1e9
        report.add(workload.name, "unpaced, hits/s", Double(health.written) / time)
        report.add(workload.name, "unpaced, dropped", Double(health.dropped))
    }

    private static func recorder(
        _ name: String, in directory: URL, _ options: HitRecorder.Options = HitRecorder.Options()
    ) -> HitRecorder {
        let path = directory.appendingPathComponent("\(name).hits.db").path
        return HitRecorder(history: path, options: options)
    }

    private static func end(_ recorder: HitRecorder) -> HitRecorder.Health {
        let ended = Ended()
        Waiting.wait {
            await recorder.shutdown()
            let health = await recorder.health
            ended.health.withLock { $0 = health }
        }
        guard let health = ended.health.withLock({ $0 }) else { preconditionFailure("it ended") }
        return health
    }

    /// How a recorder ended.
    private final class Ended: Sendable {
        let health = Mutex<HitRecorder.Health?>(nil)
    }
}
