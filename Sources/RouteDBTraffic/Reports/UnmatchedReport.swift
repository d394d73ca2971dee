import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on the URLs that matched no route, grouped by what they have in common.
public struct UnmatchedReport: Hashable, Sendable {
    /// Why a URL matched no route.
    public typealias Cause = UnmatchedCause

    /// URLs with a common cause and template.
    public struct Cluster: Hashable, Sendable {
        /// The template, such as `myapp://promo/<int>/x`; for malformed URLs the reason, and for
        /// all noise together `<noise>`.
        public let template: String
        /// Why the URLs matched no route.
        public let cause: Cause
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all unmatched hits, from 0 to 1.
        public let share: Double
        /// The time of the first hit, or `nil` if all hits are in the previous window.
        public let first: Timestamp?
        /// The time of the last hit, or `nil` if all hits are in the previous window.
        public let last: Timestamp?
        /// One of the URLs, truncated if it is long.
        public let example: String
        /// The route that matches or would match, or else the one whose pattern is most similar to
        /// the template; `nil` if none is similar.
        public let nearest: RouteID?
        /// The label of that route.
        public let nearestLabel: String?
        /// A suggested command that would make the URLs match, if there is one.
        public let suggestion: String?
        /// The route that the suggested command would add, if it would add one.
        package let suggestedRoute: SuggestedRoute?
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The hits by cause, without causes that have no hits.
    public let causes: [Cause: HitCount]
    /// The clusters, ordered by weight, cause and template.
    public let clusters: [Cluster]
    /// The hits beyond the limit of clusters.
    public let others: HitCount
}

extension UnmatchedReport {
    /// The hits that nobody misses a route for.
    package var noise: HitCount { causes[.noise] ?? HitCount() }

    /// Returns a part of the report.
    package func part(
        causes wanted: [Cause], near routes: Set<RouteID>?, limit: Int
    ) -> UnmatchedReport {
        let near = clusters.filter { cluster in
            guard let routes else { return true }
            return cluster.nearest.map(routes.contains) ?? false
        }
        let all = near.filter { wanted.isEmpty || wanted.contains($0.cause) }
        let shown = Array(all.prefix(limit.asLimit))
        var others = others
        for cluster in all.dropFirst(shown.count) { others += cluster.count }
        var frame = frame
        frame.omittedRows += all.count - shown.count
        var counts = causes
        if routes != nil {
            counts = [:]
            for cluster in near { counts[cluster.cause, default: HitCount()] += cluster.count }
        }
        return UnmatchedReport(frame: frame, causes: counts, clusters: shown, others: others)
    }
}

extension Analysis {
    /// A cluster before it is described.
    private struct Found {
        let key: ClusterKey
        let parts: [ClusterPart]
        let leaf: ClusterLeaf
        let template: String
    }

    func unmatched() throws(RouteDBError) -> UnmatchedReport {
        let finder = CauseFinder(query.snapshot, functions: query.functions)
        let filter = unmatchedFilter(filter)
        var tally = try scan.run(
            UnmatchedTally(filter, finder: finder), filter: filter, isOrdered: true)
        if let previousFilter {
            let before = unmatchedFilter(previousFilter)
            tally.beginPrevious(before)
            tally = try scan.run(tally, filter: before, isOrdered: true)
        }
        var frame = try frame(
            total: tally.total, previous: previousFilter == nil ? nil : tally.previousTotal)
        var causes: [UnmatchedCause: HitCount] = [:]
        var found: [Found] = []
        for (key, tree) in tally.finish() {
            for (parts, leaf) in tree.clusters() {
                if leaf.count.hits > 0 {
                    causes[key.finding.cause, default: HitCount()] += leaf.count
                }
                found.append(
                    Found(
                        key: key, parts: parts, leaf: leaf, template: Self.template(key, parts)))
            }
        }
        let order = UnmatchedCause.allCases
        let sorted = found.sorted {
            (
                $1.leaf.count.weight, order.firstIndex(of: $0.key.finding.cause) ?? 0, $0.template,
                $0.key.finding.route?.rawValue ?? 0
            )
                < (
                    $0.leaf.count.weight, order.firstIndex(of: $1.key.finding.cause) ?? 0,
                    $1.template, $1.key.finding.route?.rawValue ?? 0
                )
        }.filter { $0.leaf.count.hits > 0 || previousSelection != nil }
        let shown = limited(sorted)
        frame.omittedRows = sorted.count - shown.count
        var others = HitCount()
        for cluster in sorted.dropFirst(shown.count) { others += cluster.leaf.count }
        let nearest = NearestRoute(query.snapshot)
        let suggestions = RouteSuggestion(query.snapshot, finder.live)
        return UnmatchedReport(
            frame: frame, causes: causes,
            clusters: shown.map { cluster($0, of: tally.total, nearest, suggestions) },
            others: others)
    }

