import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The answers to queries for routes, within the caller's transaction.
struct RouteReading {
    let database: Database
    /// The revision to look at; `nil` for what is live.
    let past: Int64?

    /// Returns the routes that a query finds, in the order of registration.
    ///
    /// - Complexity: O(*k* log *k*) in the candidates *k* of the index that suits the query; no more than the
    ///   limit are held.
    func routes(_ query: RouteQuery, in space: NamespaceID?) throws(RouteDBError) -> [Route] {
        var first = query
        // At a past revision, each of two statements finds some of the first routes.
        if past != nil {
            first.limit = query.limit.map { $0.addingReportingOverflow(query.skipped) }
                .flatMap { $0.overflow ? nil : $0.partialValue }
            first.skipped = 0
        }
        let found = try rows(of: first, in: space, selecting: Self.columns) { row in
            try Route.read(row, in: database)
        }
        guard past != nil else { return found }
        return Array(
            found.sorted { $0.id < $1.id }.dropFirst(query.skipped).prefix(query.limit ?? .max))
    }

    /// Returns the number of routes that meet conditions.
    func count(_ filter: RouteFilter, in space: NamespaceID?) throws(RouteDBError) -> Int {
        let query = RouteQuery(filter)
        guard filter.text == nil else {
            return try rows(of: query, in: space, selecting: Self.columns) { (_) in () }.count
        }
        var count = 0
        for candidates in RouteCandidates.all(query, in: space, at: past) {
            count += try database.run(composed: candidates.counting) { statement in
                try statement.bind(candidates.values)
                return try statement.step() ? Int(statement.int(at: 0)) : 0
            }
        }
        return count
    }

    /// Returns the numbers of routes of the namespaces.
    func counts() throws(RouteDBError) -> [NamespaceID: Int] {
        let live: StaticString = """
            SELECT namespace, count(*) FROM route WHERE ended_by IS NULL GROUP BY namespace
            """
        let dated: StaticString = """
            SELECT namespace, count(*) FROM route
            WHERE made_by <= ?1 AND (ended_by IS NULL OR ended_by > ?1) GROUP BY namespace
            """
        return try database.run(past == nil ? live : dated) { statement in
            if past != nil { try statement.bind(past, at: 1) }
            var counts: [NamespaceID: Int] = [:]
            while try statement.step() {
                counts[NamespaceID(rawValue: statement.int(at: 0))] = Int(statement.int(at: 1))
            }
            return counts
        }
    }

    /// The columns of a route, by which text is looked for.
    private static let columns = Route.table.columns.joined(separator: ", ")

    /// Reads the rows that a query finds with a closure; rows for which it returns `nil` do not count.
    ///
    /// At a past revision, each of two statements finds that many. To look for text, select the columns of a
    /// route.
    func rows<Value>(
        of query: RouteQuery, in space: NamespaceID?, selecting columns: String,
        _ read: (borrowing Statement) throws -> Value?
    ) throws(RouteDBError) -> [Value] {
        var found: [Value] = []
        for candidates in RouteCandidates.all(query, in: space, at: past) {
            let first = found.count
            var skipped = 0
            try database.run(composed: candidates.selecting(columns)) { statement in
                try statement.bind(candidates.values)
                while found.count - first < query.limit ?? .max, try statement.step() {
                    guard Self.hasText(statement, query.filter) else { continue }
                    skipped += 1
                    guard skipped > query.skipped else { continue }
                    if let value = try read(statement) { found.append(value) }
                }
            }
        }
        return found
    }

    /// Returns whether one of the texts of a row with the columns of the table has the one that is looked for.
    private static func hasText(_ row: borrowing Statement, _ filter: RouteFilter) -> Bool {
        guard filter.text != nil else { return true }
        let syntax = row.string(at: 7)
        let pattern: String? =
            if syntax.isEmpty { nil } else {
                row.string(at: syntax == RouteRecord.nativeSyntax ? 5 : 6)
            }
        return filter.hasText([
            row.optionalString(at: 2), row.optionalString(at: 3), pattern, row.string(at: 8),
        ])
    }
}
