import ArgumentParser

/// Parse, match and capture ranges, beside Hummingbird's trie where that is built.
struct MatcherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matcher", abstract: "Full URLs in, capture ranges out.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    @Flag(help: "Leave Hummingbird's trie out.")
    var alone = false

    func run() throws {
        var report = Report("matcher")
        let usual = ["github203", "github", "100", "1k", "10k", "100k"]
        try workloads.forEachWorkload(usual) { workload in
            try measure(workload, into: &report)
        }
        let small = report.value("100", Self.bytes)
        let big = report.value("100k", Self.bytes)
        if let small, let big { report.add("100k", "growth from 100", big / small) }
        try report.print(asJSON: options.json)
    }

    private static let bytes = "RouteDB, bytes, ns/URL"

    private func measure(_ workload: Workload, into report: inout Report) throws {
        let name = workload.name
        report.add(name, "routes", Double(workload.routes.count))
        report.add(name, "bytes/URL", workload.bytes.meanLength)
        let hits = try NaiveReference(workload).check(2_000)
        report.add(name, "hits %", hits * 100)

        let engine = RouteDBEngine(workload)
        let strings = workload.urls.map(\.text)
        var pieces: [(name: String, count: Int, run: () -> Int)] = [
            (Self.bytes, workload.bytes.count, { engine.ranges() }),
            ("RouteDB, String, ns/URL", strings.count, { engine.rangesOfStrings(strings) }),
        ]
        #if PEERS
            if !alone {
                let tries = HummingbirdEngine(workload, perOrigin: true)
                pieces.append(("Hummingbird, trie per host, ns/URL", tries.count, { tries.run() }))
                if workload.routes.count <= HummingbirdEngine.singleTrieLimit {
                    let trie = HummingbirdEngine(workload, perOrigin: false)
                    pieces.append(("Hummingbird, one trie, ns/URL", trie.count, { trie.run() }))
                }
            }
        #endif
        let medians = Rounds(count: options.rounds).medians(pieces.map(\.run))
        for (piece, time) in zip(pieces, medians) {
            report.add(name, piece.name, time / Double(piece.count))
        }
        guard let own = report.value(name, Self.bytes) else { return }
        for piece in pieces.dropFirst(2) {
            guard let other = report.value(name, piece.name) else { continue }
            report.add(name, "ratio to " + piece.name.replacing(", ns/URL", with: ""), other / own)
        }
    }
}
