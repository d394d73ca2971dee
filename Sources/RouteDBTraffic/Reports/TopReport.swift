import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on the most frequent routes, targets, namespaces, principals or referrers.
public struct TopReport: Hashable, Sendable {
    /// The property that hits are counted by.
    public enum Subject: Hashable, Sendable {
        case routes
        case targets
        case namespaces
        case principals
        case referrers
        /// The values of a label, with this key, of the routes in the snapshot; routes without it
        /// are one row.
        case label(String)
    }

    /// The hits of one route, target, namespace, principal or referrer.
    public struct Row: Hashable, Sendable {
        /// The label: the name or pattern of a route, the name of a namespace, or the target,
        /// principal, referrer or value of a label itself; empty for routes without the label.
        public let label: String
        /// The id of the route, if the row is for a route.
        public let route: RouteID?
        /// The target of the route, if the row is for a route in the snapshot.
        public let target: String?
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all selected hits, from 0 to 1.
        public let share: Double
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The property that hits are counted by.
    public let subject: Subject
    /// The rows, ordered by weight, then by id or name.
    public let rows: [Row]
    /// The hits beyond the limit of rows.
    public let others: HitCount
    /// The hits without a subject, such as those without a route or a principal.
    public let without: HitCount
}

extension TopReport.Subject: CaseIterable, RawRepresentable {
    /// The subjects, without labels.
    public static let allCases: [TopReport.Subject] = [
        .routes, .targets, .namespaces, .principals, .referrers,
    ]

    private static let labelPrefix = "label:"

    /// Reads a subject from its word: `routes`, or `label:` and a key.
    ///
    /// - Parameter word: The word.
    public init?(rawValue word: String) {
        if word.utf8.starts(with: Self.labelPrefix.utf8) {
            self = .label(String(word.dropFirst(Self.labelPrefix.count)))
        } else if let subject = Self.allCases.first(where: { $0.rawValue == word }) {
            self = subject
        } else {
            return nil
        }
    }

    /// The word for the subject: `routes`, or `label:` and the key.
    public var rawValue: String {
        switch self {
        case .routes: "routes"
        case .targets: "targets"
        case .namespaces: "namespaces"
        case .principals: "principals"
        case .referrers: "referrers"
        case .label(let key): Self.labelPrefix + key
        }
    }
}

extension Analysis {
    /// The key of the hits that a row of the report counts.
    private struct Key: Hashable {
        var id: Int64 = 0
        var text = ByteText([])
    }

    /// The counts of one window.
    private struct Counts {
        var counts: [Key: HitCount] = [:]
        var without = HitCount()
        /// The hits of texts beyond the number that is counted separately.
        var beyond = HitCount()
        var total = HitCount()
    }

    func top(_ subject: TopReport.Subject) throws(RouteDBError) -> TopReport {
        var frame = frame
        let counts: Counts
        let previous: Counts?
        switch subject {
        case .routes, .targets, .namespaces, .label:
            let now = try places(filter)
            (counts, frame.pruned) = (places(now.counts, by: subject), now.pruned)
            frame.countsPruned = filter.suitsRollUps
            let before = try previousFilter.map { filter throws(RouteDBError) in
                try places(filter).counts
            }
            previous = before.map { places($0, by: subject) }
        case .principals, .referrers:
            let text: HitText = subject == .principals ? .principal : .referrer
            counts = try texts(text, filter)
            previous = try previousFilter.map { filter throws(RouteDBError) in
                try texts(text, filter)
            }
            frame = try self.frame(total: counts.total, previous: previous?.total)
        }
        frame.total = counts.total
        frame.previousTotal = previous?.total
        var all = counts.counts
        for key in (previous?.counts ?? [:]).keys where all[key] == nil { all[key] = HitCount() }
        let sorted = all.sorted {
            ($1.value.weight, $0.key.id, $0.key.text) < ($0.value.weight, $1.key.id, $1.key.text)
        }
        let shown = limited(sorted)
        frame.omittedRows = sorted.count - shown.count
        var others = counts.beyond
        for row in sorted.dropFirst(shown.count) { others += row.value }
        return TopReport(
            frame: frame, subject: subject,
            rows: shown.map { key, count in
                row(
                    subject, key, count, of: counts.total,
                    previous: previous.map { $0.counts[key] ?? HitCount() })
            },
            others: others, without: counts.without)
    }

