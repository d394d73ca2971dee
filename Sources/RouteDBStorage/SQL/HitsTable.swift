import RouteDBSQLite

/// The virtual table `hits`: the hits of the segments and of the tail, as rows.
///
/// Segments are passed over by their times. Of the others, the hits are found by their numbers, and
/// only those become rows; what else a query wants, SQLite sees to.
final class HitsTable: VirtualTable {
    // The connection that has the table owns it, and outlives it.
    private unowned let connection: Connection
    /// The path of the history; nil if there is none, and so no hit.
    private let path: String?
    /// How many hits there are, near enough.
    private let count: Int64
    let names: HitNames
    /// What a cursor threw last, and nobody has asked for.
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

    /// The error that made the last statement fail, if it was one of this table's.
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
            // Only times keep segments from being read; the rest costs a look at each hit. A join
            // thus goes through the hits once, and finds the other table's rows by an index.
            work *= condition.isOfTime ? 0.3 : 0.5
        }
        let needsTexts = HitColumn.allCases.contains { $0.text != nil && query.uses($0.index) }
        plan.text = (needsTexts ? "t" : "n") + conditions.map(\.text).joined()
        plan.cost = max(1, Double(count) * max(work, 0.02) * (needsTexts ? 2 : 1))
        plan.rows = max(1, Int64(exactly: (Double(count) * share).rounded(.down)) ?? count)
        return plan
    }
}
