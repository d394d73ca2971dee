import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension LintSuppression: EditedItem {
    static let table = VersionedTable(
        "suppression",
        columns: ["id", "code", "route", "other_route", "namespace", "name", "reason"],
        references: ["namespace": "namespace", "route": "route", "other_route": "route"])

    /// The suppressions of findings about the route `?2`.
    static let ofRoute = table.ending(where: "(route = ?2 OR other_route = ?2)")
    /// The suppressions of findings in the namespace `?2`.
    static let ofNamespace = table.ending(where: "namespace = ?2")
    /// The suppressions of the same findings, in any order, so that SQLite goes through the index of
    /// routes and not through that of ids.
    fileprivate static let equal = table.anyLive(
        where: """
            route IS ?2 AND +other_route IS ?3 AND code = ?1 AND namespace IS ?4 AND name IS ?5
            """)

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> LintSuppression {
        guard let code = LintCode(rawValue: row.string(at: 1)) else {
            throw database.corrupt("suppression \(row.int(at: 0)) is invalid")
        }
        return LintSuppression(
            id: row.int(at: 0), code: code, route: row.optionalInt(at: 2).map(RouteID.init),
            other: row.optionalInt(at: 3).map(RouteID.init),
            namespace: row.optionalInt(at: 4).map(NamespaceID.init),
            name: row.optionalString(at: 5), reason: row.string(at: 6))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(id, at: 1)
        try statement.bind(code.rawValue, at: 2)
        try statement.bind(route?.rawValue, at: 3)
        try statement.bind(other?.rawValue, at: 4)
        try statement.bind(namespace?.rawValue, at: 5)
        try statement.bind(name, at: 6)
        try statement.bind(reason, at: 7)
    }
}

extension Versions<LintSuppression> {
    /// The oldest live suppression of the same findings as another one.
    func twin(of suppression: LintSuppression) throws(RouteDBError) -> LintSuppression? {
        // Two routes may be named in either order.
        let (route, other) = (suppression.route?.rawValue, suppression.other?.rawValue)
        var found: [LintSuppression] = []
        for (first, second) in [(route, other), (other, route)] {
            found += try items(
                LintSuppression.equal, .text(suppression.code.rawValue), SQLiteValue(first),
                SQLiteValue(second), SQLiteValue(suppression.namespace?.rawValue),
                SQLiteValue(suppression.name))
        }
        return found.min { $0.id < $1.id }
    }
}