    private func row(
        _ subject: TopReport.Subject, _ key: Key, _ count: HitCount, of total: HitCount,
        previous: HitCount?
    ) -> TopReport.Row {
        let label =
            switch subject {
            case .routes: label(ofRoute: key.id)
            case .namespaces: label(ofNamespace: key.id)
            case .targets, .principals, .referrers, .label: key.text.string
            }
        let isRoute = subject == .routes
        return TopReport.Row(
            label: label, route: isRoute ? RouteID(rawValue: key.id) : nil,
            target: isRoute ? route(key.id)?.target : nil, count: count,
            share: count.share(of: total), previous: previous)
    }

    /// Returns the counts by namespace, route and outcome, and how many of the hits are pruned.
    func places(
        _ filter: AnalysisFilter
    ) throws(RouteDBError) -> (counts: PlaceCounts, pruned: HitCount) {
        let (tally, pruned) = try scan.count(filter: filter) { PlaceTally($0) }
        return (tally.counts, pruned)
    }

    private func places(_ places: PlaceCounts, by subject: TopReport.Subject) -> Counts {
        var counts = Counts()
        places.forEach { place, count in
            counts.total += count
            let key: Key? =
                switch subject {
                case .namespaces: place.namespace > 0 ? Key(id: place.namespace) : nil
                case .targets where place.route > 0:
                    Key(text: ByteText((route(place.route)?.target ?? "#\(place.route)").utf8))
                case .label(let name) where place.route > 0:
                    Key(text: ByteText((route(place.route)?.labels[name] ?? "").utf8))
                default: place.route > 0 ? Key(id: place.route) : nil
                }
            if let key {
                counts.counts[key, default: HitCount()] += count
            } else {
                counts.without += count
            }
        }
        return counts
    }

    private func texts(_ text: HitText, _ filter: AnalysisFilter) throws(RouteDBError) -> Counts {
        let tally = try scan.run(TextTally(filter, text: text), filter: filter)
        var counts = Counts(without: tally.without, beyond: tally.counts.rest)
        counts.total = tally.counts.total
        counts.total += tally.without
        for (text, count) in tally.counts.all { counts.counts[Key(text: text)] = count }
        return counts
    }
}

extension TopReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging([
            "subject": .string(subject.rawValue), "others": others.json, "without": without.json,
        ])
    }

    package var key: String {
        if case .label = subject { "labels" } else { subject.rawValue }
    }

    package var objects: [JSONObject] { rows.map(\.object) }
    package var rowCount: Int { rows.count }
    package var omittedHits: HitCount { others }

    package var columns: [ReportColumn] {
        let title = if case .label(let key) = subject { key } else { String(key.dropLast()) }
        var columns = [
            ReportColumn(title, .code, of: rows) { row in
                if let route = row.route { return .route(row.label, route) }
                return .text(row.label.isEmpty ? "(none)" : row.label)
            }
        ]
        if subject == .routes {
            columns += [
                ReportColumn("id", .number, of: rows) {
                    .text($0.route.map { "\($0.rawValue)" } ?? "")
                },
                ReportColumn("target", .code, of: rows) { .text($0.target ?? "") },
            ]
        }
        let longest = rows.map(\.share).max() ?? 0
        return columns + ReportColumn.counts(of: rows, comparing: isCompared) + [
            ReportColumn("", .bar(width: 20, longest: longest), of: rows) { .bar($0.share) }
        ]
    }
}

extension TopReport.Row: CountedRow {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "label": label.isEmpty ? .null : .string(label),
            "id": route.map { .int($0.rawValue) } ?? .null,
            "target": target.map { .string($0) } ?? .null, "count": count.json,
            "share": .double(share), "previous": count.json(since: previous),
        ]
    }
}
