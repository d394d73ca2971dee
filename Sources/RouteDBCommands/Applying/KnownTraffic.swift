import RouteDB

/// The hits of the routes of a registry, as far as they are known.
struct KnownTraffic: Sendable {
    /// The hits; `nil`: they are not known.
    let traffic: RouteTraffic?
    /// Why they are not known.
    let reason: String?

    /// Reads the hits since a time from a history that may be missing or damaged.
    init(
        since time: Timestamp, in history: HistoryOptions, _ global: GlobalOptions,
        _ context: CommandContext
    ) async {
        do {
            let history = try await history.open(global, in: context)
            traffic = try await history.traffic(since: time)
            await history.close()
            reason = nil
        } catch {
            traffic = nil
            reason = CommandFailure(error).message
        }
    }

    /// The routes that must not go without somebody's consent: those with hits, or all where hits
    /// are not known.
    func needingConsent(_ routes: [Route]) -> [Route] {
        guard let traffic else { return routes }
        return routes.filter { traffic.hits(of: $0.id) > 0 }
    }

    /// The hits of a route, for people.
    func text(for route: RouteID) -> String {
        traffic.map { "\($0.hits(of: route)) hits" } ?? "- hits"
    }
}
