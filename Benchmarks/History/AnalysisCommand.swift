import ArgumentParser
import RouteDB
import RouteDBRouting
import RouteDBTraffic

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reports on a large history.
struct AnalysisCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analysis",
        abstract: "Reports on a history, such as 'make' makes.",
        discussion: "Medians, by the clock and in time of all processors, without the first.")

    @Argument(help: "The history's file.")
    var file: String

    @Option(help: "The number of the route whose parameters are asked about.")
    var route: Int64 = 1

    @Option(help: "The name of the only report that is made.")
    var only: String?

    @Option(help: "How often each is measured.")
    var rounds = 5

    func run() async throws {
        let history = try await HitHistory.open(file)
        var query = AnalysisQuery(in: Self.snapshot)
        query.limit = 20
        let whole = query
        // Roll-ups cannot tell of one route's hits by the minute.
        let minutes = TimeBucket("6m") ?? .hour
        let pieces: [(String, () async throws -> Int64)] = [
            ("top routes", { try await history.top(.routes, whole).frame.total.hits }),
            (
                "timeline, by the hour",
                {
                    try await history.timeline(whole, bucket: .hour).frame.total.hits
                }
            ),
            (
                "timeline, by six minutes",
                {
                    try await history.timeline(whole, bucket: minutes).frame.total.hits
                }
            ),
            (
                "timeline, by route and day",
                {
                    try await history.timeline(whole, by: .route, bucket: .day).frame.total.hits
                }
            ),
            ("latency", { try await history.latency(whole).frame.total.hits }),
            (
                "latency, by route",
                {
                    try await history.latency(whole, by: .route).frame.total.hits
                }
            ),
            (
                "parameters of a route",
                {
                    try await history.parameters(of: RouteID(rawValue: route), whole).frame.total
                        .hits
                }
            ),
            ("top principals", { try await history.top(.principals, whole).frame.total.hits }),
            ("denied", { try await history.denied(whole).frame.total.hits }),
            ("unmatched", { try await history.unmatched(whole).frame.total.hits }),
        ]
        for (name, piece) in pieces where only == nil || only == name {
            // The first one pays for the cold caches.
            let hits = try await piece()
            var (times, work): ([Double], [Double]) = ([], [])
            for _ in 0..<max(1, rounds) {
                let (start, processed) = (ContinuousClock.now, clock())
                _ = try await piece()
                times.append((ContinuousClock.now - start) / .milliseconds(1))
                work.append(Double(clock() - processed) * 1_000 / Double(CLOCKS_PER_SEC))
            }
            let middle = times.count / 2
            print(
                "\(name): \(Int(times.sorted()[middle])) ms, \(Int(work.sorted()[middle])) ms of"
                    + " processor time, \(hits) hits")
        }
        await history.close()
    }

    /// Routes for the ids of the hits.
    private static let snapshot: RegistrySnapshot = {
        let namespaces = ["default", "shop", "help"].enumerated().map {
            RouteNamespace(id: NamespaceID(rawValue: Int64($0) + 1), name: $1)
        }
        let routes = (0..<200).compactMap { index in
            (try? RoutePattern("https://app.example.com/section\(index)/item/{id:int}?page={page}"))
                .map {
                    Route(
                        id: RouteID(rawValue: Int64(index) + 1),
                        namespace: namespaces[index % 3].id,
                        pattern: $0, target: "section\(index)")
                }
        }
        return RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes)
    }()
}
