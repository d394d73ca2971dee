import ArgumentParser

/// Parse and match with every captured value as a `String`.
struct StringsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strings", abstract: "Full URLs in, captured values as String out.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("strings")
        try workloads.forEachWorkload(["github203", "github", "100", "1k"]) { workload in
            let engine = RouteDBEngine(workload)
            let medians = Rounds(count: options.rounds).medians([
                { engine.ranges() }, { engine.strings() },
            ])
            let count = Double(workload.bytes.count)
            report.add(workload.name, "ranges, ns/URL", medians[0] / count)
            report.add(workload.name, "strings, ns/URL", medians[1] / count)
        }
        try report.print(asJSON: options.json)
    }
}
