import RouteDBSQLite

/// The virtual table `hits`: the hits of the segments and the tail as rows.
///
/// Segments are skipped by their time ranges. In the others, hits are selected by their numbers,
/// and only those become rows. SQLite evaluates all other conditions of a query.
final class HitsTable: VirtualTable {
    // The connection that has the table owns it, and outlives it.
    private unowned let connection: Connection
    /// The path of the history, or `nil` if there is none, in which case the table is empty.
    private let path: String?
    /// The approximate number of hits.
    private let count: Int64
    let names: HitNames
    /// The last error that a cursor threw, until it is fetched.
    private var failure: (any Error)?

    init(connection: Connection, path: String?, count: Int64, names: HitNames) {
        self.connection = connection
        self.path = path
        self.count = count
        self.names = names
    }

    var declaration: String {
        let columns = HitColumn.allCases.map { "\($0.rawValue) \($0.type)" }
        return "CREATE TABLE hits (\(columns.joined(separator: ", ")))"
    }

    func makeCursor() -> any VirtualCursor {
        let database = path.map { Database(connection: connection, path: $0, kind: .history) }
        return HitsTableCursor(database, names)
    }

    func note(_ failure: any Error) { self.failure = failure }

    /// Returns and clears the error with which this table made the last statement fail, if any.
    func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    func plan(_ query: VirtualQuery) -> VirtualPlan {
        var plan = VirtualPlan(constraints: [], text: "", cost: 0, rows: 0)
        var (share, work) = (1.0, 1.0)
        var conditions: [HitCondition] = []
        for constraint in query.constraints {
            guard HitColumn.allCases.indices ~= constraint.column else { continue }
            let condition = HitCondition(
                column: HitColumn.allCases[constraint.column], comparison: constraint.comparison)
            guard condition.isUseful(isBinary: constraint.isBinary) else { continue }
            plan.constraints.append(constraint)
            conditions.append(condition)
            share *= condition.isRange ? 0.3 : 0.05
            // Only time conditions skip segments; others still examine each hit. So a join scans
            // the hits once, and looks up the other table's rows by an index.
            work *= condition.isOfTime ? 0.3 : 0.5
        }
        let needsTexts = HitColumn.allCases.contains { $0.text != nil && query.uses($0.index) }
        plan.text = (needsTexts ? "t" : "n") + conditions.map(\.text).joined()
        plan.cost = max(1, Double(count) * max(work, 0.02) * (needsTexts ? 2 : 1))
        plan.rows = max(1, Int64(exactly: (Double(count) * share).rounded(.down)) ?? count)
        return plan
    }
}
