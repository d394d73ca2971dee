import RouteDBSQLite
import Testing

@Suite struct ResultCodeTests {
    @Test("a primary code as a pattern catches its extended codes, and no others")
    func primaryPattern() {
        #expect(ResultCode.busy ~= ResultCode.busySnapshot)
        #expect(ResultCode.busy ~= ResultCode.busy)
        #expect(!(ResultCode.busy ~= ResultCode.locked))
        #expect(!(ResultCode.busySnapshot ~= ResultCode.busy))
        #expect(!(ResultCode.busySnapshot ~= ResultCode.busyRecovery))
        #expect(ResultCode.constraintUnique.primary == .constraint)
    }

    @Test("a code in a catch clause catches the error that carries it")
    func catchClause() {
        func caught(_ code: ResultCode) -> String {
            do {
                throw SQLiteError(code: code, message: "")
            } catch ResultCode.constraintUnique {
                return "unique"
            } catch ResultCode.constraint {
                return "constraint"
            } catch {
                return "other"
            }
        }
        #expect(caught(.constraintUnique) == "unique")
        #expect(caught(.constraintForeignKey) == "constraint")
        #expect(caught(.full) == "other")
        #expect(!(ResultCode.ok ~= (CancellationError() as any Error)))
    }

    @Test(
        "a description has SQLite's name and the number",
        arguments: [
            (ResultCode.busySnapshot, "SQLITE_BUSY_SNAPSHOT (517)"),
            (.constraintUnique, "SQLITE_CONSTRAINT_UNIQUE (2067)"),
            (.constraintForeignKey, "SQLITE_CONSTRAINT_FOREIGNKEY (787)"),
            (.constraintPrimaryKey, "SQLITE_CONSTRAINT_PRIMARYKEY (1555)"),
            (.constraintDataType, "SQLITE_CONSTRAINT_DATATYPE (3091)"),
            (.notADatabase, "SQLITE_NOTADB (26)"),
            (.cannotOpenIsDirectory, "SQLITE_CANTOPEN_ISDIR (526)"),
            (ResultCode(rawValue: 10 | (34 << 8)), "SQLITE_IOERR_IN_PAGE (8714)"),
            (ResultCode(rawValue: 10 | (200 << 8)), "SQLITE_IOERR (51210)"),
            (ResultCode(rawValue: 77), "SQLITE (77)"),
            (ResultCode(rawValue: -1), "SQLITE (-1)"),
        ])
    func names(code: ResultCode, name: String) {
        #expect(code.description == name)
    }

    @Test("an error contains its code, message and SQL, and never a bound value")
    func errorDescription() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t (a TEXT PRIMARY KEY) STRICT")
        let error = #expect(throws: SQLiteError.self) {
            for _ in 0..<2 {
                try connection.withStatement("INSERT INTO t VALUES (?1)") { statement in
                    try statement.bind("secret", at: 1)
                    try statement.run()
                }
            }
        }
        let text = try #require(error?.description)
        #expect(text.contains("SQLITE_CONSTRAINT_PRIMARYKEY"))
        #expect(text.contains("INSERT INTO t VALUES (?1)"))
        #expect(!text.contains("secret"))
        #expect(error?.sql == "INSERT INTO t VALUES (?1)")
    }
}
