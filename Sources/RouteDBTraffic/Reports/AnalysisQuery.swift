public import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// The facts that are common to all reports.
public struct ReportFrame: Hashable, Sendable {
    /// The hits that the report counts.
    public let selection: HitSelection
    /// The hits of the previous window, or `nil` if the report does not compare with it.
    public let previousSelection: HitSelection?
    /// The revision of the registry whose names the report uses.
    public let revision: Int64
    /// True if the URLs were resolved again against that revision.
    public let isRegrouped: Bool
    /// All hits that the report counts.
    public internal(set) var total = HitCount()
    /// All hits of the previous window, or `nil` if the report does not compare with it.
    public internal(set) var previousTotal: HitCount?
    /// The selected hits that are pruned, and so only known from the roll-ups by quarter hour.
    public internal(set) var pruned = HitCount()
    /// True if the report counts pruned hits; it cannot if it needs URLs, other texts or durations, or
    /// tells bots from others.
    public internal(set) var countsPruned = true
    /// The number of rows that the limit of the query leaves out; of a report on parameters, that
    /// of values.
    public internal(set) var omittedRows = 0
}

/// The hits that a report counts, and the registry whose names it uses.
public struct AnalysisQuery: Sendable {
    /// The hits to count.
    public var selection: HitSelection
    /// The registry that gives meaning to the ids in hits: the newest revision or another one.
    public var snapshot: RegistrySnapshot
    /// The functions of the snapshot's converters that are implemented in code, by converter name.
    public var functions: [String: ParameterConverter.Function] = [:]
    /// True to resolve each hit's URL again and count the hit for the route that it finds now.
    ///
    /// A route that was added today then groups last year's hits. Access is not decided again,
    /// because hits do not contain the roles of their principals. Pruned hits are left out, because
    /// they no longer have a URL.
    public var regroups = false
    /// True to also count the hits of the previous window, which has the same length and ends where that of
    /// the selection starts.
    public var comparesPrevious = false
    /// Further conditions on the hits, which must all hold.
    var conditions: [FieldCondition] = []
    /// The routes that conditions leave; `nil` for all.
    private var conditionRoutes: Set<RouteID>?
    /// The maximum number of rows of the report, or 0 for all.
    ///
    /// With `nil`, a report has all rows, except for the values of a parameter and the routes of a
    /// timeline, of which it has 10.
    public var limit: Int?

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - selection: The hits to count.
    ///   - snapshot: The registry that gives meaning to the ids in hits.
    public init(_ selection: HitSelection = HitSelection(), in snapshot: RegistrySnapshot) {
        self.selection = selection
        self.snapshot = snapshot
    }

    /// Selects hits by conditions, which must hold too.
    ///
    /// The outcome is part of the selection, since resolving a hit again may change it.
    package mutating func select(where conditions: ReportConditions) throws(RouteDBError) {
        if let outcomes = conditions.outcomes { selection.outcomes = outcomes }
        if let namespaces = try conditions.namespaces(in: snapshot) {
            selection.namespaces = selection.namespaces?.intersection(namespaces) ?? namespaces
        }
        conditionRoutes = try conditions.routes(in: snapshot)
        self.conditions = conditions.fields
    }

    /// Selects the hits of a route; one that is gone can be given by its number.
    package mutating func select(route text: String) throws(RouteDBError) {
        selection.routes = [try snapshot.hitRoute(RouteReference(text))]
    }

    /// The routes whose hits count; `nil` for all.
    var routes: Set<RouteID>? {
        guard let conditionRoutes else { return selection.routes }
        return selection.routes?.intersection(conditionRoutes) ?? conditionRoutes
    }

    /// Leaves the choice of routes out, and returns it.
    mutating func takeRoutes() -> Set<RouteID>? {
        defer { (selection.routes, conditionRoutes) = (nil, nil) }
        return routes
    }

