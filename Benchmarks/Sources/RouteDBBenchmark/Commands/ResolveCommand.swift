import ArgumentParser
import RouteDB
import RouteDBRouting

/// What a resolution costs beside the match in it, without rules and with ten.
struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolving, reading the target and one parameter, beside matching.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("resolve")
        try workloads.forEachWorkload(["github", "100", "1k", "10k", "100k"]) { workload in
            try measure(workload, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    private func measure(_ workload: Workload, into report: inout Report) throws {
        let engine = RouteDBEngine(workload)
        let texts = workload.urls.map(\.text)
        let names = Self.names(texts, workload.table)
        let rules = AccessRules(workload.snapshot)
        let ruled = RoutingTable(rules.snapshot(rules.few))
        let requests = rules.requests(texts)
        var pieces = [
            { engine.rangesOfStrings(texts) },
            { Self.run(texts, names, workload.table) },
            { Self.run(requests, names, workload.table) },
            { Self.run(requests, names, ruled) },
        ]
        // Writing the file of a larger one takes longer than all measurements.
        let temporary =
            workload.routes.count <= 10_000 ? try TemporaryRegistry(workload.routes) : nil
        defer { temporary?.remove() }
        if let registry = temporary?.registry {
            pieces.append { Self.run(texts, names, registry) }
            pieces.append {
                var reader = registry.makeReader()
                return Self.run(texts, names, &reader)
            }
        }
        let medians = Rounds(count: options.rounds).medians(pieces)
        let count = Double(texts.count)
        let name = workload.name
        report.add(name, "match, ns/URL", medians[0] / count)
        report.add(name, "resolve, target, one parameter, ns/URL", medians[1] / count)
        report.add(name, "ratio to match", medians[1] / medians[0])
        if temporary != nil {
            report.add(name, "by the registry, ns/URL", medians[4] / count)
            report.add(name, "ratio of the registry to match", medians[4] / medians[0])
            report.add(name, "by a reader, ns/URL", medians[5] / count)
            report.add(name, "ratio of a reader to match", medians[5] / medians[0])
        }
        report.add(name, "of a principal, ns/URL", medians[2] / count)
        report.add(name, "with ten rules, ns/URL", medians[3] / count)
        report.add(name, "ratio of ten rules to none", medians[3] / medians[2])
    }

    /// The name of the first parameter that each URL has.
    static func names(_ urls: [String], _ table: RoutingTable) -> [String?] {
        urls.map { table.resolve($0).parameters.members.first?.key }
    }

    static func run(_ urls: [String], _ names: [String?], _ table: RoutingTable) -> Int {
        var sum = 0
        for index in urls.indices {
            sum &+= read(table.resolve(urls[index]), names[index])
        }
        return sum
    }

    private static func run(
        _ urls: [String], _ names: [String?], _ registry: RouteRegistry
    ) -> Int {
        var sum = 0
        for index in urls.indices {
            sum &+= read(registry.resolve(urls[index]), names[index])
        }
        return sum
    }

    private static func run(
        _ urls: [String], _ names: [String?], _ reader: inout RouteReader
    ) -> Int {
        var sum = 0
        for index in urls.indices {
            sum &+= read(reader.resolve(urls[index]), names[index])
        }
        return sum
    }

    static func run(
        _ requests: [ResolutionRequest], _ names: [String?], _ table: RoutingTable
    ) -> Int {
        var sum = 0
        for index in requests.indices {
            sum &+= read(table.resolve(requests[index]), names[index])
        }
        return sum
    }

    /// Reads the target, and a parameter if there is one.
    @inline(__always)
    private static func read(_ resolution: Resolution, _ name: String?) -> Int {
        guard let target = resolution.target else { return 0 }
        guard let name, let value = resolution[name] else { return target.utf8.count }
        if case .int(let number) = value { return Int(number) }
        return target.utf8.count + 1
    }
}
