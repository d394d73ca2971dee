import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on the most frequent routes, referrers, platforms, or other properties of hits.
public struct TopReport: Hashable, Sendable {
    /// The property that hits are counted by.
    public enum Subject: Hashable, Sendable {
        case routes
        case targets
        /// The groups of routes, by their names; routes without one are one row.
        case groups
        case namespaces
        case principals
        case referrers
        /// The kinds of requests, such as the methods of HTTP.
        case kinds
        /// The statuses of HTTP answers.
        case statuses
        /// The platforms that user agents tell.
        case platforms
        /// The answers to whether the client is a bot: `yes` or `no`.
        case bots
        /// The variants of redirects: `1` for the first of a route, `0` for the redirect itself, each
        /// behind the label of the route.
        case variants
        /// The URLs, as they were recorded.
        case urls
        /// The hosts of the URLs, decoded and in lower case.
        case hosts
        /// The values of a label, with this key, of the routes in the snapshot; routes without it
        /// are one row.
        case label(String)
        /// The values of a parameter, with this name, of the URLs' queries.
        case query(String)
        /// The recorded values of the context with this name.
        case context(String)
    }

    /// The hits of one route, target, or other value of the subject.
    public struct Row: Hashable, Sendable {
        /// The label: the name or pattern of a route, the name of a namespace, or the value itself;
        /// empty for routes without the group or the label.
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
    /// The subjects, without those that have a key.
    public static let allCases: [TopReport.Subject] = [
        .routes, .targets, .groups, .namespaces, .principals, .referrers, .kinds, .statuses,
        .platforms, .bots, .variants, .urls, .hosts,
    ]

    /// The words before the keys of subjects that have one.
    private static let keyed: [(prefix: String, subject: @Sendable (String) -> Self)] = [
        ("label:", { .label($0) }), ("query:", { .query($0) }), ("context:", { .context($0) }),
    ]

    /// All words for people, as in `routes, targets, or label:KEY`.
    package static let words =
        (allCases.map(\.rawValue) + keyed.dropLast().map { $0.prefix + "KEY" })
        .joined(separator: ", ") + " or context:KEY"

    /// Reads a subject from its word: `routes`, or `label:`, `query:` or `context:` and a key.
    ///
    /// - Parameter word: The word.
    public init?(rawValue word: String) {
        if let (prefix, subject) = Self.keyed.first(where: {
            word.utf8.starts(with: $0.prefix.utf8)
        }) {
            self = subject(String(word.dropFirst(prefix.count)))
        } else if let subject = Self.allCases.first(where: { $0.rawValue == word }) {
            self = subject
        } else {
            return nil
        }
    }

    /// The word for the subject: `routes`, or `label:`, `query:` or `context:` and the key.
    public var rawValue: String {
        switch self {
        case .label(let key): "label:\(key)"
        case .query(let key): "query:\(key)"
        case .context(let key): "context:\(key)"
        case .routes, .targets, .groups, .namespaces, .principals, .referrers, .kinds, .statuses,
            .platforms, .bots, .variants, .urls, .hosts:
            "\(self)"
        }
    }

    /// The heading of the column, for one.
    var title: String {
        switch self {
        case .label(let key), .query(let key), .context(let key): key
        case .statuses: "status"
        default: String(rawValue.dropLast())
        }
    }

    /// The field of hits that is counted; `nil` if they are counted by their routes and namespaces.
    var field: HitField? {
        switch self {
        case .routes, .targets, .groups, .namespaces, .label: nil
        case .principals: .text(.principal)
        case .referrers: .text(.referrer)
        case .kinds: .text(.kind)
        case .statuses: .status
        case .platforms: .platform
        case .bots: .bot
        case .variants: .variant
        case .urls: .url
        case .hosts: .host
        case .query(let name): .query(name)
        case .context(let name): .context(name)
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
        if let field = subject.field {
            counts = try texts(field, filter)
            previous = try previousFilter.map { filter throws(RouteDBError) in
                try texts(field, filter)
            }
            frame = try self.frame(total: counts.total, previous: previous?.total)
        } else {
            let now = try places(filter)
            (counts, frame.pruned) = (places(now.counts, by: subject), now.pruned)
            frame.countsPruned = filter.suitsRollUps
            let before = try previousFilter.map { filter throws(RouteDBError) in
                try places(filter).counts
            }
            previous = before.map { places($0, by: subject) }
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
            case .variants: label(ofVariant: key.text.string)
            default: key.text.string
            }
        let isRoute = subject == .routes
        return TopReport.Row(
            label: label, route: isRoute ? RouteID(rawValue: key.id) : nil,
            target: isRoute ? route(key.id)?.target : nil, count: count,
            share: count.share(of: total), previous: previous)
    }

    /// The label of a variant of a redirect, which the tally has as the id of the route and a number.
    private func label(ofVariant text: String) -> String {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let route = Int64(parts[0]) else { return text }
        return "\(label(ofRoute: route)) \(parts[1])"
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
                case .groups where place.route > 0:
                    Key(text: ByteText((route(place.route)?.group ?? "").utf8))
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

    private func texts(_ field: HitField, _ filter: AnalysisFilter) throws(RouteDBError) -> Counts {
        let tally = try scan.values(of: field.summedProperty, filter: filter) {
            FieldTally($0, field)
        }
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
        switch subject {
        case .label: "labels"
        case .query, .context: "values"
        default: subject.rawValue
        }
    }

    package var objects: [JSONObject] { rows.map(\.object) }
    package var rowCount: Int { rows.count }
    package var omittedHits: HitCount { others }

    package var columns: [ReportColumn] {
        var columns = [
            ReportColumn(subject.title, .code, of: rows) { row in
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
