import ArgumentParser
import Foundation

/// Which tables to measure, and from which numbers they come.
struct WorkloadOptions: ParsableArguments {
    @Option(help: "The seed of everything random.")
    var seed: UInt64 = 20_250

    @Option(help: "GitHub's routes: a file with tabs and a column `path`.")
    var github: String?

    @Option(
        name: .customLong("tables"), parsing: .upToNextOption,
        help: """
            Some of github203, github, 100, 1k, 10k, 28k, 100k, 1m; for compare also those of \
            PathTable.swift, for matcher those of HostileTable.swift.
            """)
    var names: [String] = []

    /// The routes of a table; `nil` if its file is not there.
    func routes(_ name: String) throws -> [RouteSketch]? {
        if name.hasPrefix("github") {
            guard
                let file = github ?? ProcessInfo.processInfo.environment[GitHubRoutes.variable]
            else {
                let hint = "\(name): skipped; give --github or \(GitHubRoutes.variable)\n"
                FileHandle.standardError.write(Data(hint.utf8))
                return nil
            }
            let routes = try GitHubRoutes.read(file)
            switch name {
            case "github203": return Array(routes.prefix(203))
            case "github8": return routes.filter { 1...8 ~= $0.segments.count }
            default: return routes
            }
        }
        let counts = [
            "100": 100, "1k": 1_000, "10k": 10_000, "28k": 28_000, "100k": 100_000, "1m": 1_000_000,
        ]
        if let routes = PathTable.routes(name, seed: seed) { return routes }
        if let routes = HostileTable.routes(name, seed: seed) { return routes }
        guard let count = counts[name] else {
            throw ValidationError("There is no table `\(name)`.")
        }
        var generator = DeepLinkGenerator(count: count, seed: seed)
        return generator.routes(count)
    }

    /// The chosen tables, or a command's usual ones, one at a time.
    ///
    /// A table whose name ends with `-zipf` is one whose URLs are skewed.
    func forEachWorkload(_ usual: [String], _ body: (Workload) throws -> Void) throws {
        for name in names.isEmpty ? usual : names {
            let isSkewed = name.hasSuffix("-zipf")
            guard let routes = try routes(name.replacing("-zipf", with: "")) else { continue }
            try body(Workload(name: name, routes: routes, seed: seed, isSkewed: isSkewed))
        }
    }
}
