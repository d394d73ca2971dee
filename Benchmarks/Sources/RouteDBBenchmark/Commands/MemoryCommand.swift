import ArgumentParser
import RouteDB
import RouteDBRouting

/// Heap bytes of parsed routes and of the table made from them.
struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory", abstract: "Heap bytes for each route.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        guard HeapSize.now != nil else {
            throw BenchmarkFailure(message: "memory: needs the C library of Linux")
        }
        var report = Report("memory")
        for name in workloads.names.isEmpty ? ["1k", "100k"] : workloads.names {
            guard let routes = try workloads.routes(name) else { continue }
            try measure(name, routes, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    private func measure(
        _ name: String, _ routes: [RouteSketch], into report: inout Report
    ) throws {
        let count = Double(routes.count)
        let empty = HeapSize.now ?? 0
        var snapshot: RegistrySnapshot? = try Workload.snapshot(of: routes)
        let parsed = HeapSize.now ?? 0
        guard let table = snapshot.map({ RoutingTable($0) }) else { return }
        let compiled = HeapSize.now ?? 0
        snapshot = nil
        let released = HeapSize.now ?? 0
        report.add(name, "parsed routes, bytes/route", Double(parsed - empty) / count)
        report.add(name, "table beside them, bytes/route", Double(compiled - parsed) / count)
        report.add(name, "table with all it keeps, bytes/route", Double(released - empty) / count)
        withExtendedLifetime(table) {}
    }
}
