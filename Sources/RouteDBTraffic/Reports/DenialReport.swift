import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on the hits that access rules denied or challenged.
public struct DenialReport: Hashable, Sendable {
    /// The denials or the challenges of one route.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: RouteID
        /// The label of the route: its name, pattern or id.
        public let label: String
        /// The outcome: `denied` or `challenged`.
        public let outcome: ResolutionOutcome
        /// The hits with this outcome.
        public let count: HitCount
        /// The share of these hits in all hits of the route, from 0 to 1.
        public let share: Double
        /// The hits without a known principal.
        public let anonymous: HitCount
        /// The number of different principals.
        public let principals: Int
        /// The principals with the most of these hits, at most five.
        public let mostRefused: [Principal]
        /// The time of the first hit.
        public let first: Timestamp
        /// The time of the last hit.
        public let last: Timestamp
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// A principal that was denied or challenged.
    public struct Principal: Hashable, Sendable {
        /// The id as recorded, which may be hashed because of privacy rules.
        public let id: String
        /// The hits of the principal.
        public let count: HitCount
    }

    /// The selection and the totals of the report; its total counts all selected hits.
    public let frame: ReportFrame
    /// All denied and challenged hits.
    public let refused: HitCount
    /// The rows, ordered by weight, then by id, with denials before challenges.
    public let rows: [Row]
    /// The denied and challenged hits beyond the limit of rows.
    public let others: HitCount
}

/// Counts denials and challenges by route, and all hits by place.
struct DenialTally: HitTally {
    /// The denials or the challenges of one route.
    struct Refusals: Sendable {
        var count = HitCount()
        var anonymous = HitCount()
        var principals = TextCounts(limit: DenialTally.principalLimit)
        var first = Int64.max
        var last = Int64.min

        mutating func add(
            _ hit: HitCount, _ time: Int64, _ principal: UnsafeRawBufferPointer?
        ) {
            count += hit
            first = min(first, time)
            last = max(last, time)
            if let principal = unsafe principal {
                unsafe principals.add(principal, hit)
            } else {
                anonymous += hit
            }
        }

        mutating func merge(_ other: Refusals) {
            count += other.count
            anonymous += other.anonymous
            principals.merge(other.principals)
            first = min(first, other.first)
            last = max(last, other.last)
        }
    }

    /// The maximum number of principals that are counted separately for a route.
    static let principalLimit = 100_000

    private(set) var places = PlaceCounts()
    /// The routes and outcomes that have refusals, by number.
    private(set) var keys: [PlaceKey] = []
    private(set) var refusals: [Refusals] = []
    private var numbers = NumberPlaces()
    private var columns: HitColumns

    init(_ filter: AnalysisFilter) { columns = HitColumns(filter) }

    var texts: TextSelection { max(columns.filter.texts, .names) }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.namespace, .route, .outcome, .weight, .time], of: segment)
        let (routes, outcomes, weights) = (columns[.route], columns[.outcome], columns[.weight])
        places.add(
            namespaces: columns[.namespace], routes: routes, outcomes: outcomes, weights: weights)
        let denied = Int64(HitOutcome.denied.rawValue)
        let challenged = Int64(HitOutcome.challenged.rawValue)
        let times = columns[.time]
        for index in 0..<columns.count
        where outcomes[index] == denied || outcomes[index] == challenged {
            let number = number(
                of: PlaceKey(namespace: 0, route: routes[index], outcome: outcomes[index]))
            // The text is copied while the cursor lends the segment.
            try unsafe refusals[number].add(
                HitCount(hits: 1, weight: weights[index]), times[index],
                segment.text(.principal, at: columns.place(index)))
        }
    }

    /// The number of a route and outcome, which are added if they are new.
    private mutating func number(of key: PlaceKey) -> Int {
        // Different for all routes, which are not negative, with either outcome.
        let isDenied = key.outcome == Int64(HitOutcome.denied.rawValue)
        let place = key.route &* 2 &+ (isDenied ? 0 : 1)
        let known = numbers[place]
        if known >= 0 { return known }
        numbers.insert(place, at: keys.count)
        keys.append(key)
        refusals.append(Refusals())
        return keys.count - 1
    }

    mutating func merge(_ other: DenialTally) {
        places.merge(other.places)
        for (key, refusals) in zip(other.keys, other.refusals) {
            let number = number(of: key)
            self.refusals[number].merge(refusals)
        }
    }
}

