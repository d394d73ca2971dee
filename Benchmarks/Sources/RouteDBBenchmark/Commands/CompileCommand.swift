import ArgumentParser
import RouteDB
import RouteDBRouting

/// From texts to patterns, from patterns to a table, and one changed route.
struct CompileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Parsing patterns, compiling and changing tables.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("compile")
        for name in workloads.names.isEmpty ? ["1k", "10k", "100k"] : workloads.names {
            guard let routes = try workloads.routes(name) else { continue }
            let texts = routes.map(\.pattern)
            let snapshot = try Workload.snapshot(of: routes)
            let table = RoutingTable(snapshot)
            let changes = changes(snapshot)
            let medians = Rounds(count: options.rounds).medians([
                { texts.reduce(0) { $0 &+ ((try? RoutePattern($1)) == nil ? 0 : 1) } },
                { RoutingTable(snapshot).namespaces.count },
                {
                    for route in changes {
                        let changed = table.changing(to: 2, removing: [], upserting: [route])
                        Sink.add(Int(changed.revision))
                    }
                    return 0
                },
            ])
            let count = Double(routes.count)
            report.add(name, "parse patterns, ns/route", medians[0] / count)
            report.add(name, "compile, ns/route", medians[1] / count)
            report.add(name, "change one route, µs", medians[2] / Double(changes.count) / 1_000)
        }
        try report.print(asJSON: options.json)
    }

    /// Routes from all over the table, each with another target.
    private func changes(_ snapshot: RegistrySnapshot) -> [Route] {
        let step = max(1, snapshot.routes.count / 50)
        return stride(from: 0, to: snapshot.routes.count, by: step).map { index in
            var route = snapshot.routes[index]
            route.target = "other"
            return route
        }
    }
}
