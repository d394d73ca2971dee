import ArgumentParser
import RouteDB
import RouteDBRouting

/// RouteDB beside the barest matcher, and beside Hummingbird's trie and httprouter where these are built.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Matching and compiling, beside the barest matcher.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    /// The barest matcher holds paths of one to eight segments: all but six of GitHub's.
    private static let usual = [
        "three", "github8", "paths100", "paths1k", "paths10k", "paths100k", "paths100k-zipf",
        "literals1k", "literals100k",
    ]

    func run() throws {
        #if arch(x86_64)
            var report = Report("compare")
            try workloads.forEachWorkload(Self.usual) { try measure($0, into: &report) }
            try report.print(asJSON: options.json)
        #else
            throw BenchmarkFailure(message: "The barest matcher is written for x86-64 only.")
        #endif
    }

    #if arch(x86_64)
        private func measure(_ workload: Workload, into report: inout Report) throws {
            let name = workload.name
            let paths = workload.routes.map { route in
                route.segments.map { $0.isLiteral ? $0.native : BareEngine.parameter }
            }
            guard paths.allSatisfy({ $0.count <= BareEngine.maximumSegments }) else {
                let limit = "paths of up to \(BareEngine.maximumSegments) segments"
                throw BenchmarkFailure(
                    message: "\(name): the barest matcher only holds \(limit). Take another table.")
            }
            let bare = BareEngine(paths)
            let engine = RouteDBEngine(workload)
            try check(bare, workload)
            var pieces: [(name: String, count: Int, run: () -> Int)] = [
                (
                    "barest matcher, ns/URL", workload.bytes.count,
                    { Self.run(bare, workload.bytes) }
                ),
                ("RouteDB, ns/URL", workload.bytes.count, { engine.ranges() }),
            ]
            #if PEERS
                if workload.routes.count <= HummingbirdEngine.singleTrieLimit {
                    let trie = HummingbirdEngine(workload, perOrigin: false)
                    pieces.append(("Hummingbird, paths alone, ns/URL", trie.count, { trie.run() }))
                }
            #endif
            let medians = Rounds(count: options.rounds).medians(pieces.map(\.run))
            for (piece, time) in zip(pieces, medians) {
                report.add(name, piece.name, time / Double(piece.count))
            }
            let hits = engine.hits().count { $0 }
            if let router = HTTPRouterEngine(workload, hits: hits),
                let time = try router.median(rounds: options.rounds)
            {
                report.add(name, "httprouter, paths alone, ns/URL", time)
            }
            report.add(name, "RouteDB ÷ barest", medians[1] / medians[0])
            try measureCompiling(workload, paths, into: &report)
        }

        private func measureCompiling(
            _ workload: Workload, _ paths: [[String]], into report: inout Report
        ) throws {
            let count = Double(workload.routes.count)
            guard count >= 1_000 else { return }
            let texts = workload.routes.map(\.pattern)
            let medians = Rounds(count: max(3, options.rounds / 3)).medians([
                { BareEngine(paths).root },
                { texts.count { (try? RoutePattern($0)) != nil } },
                { RoutingTable(workload.snapshot).namespaces.count },
            ])
            report.add(workload.name, "barest matcher, build, ns/route", medians[0] / count)
            report.add(workload.name, "RouteDB, parse, ns/route", medians[1] / count)
            report.add(workload.name, "RouteDB, compile, ns/route", medians[2] / count)
            report.add(
                workload.name, "parse and compile ÷ barest", (medians[1] + medians[2]) / medians[0])
        }

        /// Both must give the same answer to every URL.
        private func check(_ bare: BareEngine, _ workload: Workload) throws {
            let span = workload.bytes.bytes.span.bytes
            var match = RouteMatch()
            for index in 0..<workload.bytes.count {
                let range = workload.bytes.starts[index]..<workload.bytes.starts[index + 1]
                var own = -1
                if case .matched = workload.table.match(
                    utf8: span.extracting(range), into: &match)
                {
                    own = Int(workload.table.route(of: match).id.rawValue) - 1
                }
                let other = workload.bytes.bytes.withUnsafeBufferPointer { bytes in
                    var sum = 0
                    return bytes.baseAddress.map {
                        bare.find($0 + range.lowerBound, count: range.count, sum: &sum)
                    }
                }
                // The barest matcher gives up with -2 where no route of its tables can match.
                guard own == (other == -2 ? -1 : other) else {
                    let url = workload.urls[index].text
                    throw BenchmarkFailure(
                        message: "\(url): route \(own), by the barest matcher \(other ?? -3)")
                }
            }
        }

        /// Looks up all URLs.
        private static func run(_ bare: BareEngine, _ urls: URLBytes) -> Int {
            let starts = urls.starts.span
            return urls.bytes.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return 0 }
                var sum = 0
                for index in 0..<starts.count - 1 {
                    let start = starts[index]
                    sum &+= bare.find(base + start, count: starts[index + 1] - start, sum: &sum)
                }
                return sum
            }
        }
    #endif
}
