import RouteDB
import RouteDBDatabase
import RouteDBRouting

/// Computes reports, on the calling thread.
struct Analysis {
    let scan: HistoryScan
    let query: AnalysisQuery
    /// Resolves the hits again, if the query regroups.
    let regrouping: Regrouping?
    let previousSelection: HitSelection?
    private let routes: [Int64: Route]
    private let namespaces: [Int64: String]

    /// Prepares reports.
    ///
    /// - Throws: `invalidValue` if the query compares with the previous window and its own has no
    ///   start or end.
    init(_ query: AnalysisQuery, of scan: HistoryScan) throws(RouteDBError) {
        self.query = query
        self.scan = scan
        previousSelection = try query.previousSelection()
        regrouping =
            query.regroups
            ? Regrouping(table: RoutingTable(query.snapshot, functions: query.functions)) : nil
        routes = Dictionary(
            query.snapshot.routes.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { $1 })
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
    func route(_ id: Int64) -> Route? { routes[id] }

    /// Returns the label of a route: its name, or its pattern, or its id.
    func label(ofRoute id: Int64) -> String {
        guard let route = routes[id] else { return "#\(id)" }
        if let name = route.name { return route.group.map { "\($0)/\(name)" } ?? name }
        return route.pattern == nil ? "#\(id)" : route.patternText
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
