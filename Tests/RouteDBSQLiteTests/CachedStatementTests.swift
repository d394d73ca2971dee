import RouteDBSQLite
import Testing

@Suite struct CachedStatementTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
    }

    /// The statements of the connection that SQLite knows, this one aside.
    private func preparedCount() throws -> Int64 {
        var statement = try connection.prepare(
            "SELECT count(*) FROM sqlite_stmt WHERE sql NOT LIKE '%sqlite_stmt%'")
        _ = try statement.step()
        return statement.int(at: 0)
    }

    @Test("a statement is prepared once, and comes back reset and without bindings")
    func reuse() throws {
        for round in 0..<3 {
            try connection.withStatement("SELECT a, ?1 FROM t ORDER BY a") { statement in
                if round > 0 {
                    try expectRow(&statement)
                    #expect(statement.int(at: 0) == 1)
                    #expect(statement.isNull(at: 1) == true)
                    statement.reset()
                }
                try statement.bind(round, at: 1)
                try expectRow(&statement)
                try expectRow(&statement)
            }
        }
        #expect(try preparedCount() == 1)
    }

    private func pairs(depth: Int) throws -> [Int64] {
        try connection.withStatement("SELECT a FROM t ORDER BY a") { statement in
            var values: [Int64] = []
            while try statement.step() {
                values.append(statement.int(at: 0))
                if depth > 0 {
                    values += try pairs(depth: depth - 1)
                }
            }
            return values
        }
    }

    @Test("the same SQL may run inside itself")
    func reentrancy() throws {
        #expect(try pairs(depth: 1) == [1, 1, 2, 3, 2, 1, 2, 3, 3, 1, 2, 3])
        #expect(try pairs(depth: 2).count == 3 + 9 + 27)
        #expect(try preparedCount() == 1)
        try connection.close()
    }

    @Test("a closure that throws leaves no statement running")
    func resetOnThrow() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try connection.withStatement("SELECT a FROM t") { statement in
                _ = try statement.step()
                throw Stop()
            }
        }
        // A running SELECT would keep the table locked against its removal.
        try connection.execute("DROP TABLE t")
        try connection.close()
    }

    @Test("a statement that failed works again")
    func reuseAfterFailure() throws {
        try connection.execute("CREATE UNIQUE INDEX i ON t (a)")
        func insert(_ value: Int) throws {
            try connection.withStatement("INSERT INTO t VALUES (?1)") { statement in
                try statement.bind(value, at: 1)
                try statement.run()
            }
        }
        let error = #expect(throws: SQLiteError.self) { try insert(1) }
        #expect(error?.code == .constraintUnique)
        try insert(4)
        #expect(connection.changes == 1)
        #expect(connection.lastInsertedRowID == 4)
    }

    @Test("a kept statement follows a change of the schema")
    func schemaChange() throws {
        func columns() throws -> Int32 {
            try connection.withStatement("SELECT * FROM t") { statement in
                _ = try statement.step()
                return statement.columnCount
            }
        }
        #expect(try columns() == 1)
        try connection.execute("ALTER TABLE t ADD COLUMN b")
        #expect(try columns() == 2)
    }

    @Test("a statement that escapes its closure is still valid")
    func escape() throws {
        var kept = try connection.prepare("SELECT 0")
        try connection.withStatement("SELECT 7") { swap(&$0, &kept) }
        try expectRow(&kept)
        let value = kept.int(at: 0)
        #expect(value == 7)
    }

    @Test(
        "a text must hold exactly one statement",
        arguments: [
            "", "  ", "-- only a comment", ";", "SELECT 1; SELECT 2", "SELECT 1; nonsense",
            "SELECT 1\0; DROP TABLE t",
        ])
    func notOneStatement(sql: String) {
        let error = #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
        #expect(error?.code == .misuse)
    }

    @Test(
        "blanks, semicolons and comments may follow a statement",
        arguments: ["SELECT 1;", "SELECT 1 ;;\n -- end\n", "SELECT 1; /* a */ ; /* b */ -- c"])
    func trailingBlanks(sql: String) throws {
        var statement = try connection.prepare(sql)
        try expectRow(&statement)
    }

    @Test("a script runs statement by statement and names the failing one")
    func script() throws {
        try connection.execute(
            """
            -- a comment
            CREATE TABLE s (a); ;
            /* another; */ INSERT INTO s VALUES ('x;y'), (2);
            SELECT * FROM s;
            CREATE TRIGGER r AFTER INSERT ON s BEGIN DELETE FROM s WHERE a = 2; SELECT 1; END;
            DELETE FROM s WHERE a = 2; INSERT INTO s VALUES (3)
            -- the end
            """)
        try connection.withStatement("SELECT count(*) FROM s") { statement in
            try expectRow(&statement)
            #expect(statement.int(at: 0) == 2)
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(Array("DELETE FROM s; INSERT INTO missing VALUES (1);".utf8))
        }
        #expect(error?.code == .error)
        #expect(error?.sql?.contains("missing") == true)
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t;\0DELETE") }
        #expect(try pairs(depth: 0) == [1, 2, 3])
        try connection.execute("")
        try connection.execute([])
    }
}
