import ArgumentParser
import RouteDB
import RouteDBRouting

/// Each profile beside the native one, on the same routes and URLs.
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Every profile beside the native one, on the same routes and URLs.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        var report = Report("profiles")
        for name in workloads.names.isEmpty ? ["100", "1k", "10k"] : workloads.names {
            guard let routes = try workloads.routes(name) else { continue }
            let common = ProfileTable.common(routes)
            for profile in NamespaceProfile.allCases where profile != .native {
                let tables = try ProfileTable(profile, routes: common)
                try measure(tables, name, into: &report)
            }
        }
        try report.print(asJSON: options.json)
    }

    private func measure(
        _ tables: ProfileTable, _ name: String, into report: inout Report
    ) throws {
        var generator = URLGenerator(seed: workloads.seed, queryLength: 24)
        // What all read alike: no fragment, which JLRoutes routes by, and for ARoute no query.
        let urls = generator.urls(20_000, for: tables.routes).map { url in
            var url = url
            url.rest = tables.profile == .aroute ? "" : url.query
            return url
        }
        let bytes = URLBytes(urls)
        let texts = urls.map(\.text)
        let native = RouteDBEngine(tables.native, bytes)
        let other = RouteDBEngine(tables.table, bytes)
        guard native.hits() == other.hits() else {
            throw BenchmarkFailure(message: "\(tables.profile) and native give other answers")
        }
        let medians = Rounds(count: options.rounds).medians([
            { native.ranges() }, { other.ranges() },
            { native.resolutions(texts) }, { other.resolutions(texts) },
        ])
        let count = Double(urls.count)
        let profile = tables.profile.rawValue
        report.add(name, "native beside \(profile), ns/URL", medians[0] / count)
        report.add(name, "\(profile), ns/URL", medians[1] / count)
        report.add(name, "ratio of \(profile) to native", medians[1] / medians[0])
        report.add(name, "ratio of \(profile) to native, resolve()", medians[3] / medians[2])
    }
}
