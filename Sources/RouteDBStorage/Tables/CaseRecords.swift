import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The table `test_case`.
struct CaseRecords {
    let database: Database

    /// All cases at a revision, oldest first; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [StoredCase] {
        let select: StaticString = """
            SELECT id, name, request, expected FROM test_case
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            return try cases(&statement)
        }
    }

    /// The live case with a name.
    func find(named name: String) throws(RouteDBError) -> StoredCase? {
        let select: StaticString = """
            SELECT id, name, request, expected FROM test_case
            WHERE name = ?1 AND ended_by IS NULL
            """
        return try database.run(select) { statement in
            try statement.bind(name, at: 1)
            return try cases(&statement).first
        }
    }

    /// The live case with an id.
    func find(_ id: CaseID) throws(RouteDBError) -> StoredCase? {
        let select: StaticString = """
            SELECT id, name, request, expected FROM test_case WHERE id = ?1 AND ended_by IS NULL
            """
        return try database.run(select) { statement in
            try statement.bind(id.rawValue, at: 1)
            return try cases(&statement).first
        }
    }

    /// The oldest live case without a name that is equal, byte by byte.
    func twin(of content: RouteTestCase) throws(RouteDBError) -> CaseID? {
        let select: StaticString = """
            SELECT id FROM test_case
            WHERE request = ?1 AND expected = ?2 AND name IS NULL AND ended_by IS NULL ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(content.request.json.description, at: 1)
            try statement.bind(content.expected.json.description, at: 2)
            return try statement.step() ? CaseID(rawValue: statement.int(at: 0)) : nil
        }
    }

    /// The revision that removed a case, or `nil` if the id was never used.
    func end(of id: CaseID) throws(RouteDBError) -> Int64? {
        try database.number("SELECT max(ended_by) FROM test_case WHERE id = ?1", id.rawValue)
    }

    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM test_case") ?? 1
    }

    func insert(_ stored: StoredCase, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO test_case (id, name, request, expected, made_by)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        try database.run(insert) { statement in
            try statement.bind(stored.id.rawValue, at: 1)
            try statement.bind(stored.content.name, at: 2)
            try statement.bind(stored.content.request.json.description, at: 3)
            try statement.bind(stored.content.expected.json.description, at: 4)
            try statement.bind(revision, at: 5)
            try statement.run()
        }
    }

    /// Ends a live case; one that the current revision added is deleted.
    func end(_ id: CaseID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM test_case WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE test_case SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }

    private func cases(_ statement: inout Statement) throws -> [StoredCase] {
        var cases: [StoredCase] = []
        while try statement.step() {
            do {
                cases.append(try Self.stored(statement))
            } catch {
                throw database.corrupt(
                    "case \(statement.int(at: 0)) is invalid: \(error)", underlying: error)
            }
        }
        return cases
    }

    /// Reads a case from a row; the columns are in the order of the selects above.
    static func stored(_ row: borrowing Statement) throws -> StoredCase {
        var object: JSONObject = [:]
        object["case"] = row.optionalString(at: 1).map(JSONValue.string)
        guard case .object(let request) = try JSONValue(parsing: row.string(at: 2)) else {
            throw JSONMemberError([], "The request is not a JSON object.")
        }
        object = object.merging(request)
        object["expect"] = try JSONValue(parsing: row.string(at: 3))
        return StoredCase(
            id: CaseID(rawValue: row.int(at: 0)), content: try RouteTestCase(json: object))
    }
}
