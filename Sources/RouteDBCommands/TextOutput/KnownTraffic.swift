import RouteDB
import RouteDBTerminal

/// The recorded hits of a registry's routes, as far as they are known.
struct KnownTraffic: Sendable {
    /// The hits; `nil` if unknown.
    let traffic: RouteTraffic?
    /// The period in words, such as `in 30 days`.
    let window: String
    /// Why the hits in the period are unknown; `nil` if they are known.
    let reason: String?

    /// Counts the hits in a period, from a history that may be missing or damaged.
    init(
        of window: TimeExpression, in history: HistoryOptions, _ global: GlobalOptions,
        _ context: CommandContext
    ) async {
        let now = context.now()
        let since = window.time(now: now, zone: .utc)
        self.window = window.phrase(now: now)
        do {
            let history = try await history.open(global, in: context)
            let traffic = try await history.traffic(since: since)
            await history.close()
            self.traffic = traffic
            reason =
                traffic.isWindowKnown
                ? nil : "The history '\(history.path)' has no hits at all \(self.window)."
        } catch {
            traffic = nil
            reason = CommandFailure(error).message
        }
    }

    /// Returns the routes whose removal needs consent: those that ever had hits, or all if the hits
    /// in the period are unknown.
    func needingConsent(_ routes: [Route]) -> [Route] {
        guard let traffic else { return routes }
        return routes.filter { !traffic.hits(of: $0.id).isNone }
    }

    /// Returns the hits of a route, for display.
    func text(for route: RouteID) -> String { Self.text(traffic?.hits(of: route), window) }

    /// Returns the hits of the routes that the changes of a diff affect.
    func hits(of diff: RegistryDiff, in before: RegistrySnapshot) -> HitOutput {
        HitOutput(
            counts: traffic?.hits(of: diff.changes, in: before)
                ?? diff.changes.map { _ in nil }, window: window)
    }

    /// Notes for the user about the hits.
    var notes: [String] {
        if let reason { return ["hits unknown: \(PlainText.shown(reason))"] }
        guard let traffic, let start = traffic.start,
            start > traffic.since
        else { return [] }
        return ["the history starts at \(start); earlier hits are unknown"]
    }

    /// Formats a count, such as `0 hits in 30 days, 1,242 ever`.
    static func text(_ count: RouteTraffic.Count?, _ window: String) -> String {
        guard let count, let ever = count.ever else { return "hits unknown" }
        let recent = count.recent.map { "\(NumberText.hits($0)) \(window)" }
        return (recent ?? "hits \(window) unknown") + ", \(NumberText.grouped(ever)) ever"
    }
}

/// The hits of the routes that the changes of a diff affect.
struct HitOutput: Sendable {
    /// A count for each change; `nil` if unknown, or if there was nothing before.
    let counts: [RouteTraffic.Count?]
    /// The period in words, such as `in 30 days`.
    let window: String
}

extension TimeExpression {
    /// The period in words, such as `in 30 days` or `since 2026-01-31T00:00:00Z`.
    fileprivate func phrase(now: Timestamp) -> String {
        guard case .age(let age) = self, age >= 0 else {
            return "since \(time(now: now, zone: .utc))"
        }
        return "in \(DurationText.words(age))"
    }
}
