package import RouteDB

/// The figures of what the requests of visitors tell: hits by platform, language, country, campaign, variant and referrer.
package struct VisitorFigures: Sendable {
    /// The hits by one property.
    package struct Part: Sendable {
        package let title: String
        package let report: TopReport
    }

    private static let properties: [(title: String, subject: TopReport.Subject)] = [
        ("Platforms", .platforms), ("Languages", .context("language")),
        ("Countries", .context("country")), ("Campaigns", .query("utm_campaign")),
        ("Variants", .variants), ("Referrers", .referrers),
    ]

    /// The properties of which something is known, in the order in which they are shown.
    package let parts: [Part]

    /// Counts the hits of a query.
    package init(_ query: AnalysisQuery, of history: HitHistory) async throws(RouteDBError) {
        var parts: [Part] = []
        for (title, subject) in Self.properties {
            let report = try await history.top(subject, query)
            if !report.rows.isEmpty { parts.append(Part(title: title, report: report)) }
        }
        self.parts = parts
    }
}