extension Analysis {
    func denied() throws(RouteDBError) -> DenialReport {
        let tally = try scan.run(DenialTally(filter), filter: filter)
        let before = try previousFilter.map { filter throws(RouteDBError) in
            try scan.run(PlaceTally(filter), filter: filter).counts
        }
        let (routes, total) = Self.byRoute(tally.places)
        var frame = try self.frame(total: total, previous: before.map { Self.byRoute($0).total })
        var refused = HitCount()
        let sorted = zip(tally.keys, tally.refusals).sorted { (left, right) in
            (right.1.count.weight, left.0.route, left.0.outcome)
                < (left.1.count.weight, right.0.route, right.0.outcome)
        }
        for (_, refusals) in sorted { refused += refusals.count }
        let rows = limited(sorted)
        frame.omittedRows = sorted.count - rows.count
        var others = HitCount()
        for (_, refusals) in sorted.dropFirst(rows.count) { others += refusals.count }
        let denied = Int64(HitOutcome.denied.rawValue)
        return DenialReport(
            frame: frame, refused: refused,
            rows: rows.map { key, refusals in
                DenialReport.Row(
                    route: RouteID(rawValue: key.route), label: label(ofRoute: key.route),
                    outcome: key.outcome == denied ? .denied : .challenged,
                    count: refusals.count,
                    share: refusals.count.share(of: routes[key.route] ?? HitCount()),
                    anonymous: refusals.anonymous,
                    principals: refusals.principals.count,
                    mostRefused: refusals.principals.most(5).map {
                        DenialReport.Principal(id: $0.text.string, count: $0.count)
                    },
                    first: Timestamp(microseconds: refusals.first),
                    last: Timestamp(microseconds: refusals.last),
                    previous: before.map { Self.count(of: key, in: $0) })
            }, others: others)
    }

    private static func byRoute(
        _ places: PlaceCounts
    ) -> (routes: [Int64: HitCount], total: HitCount) {
        var (routes, total): ([Int64: HitCount], HitCount) = ([:], HitCount())
        places.forEach { place, count in
            routes[place.route, default: HitCount()] += count
            total += count
        }
        return (routes, total)
    }

    /// Returns the count of a route and outcome over all namespaces.
    private static func count(of key: PlaceKey, in places: PlaceCounts) -> HitCount {
        var sum = HitCount()
        places.forEach { place, count in
            if place.route == key.route, place.outcome == key.outcome { sum += count }
        }
        return sum
    }
}

extension DenialReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging(["refused": refused.json, "others": others.json])
    }

    package var key: String { "denied" }
    package var objects: [JSONObject] { rows.map(\.object) }
    package var rowCount: Int { rows.count }
    package var omittedHits: HitCount { others }

    package var columns: [ReportColumn] {
        [
            ReportColumn("route", .code, of: rows) { .route($0.label, $0.route) },
            ReportColumn("id", .number, of: rows) { .text("\($0.route.rawValue)") },
            ReportColumn("outcome", of: rows) { .outcome($0.outcome) },
        ] + ReportColumn.counts(of: rows, comparing: isCompared) + [
            ReportColumn("anonymous", .number, of: rows) { .weight($0.anonymous) },
            ReportColumn("principals", .number, of: rows) { .number(Int64($0.principals)) },
            ReportColumn("most refused", .code, of: rows) { .principals($0.mostRefused) },
            ReportColumn("first", .time, of: rows) { .time($0.first) },
            ReportColumn("last", .time, of: rows) { .time($0.last) },
        ]
    }
}

extension DenialReport.Row: CountedRow {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "id": .int(route.rawValue), "label": .string(label),
            "outcome": .string(outcome.rawValue), "count": count.json, "share": .double(share),
            "previous": count.json(since: previous), "anonymous": anonymous.json,
            "principals": .int(Int64(principals)),
            "mostRefused": .array(
                mostRefused.map { ["id": .string($0.id), "count": $0.count.json] }),
            "first": .string("\(first)"), "last": .string("\(last)"),
        ]
    }
}
