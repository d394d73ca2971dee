import RouteDBDatabase
import RouteDBRouting
package import RouteDBSQLite

/// The virtual table `hits`: the hits of the segments and the tail as rows.
///
/// Segments are skipped by their time ranges and by the row ids of their hits. In the others, hits
/// are selected by their numbers, and only those become rows. SQLite evaluates all other conditions
/// of a query.
package final class HitsTable: VirtualTable {
    // The connection that has the table owns it, and outlives it.
    private unowned let connection: Connection
    /// The path of the history, or `nil` if there is none, in which case the table is empty.
    private let path: String?
    /// The approximate number of hits.
    private let count: Int64
    let names: HitNames
    /// The last error that a cursor threw, until it is fetched.
    private var failure: (any Error)?

    package init(connection: Connection, path: String?, count: Int64, names: HitNames) {
        self.connection = connection
        self.path = path
        self.count = count
        self.names = names
    }

    package var declaration: String {
        let columns = HitColumn.allCases.map { "\($0.rawValue) \($0.type)" }
        return "CREATE TABLE hits (\(columns.joined(separator: ", ")))"
    }

    package func makeCursor() -> any VirtualCursor {
        let database = path.map { Database(connection: connection, path: $0, kind: .history) }
        return HitsTableCursor(database, names)
    }

    package func note(_ failure: any Error) { self.failure = failure }

    /// Returns and clears the error with which this table made the last statement fail, if any.
    package func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    package func plan(_ query: VirtualQuery) -> VirtualPlan {
        var plan = VirtualPlan(constraints: [], text: "", cost: 0, rows: 0)
        var (share, work) = (1.0, 1.0)
        var conditions: [HitCondition] = []
        for constraint in query.constraints {
            guard let operand = HitCondition.Operand(index: constraint.column) else { continue }
            let condition = HitCondition(operand: operand, comparison: constraint.comparison)
            guard condition.isUseful(isBinary: constraint.isBinary) else { continue }
            plan.constraints.append(constraint)
            conditions.append(condition)
            share *= condition.isRange ? 0.3 : 0.05
            // Only some conditions skip segments; others still examine each hit. So a join scans
            // the hits once, and looks up the other table's rows by an index.
            work *= condition.skipsSegments ? 0.3 : 0.5
        }
        let needsTexts = HitColumn.allCases.contains { $0.text != nil && query.uses($0.index) }
        plan.text = (needsTexts ? "t" : "n") + conditions.map(\.text).joined()
        plan.cost = max(1, Double(count) * max(work, 0.02) * (needsTexts ? 2 : 1))
        plan.rows = max(1, Int64(exactly: (Double(count) * share).rounded(.down)) ?? count)
        return plan
    }
}

/// Iterates over the rows of the virtual table `hits`.
final class HitsTableCursor: VirtualCursor {
    private static let columns = HitColumn.allCases

    /// The database, or `nil` if there is no history.
    private let database: Database?
    private let names: HitNames
    private var filter = HitFilter()
    private var cursor: HitsCursor?
    /// The segment of the row; its bytes are valid until the cursor moves to the next segment.
    ///
    /// It is behind one reference, since SQLite asks for each cell, and a segment has many.
    private var current: Current?
    /// The positions of the selected hits in the segment.
    private var rows: [Int] = []
    private var place = 0

    private final class Current {
        let segment: HitSegment
        init(_ segment: HitSegment) { self.segment = segment }
    }

    init(_ database: Database?, _ names: HitNames) {
        self.database = database
        self.names = names
    }

    func begin(_ plan: String, _ arguments: [VirtualArgument]) throws {
        (cursor, current, filter) = (nil, nil, HitFilter())
        for (condition, argument) in zip(HitCondition.conditions(plan.dropFirst()), arguments) {
            condition.narrow(&filter, argument, names)
        }
        guard let database, !filter.isImpossible else { return }
        cursor = try HitsCursor(
            database: database, times: filter.times, segments: filter.rows.segments,
            texts: plan.utf8.first == UInt8(ascii: "t") ? .all : .none)
        try goToNextSegment()
    }

    var isAtEnd: Bool { current == nil }

    func advance() throws {
        place += 1
        if place >= rows.count { try goToNextSegment() }
    }

    private func goToNextSegment() throws {
        // Cleared first, since the bytes of the old segment become invalid.
        current = nil
        place = 0
        // A segment is longer than a value of a statement may be.
        try database?.connection.withoutValueLimit {
            while let next = try cursor?.next() {
                filter.rows(of: next, into: &rows)
                guard rows.isEmpty else {
                    current = Current(next)
                    return
                }
            }
        }
    }

    var rowID: Int64 {
        HitRowRange.id(ofSegment: current?.segment.id ?? 0, hit: Int64(rows[place]))
    }

    func give(_ column: Int, to result: borrowing VirtualResult) throws {
        guard let current, Self.columns.indices ~= column else { return }
        let (column, row) = (Self.columns[column], rows[place])
        if let number = column.number {
            let value = current.segment.value(number, at: row)
            if value != column.absent { result.give(value) }
            return
        }
        if let text = column.text {
            do {
                // SQLite copies the text before the next call of the cursor.
                if let bytes = try unsafe current.segment.text(text, at: row) {
                    unsafe Self.give(bytes, to: result)
                }
            } catch {
                throw RouteDBError(error, path: database?.path ?? "", kind: .history)
            }
            return
        }
        let time = current.segment.value(.time, at: row)
        let client = HitClient(number: current.segment.value(.client, at: row))
        switch column {
        case .bot: if let client { result.give(client.isBot ? 1 : 0) }
        case .platform: if let client { result.give(text: client.platform.rawValue) }
        case .bucket: result.give(RollUps.bucket(of: time))
        case .at:
            let text = Timestamp(microseconds: time).inSeconds
            // Only times in this format sort chronologically as text.
            if text.utf8.count == Self.timeLength { result.give(text: text) }
        case .outcome:
            if let outcome = try? current.segment.outcome(at: row) {
                result.give(text: outcome.rawValue)
            }
        default:
            let name = names.name(
                column, namespace: current.segment.value(.namespace, at: row),
                route: current.segment.value(.route, at: row))
            if let name { result.give(text: name) }
        }
    }

    private static let timeLength = "2026-01-31T08:30:00Z".utf8.count

    /// Returns bytes as text if they are valid UTF-8, and as a BLOB otherwise.
    private static func give(
        _ bytes: UnsafeRawBufferPointer, to result: borrowing VirtualResult
    ) {
        let isText =
            // The buffer is read, and copied by SQLite, before the function returns.
            unsafe bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        if isText { unsafe result.give(text: bytes) } else { unsafe result.give(blob: bytes) }
    }
}
