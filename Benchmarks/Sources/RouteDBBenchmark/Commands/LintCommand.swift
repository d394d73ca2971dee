import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBRouting

/// Looking for what is wrong in tables of several sizes.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Finding what overlaps and what is unreachable.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("lint")
        let usual = ["1k", "10k", "28k", "crowd", "methods"]
        for name in workloads.names.isEmpty ? usual : workloads.names {
            if name == "crowd" {
                measure(name, try Self.crowd(), into: &report)
            } else if name == "methods" {
                measure(name, try Self.methods(), into: &report)
            } else if let routes = try workloads.routes(name) {
                measure(name, try Workload.snapshot(of: routes), into: &report)
            }
        }
        try report.print(asJSON: options.json)
    }

    /// Routes of which every one meets every other one.
    private static func crowd() throws -> RegistrySnapshot {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        let routes = try (1...10_000).map { number in
            Route(
                id: RouteID(rawValue: Int64(number)), namespace: namespace.id,
                pattern: try RoutePattern("/{first}-\(number)-{last}"), target: "screen")
        }
        return RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
    }

    /// 28,000 routes of 250 namespaces, most with many methods at one place: `{name}:cancel`.
    private static func methods() throws -> RegistrySnapshot {
        var namespaces = [
            RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        ]
        var routes: [Route] = []
        for number in 2...251 {
            let namespace = RouteNamespace(
                id: NamespaceID(rawValue: Int64(number)), name: "service\(number)",
                hosts: ["service\(number).example.com"])
            namespaces.append(namespace)
            for index in 0..<112 {
                let verb = DeepLinkGenerator.nouns[index % 28]
                let place = DeepLinkGenerator.nouns[40 + index / 28]
                routes.append(
                    Route(
                        id: RouteID(rawValue: Int64(routes.count + 1)), namespace: namespace.id,
                        pattern: try RoutePattern("/v1/{parent}/\(place)/{name}:\(verb)"),
                        target: "call"))
            }
        }
        return RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes)
    }

    private func measure(_ name: String, _ snapshot: RegistrySnapshot, into report: inout Report) {
        let found = snapshot.lint(at: Timestamp(microseconds: 0))
        let rounds = Rounds(count: min(options.rounds, 3))
        let medians = rounds.medians([{ snapshot.lint(at: Timestamp(microseconds: 0)).total }])
        report.add(name, "lint, s", medians[0] / 1_000_000_000)
        report.add(name, "findings", Double(found.total))
        report.add(name, "is bounded", found.isBounded ? 1 : 0)
    }
}
