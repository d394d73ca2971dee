import ArgumentParser
import RouteDB
import RouteDBRouting

/// Resolving with access rules, beside the same without any.
struct AccessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Deciding access by ten and by 100,000 rules.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("access")
        try workloads.forEachWorkload(["1k"]) { workload in
            try measure(workload, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    private func measure(_ workload: Workload, into report: inout Report) throws {
        let rules = AccessRules(workload.snapshot)
        let open = workload.table
        let few = RoutingTable(rules.snapshot(rules.few))
        let manySnapshot = rules.snapshot(rules.many)
        let many = RoutingTable(manySnapshot)
        let network = RoutingTable(rules.snapshot(rules.few + [rules.network]))
        let requests = rules.requests(workload.urls.map(\.text))
        let outcomes = [few, many].map { table in requests.map { table.resolve($0).outcome } }
        guard outcomes[0] == outcomes[1], outcomes[0].contains(.denied) else {
            throw BenchmarkFailure(message: "rules for others change what is decided")
        }
        let medians = Rounds(count: options.rounds).medians([
            { Self.targets(requests, open) }, { Self.targets(requests, few) },
            { Self.targets(requests, many) }, { Self.targets(requests, network) },
            { RoutingTable(workload.snapshot).namespaces.count },
            { RoutingTable(manySnapshot).namespaces.count },
        ])
        let count = Double(requests.count)
        let name = workload.name
        let decisions = [medians[1] - medians[0], medians[2] - medians[0]]
        report.add(name, "resolve, no rules, ns/URL", medians[0] / count)
        report.add(name, "resolve, 10 rules, ns/URL", medians[1] / count)
        report.add(name, "resolve, 100,000 rules, ns/URL", medians[2] / count)
        report.add(name, "ratio of 10 rules to none, resolve", medians[1] / medians[0])
        report.add(name, "ratio of 100,000 rules to none, resolve", medians[2] / medians[0])
        report.add(
            name, "ratio of 100,000 rules to 10, decision alone", decisions[1] / decisions[0])
        report.add(name, "one network condition more, ns/URL", (medians[3] - medians[1]) / count)
        report.add(name, "compile 100,000 rules, ms", (medians[5] - medians[4]) / 1_000_000)
    }

    /// Resolves all requests, and reads where each leads, as every caller does.
    private static func targets(_ requests: [ResolutionRequest], _ table: RoutingTable) -> Int {
        var sum = 0
        for request in requests { sum &+= table.resolve(request).target?.utf8.count ?? 0 }
        return sum
    }
}
