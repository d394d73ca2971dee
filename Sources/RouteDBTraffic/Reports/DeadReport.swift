import RouteDB
import RouteDBDatabase
import RouteDBInsight
public import RouteDBRouting

/// A report on the routes without hits.
public struct DeadReport: Hashable, Sendable {
    /// Why a route has no hits.
    public enum Cause: String, CaseIterable, Sendable {
        /// The route is disabled.
        case disabled
        /// Routes with better ranks match every URL that the route matches; `lint` reports this
        /// too.
        case shadowed
        /// No matching URL was requested.
        case unhit
        /// The window has no hits of any route, so nothing shows whether anybody asks for it.
        case unknown
    }

    /// A route without hits.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: Route
        /// The label of the route: its name, pattern or id.
        public var label: String { route.label(in: namespace) }
        /// The name of its namespace.
        public let namespace: String
        /// Why the route has no hits.
        public let cause: Cause
        /// A route that matches its URLs instead, if it is shadowed.
        public let shadowedBy: RouteID?
        /// The start of the quarter hour of its last hit ever, or `nil` if it never had one.
        public let lastHit: Timestamp?
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The number of routes that were examined: those with a pattern.
    ///
    /// Routes without a pattern are requested by name, which is not recorded.
    public let routeCount: Int
    /// The routes without hits, ordered by cause and id.
    public let rows: [Row]
    /// The number of further routes beyond the limit.
    public let others: Int

    /// Returns the report with its first rows only, of which those that had the most hits before come first.
    package func first(_ count: Int) -> DeadReport {
        let places = rows.indices.sorted { left, right in
            let hits = [left, right].map { rows[$0].previous?.weight ?? 0 }
            return hits[0] == hits[1] ? left < right : hits[0] > hits[1]
        }
        let shown = places.prefix(count).map { rows[$0] }
        return DeadReport(
            frame: frame, routeCount: routeCount, rows: shown,
            others: others + rows.count - shown.count)
    }
}

/// The routes whose URLs all match routes with better ranks, as found by `lint`.
struct ShadowSearch {
    private let shadows: [RouteID: RouteID]

    /// Lints the snapshot, unless a report on all of it has every finding.
    init(_ snapshot: RegistrySnapshot, known: LintReport?) {
        let findings =
            known.flatMap(Self.findings)
            ?? Self.findings(
                of: snapshot.lint(
                    at: .epoch,
                    options: LintOptions(codes: [.unreachable, .duplicate], limit: .max)))
            ?? []
        shadows = Dictionary(
            findings.compactMap { finding in
                guard let route = finding.routes.first, let better = finding.witness?.routes.first
                else { return nil }
                return (route, better)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The findings of a report on shadowed routes, which count even if they are suppressed.
    private static func findings(of report: LintReport) -> [LintFinding]? {
        guard let unreachable = report.all(.unreachable), let duplicates = report.all(.duplicate)
        else { return nil }
        return unreachable + duplicates
    }

    /// Returns a route that matches URLs of a shadowed route instead, or `nil` if the route is not
    /// shadowed.
    func shadow(of route: RouteID) -> RouteID? { shadows[route] }
}

extension Analysis {
    func dead(lint: LintReport? = nil) throws(RouteDBError) -> DeadReport {
        var frame = frame
        let (counts, pruned) = try places(filter)
        var alive: Set<Int64> = []
        counts.forEach { place, count in
            frame.total += count
            alive.insert(place.route)
        }
        frame.pruned = pruned
        frame.countsPruned = filter.suitsRollUps
        var before: [Int64: HitCount]?
        if let previousFilter {
            var total = HitCount()
            var counts: [Int64: HitCount] = [:]
            try places(previousFilter).counts.forEach { place, count in
                total += count
                counts[place.route, default: HitCount()] += count
            }
            (frame.previousTotal, before) = (total, counts)
        }
        let hasHits = try windowHasHits(beside: frame.total)
        let last = try scan.lastBuckets()
        let routes = query.snapshot.routes.filter { route in
            route.hasPattern && query.routes?.contains(route.id) != false
                && query.selection.namespaces?.contains(route.namespace) != false
        }
        let shadows = ShadowSearch(query.snapshot, known: lint)
        let rows = routes.filter { !alive.contains($0.id.rawValue) }.map { route in
            let id = route.id.rawValue
            let shadow = route.isEnabled ? shadows.shadow(of: route.id) : nil
            let cause: DeadReport.Cause =
                !route.isEnabled
                ? .disabled : shadow != nil ? .shadowed : hasHits ? .unhit : .unknown
            return DeadReport.Row(
                route: route, namespace: label(ofNamespace: route.namespace.rawValue), cause: cause,
                shadowedBy: shadow,
                lastHit: last[id].map { Timestamp(microseconds: Self.microseconds(ofSeconds: $0)) },
                previous: before.map { $0[id] ?? HitCount() })
        }
        let order = DeadReport.Cause.allCases
        let sorted = rows.sorted {
            (order.firstIndex(of: $0.cause) ?? 0, $0.route.id)
                < (order.firstIndex(of: $1.cause) ?? 0, $1.route.id)
        }
        let shown = limited(sorted)
        frame.omittedRows = sorted.count - shown.count
        return DeadReport(
            frame: frame, routeCount: routes.count, rows: shown,
            others: sorted.count - shown.count)
    }

    /// Returns whether the window has hits, in any namespace and of any route.
    private func windowHasHits(beside selected: HitCount) throws(RouteDBError) -> Bool {
        guard selected.hits == 0 else { return true }
        var wide = filter
        (wide.namespaces, wide.routes) = (nil, nil)
        var hits: Int64 = 0
        try places(wide).counts.forEach { hits += $1.hits }
        return hits > 0
    }

    /// Converts seconds, which a damaged file may give any value, to microseconds, with clamping.
    private static func microseconds(ofSeconds seconds: Int64) -> Int64 {
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product
    }
}

extension DeadReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging(["routes": .int(Int64(routeCount)), "others": .int(Int64(others))])
    }

    package var key: String { "dead" }
    package var objects: [JSONObject] { rows.map(\.object) }
    package var rowCount: Int { rows.count }

    package var columns: [ReportColumn] {
        let columns = [
            ReportColumn("id", .number, of: rows) { .text("\($0.route.id.rawValue)") },
            ReportColumn("route", .code, of: rows) { .route($0.label, $0.route.id) },
            ReportColumn("namespace", of: rows) { .text($0.namespace) },
            ReportColumn("target", .code, of: rows) { .text($0.route.target) },
            ReportColumn("cause", of: rows) { .text($0.cause.rawValue) },
            ReportColumn("shadowed by", of: rows) {
                .text($0.shadowedBy.map { "#\($0.rawValue)" } ?? "")
            },
            ReportColumn("last hit", .time, of: rows) { .time($0.lastHit) },
        ]
        guard isCompared else { return columns }
        return columns + [ReportColumn("before", .number, of: rows) { .weight($0.previous) }]
    }
}

extension DeadReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "id": .int(route.id.rawValue), "label": .string(label),
            "namespace": .string(namespace), "target": .string(route.target),
            "cause": .string(cause.rawValue),
            "shadowedBy": shadowedBy.map { .int($0.rawValue) } ?? .null,
            "lastHit": ReportFrame.json(lastHit), "previous": HitCount().json(since: previous),
        ]
    }
}
