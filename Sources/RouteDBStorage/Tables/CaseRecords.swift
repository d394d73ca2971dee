import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RouteTestCase.Stored: EditedItem {
    static let table = VersionedTable(
        "test_case", itemName: "route test", columns: ["id", "name", "request", "expected"])

    /// The case with the name `?1`.
    static let named = table.live(where: "name = ?1")
    /// The cases without a name, with the request `?1` and the expectation `?2`.
    static let equal = table.live(where: "request = ?1 AND expected = ?2 AND name IS NULL")

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> RouteTestCase.Stored {
        do {
            return try parse(row)
        } catch {
            throw database.corrupt(
                "case \(row.int(at: 0)) is invalid: \(error)", underlying: error)
        }
    }

    /// Reads a case from a row with the columns of the table.
    static func parse(_ row: borrowing Statement) throws -> RouteTestCase.Stored {
        var object: JSONObject = [:]
        object["case"] = row.optionalString(at: 1).map(JSONValue.string)
        guard case .object(let request) = try JSONValue(parsing: row.string(at: 2)) else {
            throw JSONMistake(at: [], "The request is not a JSON object.")
        }
        object = object.merging(request)
        object["expect"] = try JSONValue(parsing: row.string(at: 3))
        return RouteTestCase.Stored(
            id: CaseID(rawValue: row.int(at: 0)), content: try RouteTestCase(json: object))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(id.rawValue, at: 1)
        try statement.bind(content.name, at: 2)
        try statement.bind(content.request.json.description, at: 3)
        try statement.bind(content.expected.json.description, at: 4)
    }
}

extension Versions<RouteTestCase.Stored> {
    /// The live case with a name.
    func find(named name: String) throws(RouteDBError) -> RouteTestCase.Stored? {
        try items(RouteTestCase.Stored.named, .text(name)).first
    }

    /// The oldest live case without a name that is equal, byte by byte.
    func twin(of content: RouteTestCase) throws(RouteDBError) -> CaseID? {
        try items(
            RouteTestCase.Stored.equal, .text(content.request.json.description),
            .text(content.expected.json.description)
        ).first?.id
    }
}
