import ArgumentParser
import Dispatch
import Synchronization

/// What a second thread on the same table brings.
///
/// The wall clock says what it brings on this machine now, the processor time what the threads
/// cost each other, whoever else uses the machine.
struct ThreadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "threads", abstract: "Two threads on one table against one.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    @Option(help: "How often a thread goes through all URLs in a round.")
    var passes = 20

    func run() throws {
        var report = Report("threads")
        try workloads.forEachWorkload(["1k"]) { workload in
            let engine = RouteDBEngine(workload)
            var cost = [1: [Double](), 2: []]
            let work = [1, 2].map { threads in
                {
                    let time = processorTime(engine, threads: threads)
                    cost[threads, default: []].append(time / Double(threads))
                    return 0
                }
            }
            let wall = Rounds(count: options.rounds, clock: .wall).medians(work)
            let lookups = Double(workload.bytes.count * passes)
            report.add(workload.name, "one thread, ns/URL", wall[0] / lookups)
            report.add(workload.name, "two threads, ns/URL", wall[1] / lookups / 2)
            report.add(workload.name, "throughput ratio", 2 * wall[0] / wall[1])
            let one = Rounds.median(cost[1, default: []])
            let two = Rounds.median(cost[2, default: []])
            report.add(workload.name, "ratio by processor time", 2 * one / two)
        }
        try report.print(asJSON: options.json)
    }

    /// Runs threads at the same time and adds up the processor time of each.
    private func processorTime(_ engine: RouteDBEngine, threads: Int) -> Double {
        let total = Atomic<UInt64>(0)
        let passes = passes
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            let start = Clock.thread.now
            for _ in 0..<passes { Sink.add(engine.ranges()) }
            total.wrappingAdd(Clock.thread.now - start, ordering: .relaxed)
        }
        return Double(total.load(ordering: .relaxed))
    }
}