    /// Returns the selection of the previous window, or `nil` if the query does not compare with
    /// it.
    func previousSelection() throws(RouteDBError) -> HitSelection? {
        guard comparesPrevious else { return nil }
        guard let since = selection.since, let until = selection.until else {
            throw ReportPeriod.startMissing
        }
        let (length, overflows) =
            until.microseconds.subtractingReportingOverflow(since.microseconds)
        let (start, isTooEarly) = since.microseconds.subtractingReportingOverflow(length)
        guard !overflows, !isTooEarly else {
            throw RouteDBError(.invalidValue, "There is no earlier window of the same length.")
        }
        var previous = selection
        previous.since = Timestamp(microseconds: start)
        previous.until = since
        return previous
    }

    /// Returns the filter of a selection.
    func filter(_ selection: HitSelection, _ regrouping: Regrouping?) -> AnalysisFilter {
        var filter = AnalysisFilter()
        // An empty window is expressed as an empty set of outcomes.
        let since = selection.since?.microseconds ?? .min
        if let until = selection.until?.microseconds {
            if until > since { filter.times = since...(until - 1) } else { filter.outcomes = [] }
        } else {
            filter.times = since ... .max
        }
        filter.namespaces = selection.namespaces.map { Set($0.map(\.rawValue)) }
        filter.routes = routes.map { Set($0.map(\.rawValue)) }
        if let outcomes = selection.outcomes, filter.outcomes == nil {
            filter.outcomes = Set(outcomes.map { Int64(HitOutcome($0).rawValue) })
        }
        filter.clients = selection.areBots.map(HitClient.numbers)
        filter.fields = conditions
        filter.regrouping = regrouping
        return filter
    }
}

/// Computes reports, on the calling thread.
struct Analysis {
    let scan: HistoryScan
    let query: AnalysisQuery
    /// Resolves the hits again, if the query regroups.
    let regrouping: Regrouping?
    let previousSelection: HitSelection?
    private let routes: RouteIndex
    private let namespaces: [Int64: String]

    /// Prepares reports.
    init(_ query: AnalysisQuery, of scan: HistoryScan) throws(RouteDBError) {
        self.query = query
        self.scan = scan
        previousSelection = try query.previousSelection()
        regrouping =
            query.regroups
            ? Regrouping(query.snapshot, functions: query.functions) : nil
        routes = RouteIndex(query.snapshot.routes)
        namespaces = Dictionary(
            query.snapshot.namespaces.map { ($0.id.rawValue, $0.name) }, uniquingKeysWith: { $1 })
    }

    /// The filter of the selection.
    var filter: AnalysisFilter { query.filter(query.selection, regrouping) }

    /// The filter of the previous window, if the query compares with it.
    var previousFilter: AnalysisFilter? { previousSelection.map { query.filter($0, regrouping) } }

    var frame: ReportFrame {
        ReportFrame(
            selection: query.selection, previousSelection: previousSelection,
            revision: query.snapshot.revision, isRegrouped: query.regroups)
    }

    /// Returns the frame of a report on texts, URLs or durations, which pruned hits no longer have.
    func frame(total: HitCount, previous: HitCount?) throws(RouteDBError) -> ReportFrame {
        var frame = frame
        frame.total = total
        frame.previousTotal = previous
        frame.countsPruned = false
        frame.pruned = try scan.pruned(filter: filter.recorded)
        return frame
    }

    // MARK: Names

    /// Returns the route with an id, if it is in the snapshot.
    func route(_ id: Int64) -> Route? { routes[RouteID(rawValue: id)] }

    /// Returns the label of a route, or its id if it is not in the snapshot.
    func label(ofRoute id: Int64) -> String {
        guard let route = route(id) else { return "#\(id)" }
        return route.label(in: namespaces[route.namespace.rawValue])
    }

    /// Returns the name of a namespace, or its id if it is not in the snapshot.
    func label(ofNamespace id: Int64) -> String {
        id == 0 ? "" : namespaces[id] ?? "#\(id)"
    }

    /// Returns the first rows, up to the limit of the query.
    func limited<Row>(_ rows: [Row]) -> [Row] {
        Array(rows.prefix((query.limit ?? 0).asLimit))
    }
}
