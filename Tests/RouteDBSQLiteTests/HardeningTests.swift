import RouteDBSQLite
import RouteDBTestSupport
import Testing

/// What SQLite advises for files that anybody may have made, for each kind of connection.
@Suite struct HardeningTests {
    enum Kind: CaseIterable { case reading, writing, creating, memory }

    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try HostileFile.execute(
            """
            CREATE TABLE t (a); CREATE TABLE log (a); INSERT INTO t VALUES (1);
            CREATE VIEW v AS WITH RECURSIVE r (a) AS (SELECT 1 UNION ALL SELECT 1 FROM r)
                SELECT a FROM r;
            CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END;
            """, path: directory.path("a.db"))
    }

    private func connection(_ kind: Kind) throws -> Connection {
        let path = directory.path("a.db")
        switch kind {
        case .reading: return try Connection(path: path, mode: .readOnly)
        case .writing: return try Connection(path: path, mode: .readWrite)
        case .creating: return try Connection(path: path, mode: .create)
        case .memory:
            let memory = try Connection.inMemory()
            try Connection(path: path, mode: .readOnly).backUp(to: memory)
            return memory
        }
    }

    @Test("the file is not trusted", arguments: Kind.allCases)
    func pragmas(kind: Kind) throws {
        let connection = try connection(kind)
        #expect(try connection.pragma("trusted_schema") == 0)
        #expect(try connection.pragma("cell_size_check") == 1)
        if kind != .memory { #expect(try connection.pragma("mmap_size") == 0) }
        #expect(throws: SQLiteError.self) {
            try connection.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
        }
    }

    @Test("triggers never run", arguments: [Kind.writing, .creating, .memory])
    func triggers(kind: Kind) throws {
        let connection = try connection(kind)
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.withStatement("SELECT count(*) FROM log") { statement in
            try expectRow(&statement)
            #expect(statement.int(at: 0) == 0)
        }
    }

    @Test("views of a file are not read", arguments: [Kind.reading, .writing, .creating])
    func views(kind: Kind) throws {
        let connection = try connection(kind)
        #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT * FROM v") }
    }

    @Test("a file attaches no other", arguments: [Kind.reading, .writing, .creating])
    func attaching(kind: Kind) throws {
        let connection = try connection(kind)
        #expect(throws: SQLiteError.self) {
            try connection.execute("ATTACH ':memory:' AS other")
        }
    }

    @Test("a statement on a file has limits", arguments: [Kind.reading, .writing, .creating])
    func limits(kind: Kind) throws {
        let connection = try connection(kind)
        for sql in [
            "SELECT " + Array(repeating: "1", count: 300).joined(separator: "+"),
            "SELECT " + Array(repeating: "1", count: 300).joined(separator: ","),
            Array(repeating: "SELECT 1", count: 60).joined(separator: " UNION ALL "),
            "SELECT ?300", "SELECT '" + String(repeating: "x", count: 300_000) + "'",
        ] {
            #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
        }
    }

    @Test("what is at the limits of a statement is prepared, and one more of it is not")
    func edges() throws {
        let connection = try connection(.reading)
        let statements: [(Int, (Int) -> String)] = [
            (200, { "SELECT " + Array(repeating: "1", count: $0).joined(separator: ",") }),
            (200, { "SELECT " + Array(repeating: "1", count: $0).joined(separator: "+") }),
            (200_000, { "SELECT '" + String(repeating: "x", count: $0 - 9) + "'" }),
        ]
        for (limit, sql) in statements {
            #expect(throws: Never.self) { _ = try connection.prepare(sql(limit)) }
            #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql(limit + 1)) }
        }
    }
}
