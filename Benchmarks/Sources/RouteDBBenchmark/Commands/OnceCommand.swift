import ArgumentParser

/// Looks up so many URLs of one table, without a clock: for instruction counters and profilers.
struct OnceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once", abstract: "Lookups without timing, for callgrind and perf.")

    @OptionGroup var workloads: WorkloadOptions

    @Option(name: .customLong("lookups"), help: "The number of lookups.")
    var count: Int

    @Flag(help: "Make every captured value a String.")
    var strings = false

    func run() throws {
        try workloads.forEachWorkload(["1k"]) { workload in
            let engine = RouteDBEngine(workload)
            if strings {
                for _ in 0..<max(1, count / workload.bytes.count) { Sink.add(engine.strings()) }
            } else {
                Sink.add(engine.ranges(count))
            }
        }
    }
}
