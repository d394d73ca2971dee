import ArgumentParser
import RouteDB
import RouteDBRouting

/// Looking for what is wrong in tables of several sizes.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Finding what overlaps and what is unreachable.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("lint")
        for name in workloads.names.isEmpty ? ["1k", "10k", "28k"] : workloads.names {
            guard let routes = try workloads.routes(name) else { continue }
            let snapshot = try Workload.snapshot(of: routes)
            measure(name, snapshot, into: &report)
        }
        // Every route meets every other one.
        let crowd = (0..<10_000).map { number -> Route in
            Route(
                id: RouteID(rawValue: Int64(number + 1)), namespace: NamespaceID(rawValue: 1),
                pattern: try? RoutePattern("/{first}-\(number)-{last}"), target: "screen")
        }
        let namespace = Namespace(id: NamespaceID(rawValue: 1), name: Namespace.defaultName)
        let snapshot = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: crowd)
        measure("crowd", snapshot, into: &report)
        try report.print(asJSON: options.json)
    }

    private func measure(_ name: String, _ snapshot: RegistrySnapshot, into report: inout Report) {
        let found = snapshot.lint(at: 0)
        let rounds = Rounds(count: min(options.rounds, 3))
        let medians = rounds.medians([{ snapshot.lint(at: 0).total }])
        report.add(name, "lint, s", medians[0] / 1_000_000_000)
        report.add(name, "findings", Double(found.total))
        report.add(name, "is bounded", found.isBounded ? 1 : 0)
    }
}