    /// Restricts a filter to unmatched and invalid hits.
    private func unmatchedFilter(_ filter: AnalysisFilter) -> AnalysisFilter {
        var filter = filter
        let outcomes = Set([HitOutcome.unmatched, .invalid].map { Int64($0.rawValue) })
        filter.outcomes = filter.outcomes?.intersection(outcomes) ?? outcomes
        return filter
    }

    private func cluster(
        _ found: Found, of total: HitCount, _ nearest: NearestRoute,
        _ suggestions: RouteSuggestion
    ) -> UnmatchedReport.Cluster {
        let leaf = found.leaf
        var route = found.key.finding.route
        var suggestion: String?
        var suggested: SuggestedRoute?
        switch found.key.finding.cause {
        case .disabled: suggestion = route.map { "routedb enable '#\($0.rawValue)'" }
        case .unknownHost, .unknownPath:
            route = nearest.route(for: found.parts, of: found.key)
            suggested = suggestions.route(for: found.key, found.parts, example: leaf.example)
            suggestion = suggested?.command
        case .malformed, .matchedNow, .otherKind, .typeFailed, .queryFailed, .noise: break
        }
        let seen = leaf.count.hits > 0
        return UnmatchedReport.Cluster(
            template: found.template, cause: found.key.finding.cause, count: leaf.count,
            share: leaf.count.share(of: total),
            first: seen ? Timestamp(microseconds: leaf.first) : nil,
            last: seen ? Timestamp(microseconds: leaf.last) : nil,
            example: String(decoding: leaf.example, as: UTF8.self), nearest: route,
            nearestLabel: route.map { label(ofRoute: $0.rawValue) }, suggestion: suggestion,
            suggestedRoute: suggested,
            previous: previousSelection == nil ? nil : leaf.previous)
    }

    private static func template(_ key: ClusterKey, _ parts: [ClusterPart]) -> String {
        if key.finding.cause == .noise { return "<noise>" }
        if !key.finding.detail.isEmpty { return key.finding.detail }
        let path = parts.map { "/\($0.text)" }.joined()
        return key.origin + (path.isEmpty ? "/" : path)
    }
}

extension UnmatchedReport: ReportOutput {
    package var head: JSONObject {
        var causes = JSONObject()
        for cause in Cause.allCases {
            causes[cause.rawValue] = (self.causes[cause] ?? HitCount()).json
        }
        return frame.head.merging(["causes": .object(causes), "others": others.json])
    }

    package var key: String { "clusters" }
    package var objects: [JSONObject] { clusters.map(\.object) }
    package var rowCount: Int { clusters.count }
    package var omittedHits: HitCount { others }

    package var columns: [ReportColumn] {
        [
            ReportColumn("template", .code, of: clusters) { .text($0.template) },
            ReportColumn("cause", of: clusters) { .text($0.cause.rawValue) },
        ] + ReportColumn.counts(of: clusters, comparing: isCompared) + [
            ReportColumn("first", .time, of: clusters) { .time($0.first) },
            ReportColumn("last", .time, of: clusters) { .time($0.last) },
            ReportColumn("nearest", .code, of: clusters) { .text($0.nearestLabel ?? "") },
            ReportColumn("example", .code, of: clusters, isForFiles: true) { .text($0.example) },
            ReportColumn("suggestion", .code, of: clusters, isForFiles: true) {
                .text($0.suggestion ?? "")
            },
        ]
    }
}

extension UnmatchedReport.Cluster: CountedRow {
    /// The cluster as JSON.
    package var object: JSONObject {
        [
            "template": .string(template), "cause": .string(cause.rawValue), "count": count.json,
            "share": .double(share), "previous": count.json(since: previous),
            "first": ReportFrame.json(first), "last": ReportFrame.json(last),
            "example": .string(example), "nearest": nearest.map { .int($0.rawValue) } ?? .null,
            "nearestLabel": nearestLabel.map { .string($0) } ?? .null,
            "suggestion": suggestion.map { .string($0) } ?? .null,
        ]
    }
}
