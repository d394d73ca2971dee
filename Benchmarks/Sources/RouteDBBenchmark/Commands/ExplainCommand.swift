import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBRouting

/// Explaining answers, beside giving them.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explaining answers, beside giving them.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("explain")
        try workloads.forEachWorkload(["github", "10k"]) { workload in
            measure(workload, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    private func measure(_ workload: Workload, into report: inout Report) {
        let table = workload.table
        let explainer = Explainer(table)
        let requests = workload.urls.map { ResolutionRequest($0.text) }
        let missed = requests.filter { table.resolve($0).outcome == .unmatched }
        let matched = requests.filter { table.resolve($0).outcome == .matched }
        let medians = Rounds(count: options.rounds).medians([
            { Self.resolve(requests, table) }, { Self.resolve(matched, table) },
            { Self.resolve(missed, table) }, { Self.answers(requests, table) },
            { Self.explain(requests, explainer) }, { Self.explain(matched, explainer) },
            { Self.explain(missed, explainer) }, { Self.explainAll(requests, explainer) },
            { Explainer(table).namespaceCount },
        ])
        let counts = [requests, matched, missed].map { Double(max(1, $0.count)) }
        let name = workload.name
        report.add(name, "resolve, ns/URL", medians[0] / counts[0])
        report.add(name, "explain, ns/URL", medians[4] / counts[0])
        report.add(name, "ratio of explaining to resolving", medians[4] / medians[0])
        report.add(name, "ratio where a route matches", medians[5] / medians[1])
        report.add(name, "ratio where none does", medians[6] / medians[2])
        report.add(name, "resolve and read all values, ns/URL", medians[3] / counts[0])
        report.add(name, "explain and read all that is told, ns/URL", medians[7] / counts[0])
        report.add(name, "ratio of reading all to reading all", medians[7] / medians[3])
        report.add(name, "prepare, ms", medians[8] / 1_000_000)
    }

    private static func resolve(_ requests: [ResolutionRequest], _ table: RoutingTable) -> Int {
        var sum = 0
        for request in requests { sum &+= table.resolve(request).target?.utf8.count ?? 0 }
        return sum
    }

    private static func answers(_ requests: [ResolutionRequest], _ table: RoutingTable) -> Int {
        var sum = 0
        for request in requests { sum &+= table.resolve(request).values.members.count }
        return sum
    }

    private static func explain(_ requests: [ResolutionRequest], _ explainer: Explainer) -> Int {
        var sum = 0
        for request in requests { sum &+= explainer.explain(request).candidates.count }
        return sum
    }

    /// Explains all requests, and reads all that is told.
    private static func explainAll(_ requests: [ResolutionRequest], _ explainer: Explainer) -> Int {
        var sum = 0
        for request in requests {
            let explanation = explainer.explain(request)
            sum &+= explanation.candidates.count &+ explanation.steps.count
            sum &+= explanation.values.count &+ explanation.rules.count
            sum &+= explanation.nearMisses.count
        }
        return sum
    }
}

extension Explainer {
    /// Something that cannot be had without making the explainer.
    fileprivate var namespaceCount: Int {
        explain(ResolutionRequest("/"), options: ExplainOptions(candidateLimit: 0)).namespaces.count
    }
}
