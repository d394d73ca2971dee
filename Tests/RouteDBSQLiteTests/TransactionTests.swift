import RouteDBSQLite
import RouteDBTestSupport
import Testing

@Suite struct TransactionTests {
    struct Stop: Error {}

    let directory: TemporaryDirectory
    let connection: Connection

    init() throws {
        directory = try TemporaryDirectory()
        connection = try Connection(path: directory.path("a.db"), mode: .create, busyTimeout: .zero)
        try connection.execute("CREATE TABLE t (a UNIQUE)")
    }

    private func other(timeout: Duration = .zero) throws -> Connection {
        try Connection(path: directory.path("a.db"), mode: .readWrite, busyTimeout: timeout)
    }

    private func insert(_ value: Int) throws {
        try connection.withStatement("INSERT INTO t VALUES (?1)") { statement in
            try statement.bind(value, at: 1)
            try statement.run()
        }
    }

    private func values(_ connection: Connection) throws -> [Int64] {
        try connection.withStatement("SELECT a FROM t ORDER BY a") { statement in
            var values: [Int64] = []
            while try statement.step() {
                values.append(statement.int(at: 0))
            }
            return values
        }
    }

    @Test("a transaction commits if its closure returns and rolls back if it throws")
    func commitAndRollBack() throws {
        let result = try connection.transaction {
            #expect(connection.isInTransaction)
            try insert(1)
            return "done"
        }
        #expect(result == "done")
        #expect(!connection.isInTransaction)
        #expect(throws: Stop.self) {
            try connection.transaction {
                try insert(2)
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try values(other()) == [1])
    }

    @Test("a nested transaction is refused, and the outer one is rolled back")
    func nestedTransaction() throws {
        let code = thrownCode {
            try connection.transaction {
                try insert(1)
                try connection.transaction { try insert(2) }
            }
        }
        #expect(code == .error)
        #expect(try values(connection) == [])
    }

    @Test("a constraint inside a transaction throws its extended code and undoes everything")
    func constraint() throws {
        let code = thrownCode {
            try connection.transaction {
                try insert(1)
                try insert(1)
            }
        }
        #expect(code == .constraintUnique)
        #expect(try values(connection) == [])
    }

    @Test("a deferred foreign key fails the commit, which is rolled back")
    func failedCommit() throws {
        try connection.execute(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            """)
        let code = thrownCode {
            try connection.transaction { try connection.execute("INSERT INTO child VALUES (9)") }
        }
        #expect(code == .constraintForeignKey)
        #expect(!connection.isInTransaction)
        try connection.transaction { try insert(1) }
    }

    @Test("after an automatic rollback, the closure's error is thrown")
    func automaticRollBack() throws {
        let code = thrownCode {
            try connection.transaction {
                try insert(1)
                try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
            }
        }
        #expect(code == .constraintUnique)
        #expect(try values(connection) == [])
    }

    @Test("a closure that hides an automatic rollback fails to commit")
    func hiddenRollBack() throws {
        let code = thrownCode {
            try connection.transaction {
                try insert(1)
                try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
            }
        }
        #expect(code == .error)
        let nested = thrownCode {
            try connection.transaction {
                try connection.savepoint {
                    try insert(1)
                    try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
                }
            }
        }
        #expect(nested == .error)
        #expect(try values(connection) == [])
    }

    @Test("savepoints nest, and each rolls back only its own changes")
    func savepoints() throws {
        try connection.transaction {
            try insert(1)
            try connection.savepoint {
                try insert(2)
                try? connection.savepoint {
                    try insert(3)
                    throw Stop()
                }
                try connection.savepoint { try insert(4) }
            }
            try? connection.savepoint {
                try connection.savepoint { try insert(5) }
                throw Stop()
            }
        }
        #expect(try values(connection) == [1, 2, 4])
    }

    @Test("a savepoint outside of a transaction is an immediate transaction")
    func loneSavepoint() throws {
        let other = try other()
        try connection.savepoint {
            let code = thrownCode { try other.transaction {} }
            #expect(code == .busy)
            try insert(1)
        }
        #expect(!connection.isInTransaction)
        #expect(try values(other) == [1])
    }

    @Test("a second writer is busy until the first has finished")
    func busyWriter() throws {
        let other = try other(timeout: .milliseconds(10))
        try connection.transaction {
            try insert(1)
            let code = thrownCode { try other.transaction { try other.execute("DELETE FROM t") } }
            #expect(code == .busy)
            #expect(!other.isInTransaction)
        }
        try other.transaction { try other.execute("DELETE FROM t") }
        #expect(try values(connection) == [])
    }

    @Test("a commit blocked by a reader is busy and is rolled back")
    func busyCommit() throws {
        let reader = try other()
        try reader.transaction(.deferred) {
            _ = try values(reader)
            let code = thrownCode { try connection.transaction { try insert(1) } }
            #expect(code == .busy)
            #expect(!connection.isInTransaction)
        }
        try connection.transaction { try insert(2) }
        #expect(try values(reader) == [2])
    }

    @Test("a deferred transaction that writes after another's commit has a busy snapshot")
    func busySnapshot() throws {
        #expect(try connection.setPragma("journal_mode", to: "WAL") == "wal")
        let other = try other()
        try connection.transaction(.deferred) {
            _ = try values(connection)
            try other.execute("INSERT INTO t VALUES (7)")
            let code = thrownCode { try insert(1) }
            #expect(code == .busySnapshot)
        }
        #expect(try values(connection) == [7])
    }

    @Test("a full database throws full, and keeps what was committed")
    func full() throws {
        try connection.transaction { try insert(1) }
        let pages = try connection.pragma("page_count")
        try connection.setPragma("max_page_count", to: Int(pages) + 2)
        let code = thrownCode {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
            }
        }
        #expect(code == .full)
        #expect(!connection.isInTransaction)
        #expect(try values(connection) == [1])
        #expect(try connection.pragmaText("integrity_check") == "ok")
    }
}
