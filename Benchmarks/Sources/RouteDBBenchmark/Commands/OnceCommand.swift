import ArgumentParser
import RouteDBRouting

/// Looks up so many URLs of one table, without a clock: for instruction counters and profilers.
struct OnceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once", abstract: "Lookups without timing, for callgrind and perf.")

    @OptionGroup var workloads: WorkloadOptions

    @Option(name: .customLong("lookups"), help: "The number of lookups.")
    var count: Int

    @Flag(help: "What a lookup does.")
    var lookup = Lookup.ranges

    func run() throws {
        try workloads.forEachWorkload(["1k"]) { workload in
            let passes = max(1, count / workload.bytes.count)
            let run = try lookup.run(workload)
            for _ in 0..<passes { Sink.add(run()) }
        }
    }
}

/// What a lookup does.
enum Lookup: String, EnumerableFlag {
    case ranges, strings, resolve, read, principal, rules

    static func help(for value: Lookup) -> ArgumentHelp? {
        switch value {
        case .ranges: "Match, and find the ranges of what is captured."
        case .strings: "Match, and make every captured value a String."
        case .resolve: "Resolve, and read nothing."
        case .read: "Resolve, and read the target and a parameter."
        case .principal: "The same, for requests of a principal."
        case .rules: "The same, with ten access rules."
        }
    }

    /// Looks up each URL of a workload.
    fileprivate func run(_ workload: Workload) throws -> () -> Int {
        let engine = RouteDBEngine(workload)
        let table = workload.table
        let texts = workload.urls.map(\.text)
        switch self {
        case .ranges: return { engine.ranges() }
        case .strings: return { engine.strings() }
        case .resolve:
            return { texts.reduce(0) { $0 &+ (table.resolve($1).outcome == .matched ? 1 : 0) } }
        case .read:
            let names = ResolveCommand.names(texts, table)
            return { ResolveCommand.run(texts, names, table) }
        case .principal, .rules:
            let rules = AccessRules(workload.snapshot)
            let names = ResolveCommand.names(texts, table)
            let requests = rules.requests(texts)
            let asked = self == .rules ? RoutingTable(rules.snapshot(rules.few)) : table
            return { ResolveCommand.run(requests, names, asked) }
        }
    }
}
