package import RouteDB

/// The figures of hits by several properties, of which something is known, in the order in which they are shown.
package struct PropertyFigures: Sendable {
    /// The hits by one property.
    package struct Part: Sendable {
        package let title: String
        package let report: TopReport
    }

    private typealias Property = (title: String, subject: TopReport.Subject)

    /// The most keys of labels by which hits are counted.
    private static let labelKeys = 3

    /// The properties of which something is known.
    package let parts: [Part]

    private init(
        _ properties: [Property], _ query: AnalysisQuery, of history: HitHistory
    ) async throws(RouteDBError) {
        var parts: [Part] = []
        for (title, subject) in properties {
            let report = try await history.top(subject, query)
            // A single row without a value says that nobody used the property; a single host says nothing new.
            let values = report.rows.count { !$0.label.isEmpty }
            guard values > (subject == .hosts ? 1 : 0) else { continue }
            parts.append(Part(title: title, report: report))
        }
        self.parts = parts
    }

    /// Counts hits by what the requests of visitors tell: platform, language, country, campaign, variant and
    /// referrer.
    package static func visitors(
        _ query: AnalysisQuery, of history: HitHistory
    ) async throws(RouteDBError) -> PropertyFigures {
        try await PropertyFigures(
            [
                ("Platforms", .platforms), ("Languages", .context("language")),
                ("Countries", .context("country")), ("Campaigns", .query("utm_campaign")),
                ("Variants", .variants), ("Referrers", .referrers),
            ], query, of: history)
    }

    /// Counts hits by the parts of the registry that people own: namespaces, if there are several, groups, and
    /// the keys of labels that most routes have; and by the hosts of URLs, if there are several.
    package static func divisions(
        _ query: AnalysisQuery, of history: HitHistory
    ) async throws(RouteDBError) -> PropertyFigures {
        let snapshot = query.snapshot
        var uses: [String: Int] = [:]
        for route in snapshot.routes {
            for key in route.labels.keys { uses[key, default: 0] += 1 }
        }
        let keys = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(labelKeys)
        let spaces: [Property] = snapshot.namespaces.count > 1 ? [("Namespaces", .namespaces)] : []
        return try await PropertyFigures(
            spaces + [("Groups", .groups)] + keys.map { ("Label '\($0.key)'", .label($0.key)) }
                + [("Hosts", .hosts)],
            query, of: history)
    }
}
