import RouteDB

/// The hits of the routes of a registry, as far as they are known.
struct KnownTraffic: Sendable {
    /// The hits; `nil`: nothing is known of them.
    let traffic: RouteTraffic?
    /// The window, as `in 30 days`.
    let window: String
    /// Why hits of the window are not known; `nil`: they are.
    let reason: String?

    /// Reads the hits of a window from a history that may be missing or damaged.
    init(
        of window: TimeExpression, in history: HistoryOptions, _ global: GlobalOptions,
        _ context: CommandContext
    ) async {
        let now = context.currentTimeMicroseconds()
        let since = window.microseconds(now: now, zone: .utc)
        self.window = window.phrase(now: now)
        do {
            let history = try await history.open(global, in: context)
            let traffic = try await history.traffic(since: Timestamp(microseconds: since))
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

    /// The routes that must not go without somebody's consent: those that ever had hits, or all
    /// where hits of the window are not known.
    func needingConsent(_ routes: [Route]) -> [Route] {
        guard let traffic else { return routes }
        return routes.filter { !traffic.hits(of: $0.id).isNone }
    }

    /// The hits of a route, for people.
    func text(for route: RouteID) -> String { Self.text(traffic?.hits(of: route), window) }

    /// The hits of what changes are about, for people and programs.
    func hits(of diff: RegistryDiff, in before: RegistrySnapshot) -> HitFacts {
        HitFacts(
            counts: traffic?.hits(of: diff.changes, in: before)
                ?? diff.changes.map { _ in nil }, window: window)
    }

    /// What people should know of the hits.
    var notes: [String] {
        if let reason { return ["hits are not known: \(PlainText.shown(reason))"] }
        guard let traffic, let begins = traffic.begins,
            begins.microseconds > traffic.since.microseconds
        else { return [] }
        return ["the history begins at \(begins); earlier hits are not known"]
    }

    /// `0 hits in 30 days, 1,242 ever`.
    static func text(_ count: RouteTraffic.Count?, _ window: String) -> String {
        guard let count, let ever = count.ever else { return "hits unknown" }
        let recent = count.recent.map { "\(NumberText.hits($0)) \(window)" }
        return (recent ?? "hits \(window) unknown") + ", \(NumberText.grouped(ever)) ever"
    }
}

/// The hits of what the changes of a diff are about.
struct HitFacts: Sendable {
    /// One for each change; `nil`: nothing is known, or there was nothing.
    let counts: [RouteTraffic.Count?]
    /// The window, as `in 30 days`.
    let window: String
}

extension TimeExpression {
    /// The time from the bound on, as `in 30 days` or `since 2026-01-31T00:00:00Z`.
    fileprivate func phrase(now: Int64) -> String {
        guard case .age(let age) = self, age >= 0 else {
            let start = microseconds(now: now, zone: .utc)
            return "since \(Timestamp(microseconds: start))"
        }
        return "in \(DurationText.words(age))"
    }
}
