import RouteDBRouting
import RouteDBStorage

/// Makes reports, on the thread that asks for them.
struct Analysis {
    let scan: HistoryScan
    let query: AnalysisQuery
    /// What resolves hits again, if that is asked for.
    let regrouping: Regrouping?
    let previousSelection: HitSelection?
    private let routes: [Int64: Route]
    private let namespaces: [Int64: String]

    /// Prepares reports.
    ///
    /// - Throws: `invalidValue` if a window has to be compared that has no beginning or end.
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

    /// The filter of the window before, if there is one to compare with.
    var previousFilter: AnalysisFilter? { previousSelection.map { query.filter($0, regrouping) } }

    var frame: ReportFrame {
        ReportFrame(
            selection: query.selection, previousSelection: previousSelection,
            revision: query.snapshot.revision, isRegrouped: query.regroups)
    }

    /// The frame of a report on texts, URLs or durations, which pruned hits have no more.
    func frame(total: HitCount, previous: HitCount?) throws(RouteDBError) -> ReportFrame {
        var frame = frame
        frame.total = total
        frame.previousTotal = previous
        frame.countsPruned = false
        frame.pruned = try scan.pruned(filter: filter.recorded)
        return frame
    }

    // MARK: Names

    /// The route of an id, if the snapshot has it.
    func route(_ id: Int64) -> Route? { routes[id] }

    /// What people call a route: its name, or its pattern, or its number.
    func label(ofRoute id: Int64) -> String {
        guard let route = routes[id] else { return "#\(id)" }
        if let name = route.name { return route.group.map { "\($0)/\(name)" } ?? name }
        return route.pattern == nil ? "#\(id)" : route.patternText
    }

    /// The name of a namespace; of one that the snapshot has not, its number.
    func label(ofNamespace id: Int64) -> String {
        id == 0 ? "" : namespaces[id] ?? "#\(id)"
    }

    /// As many rows as are asked for.
    func limited<Row>(_ rows: [Row]) -> [Row] {
        Array(rows.prefix((query.limit ?? 0).asLimit))
    }
}
