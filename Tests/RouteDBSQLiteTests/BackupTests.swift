import RouteDBSQLite
import RouteDBTestSupport
import Testing

@Suite struct BackupTests {
    let directory: TemporaryDirectory
    let source: Connection

    init() throws {
        directory = try TemporaryDirectory()
        source = try Connection(path: directory.path("source.db"), mode: .create)
        try source.setPragma("journal_mode", to: "WAL")
        try source.execute("CREATE TABLE t (a)")
        try source.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO t SELECT randomblob(3000) FROM n
            """)
    }

    private func count(_ connection: Connection) throws -> Int64 {
        try connection.withStatement("SELECT count(*) FROM t") { statement in
            _ = try statement.step()
            return statement.int(at: 0)
        }
    }

    @Test("a backup has the state at its start, whatever is committed meanwhile")
    func liveBackup() throws {
        let writer = try Connection(path: directory.path("source.db"), mode: .readWrite)
        var reports: [BackupProgress] = []
        try source.backUp(to: directory.path("copy.db")) { progress in
            reports.append(progress)
            #expect(throws: Never.self) { try writer.execute("INSERT INTO t VALUES (1)") }
        }
        let copy = try Connection(path: directory.path("copy.db"), mode: .readWrite)
        #expect(try count(copy) == 3000)
        #expect(try copy.pragmaText("integrity_check") == "ok")
        // It never started over: each report is further than the one before.
        #expect(reports.count > 2)
        #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.copiedPages < $1.copiedPages })
        #expect(reports.last.map { $0.copiedPages == $0.totalPages } == true)
        #expect(try count(source) == 3000 + Int64(reports.count))
        #expect(!source.isInTransaction)
    }

    @Test("a backup replaces the contents of the destination")
    func replaces() throws {
        let destination = try Connection.inMemory()
        try destination.execute("CREATE TABLE old (a)")
        try source.backUp(to: destination)
        #expect(try count(destination) == 3000)
        #expect(throws: SQLiteError.self) { try destination.execute("SELECT * FROM old") }
    }

    @Test("a destination that is locked is busy after the timeout, and unchanged")
    func busyDestination() throws {
        let path = directory.path("copy.db")
        let holder = try Connection(path: path, mode: .create)
        try holder.execute("CREATE TABLE old (a)")
        let impatient = try Connection(
            path: directory.path("source.db"), mode: .readOnly, busyTimeout: .milliseconds(5))
        let destination = try Connection(
            path: path, mode: .readWrite, busyTimeout: .milliseconds(5))
        try holder.transaction {
            let error = #expect(throws: SQLiteError.self) {
                try impatient.backUp(to: destination)
            }
            #expect(error?.code == .busy)
        }
        try destination.execute("SELECT * FROM old")
        try impatient.backUp(to: destination)
        #expect(try count(destination) == 3000)
    }

    @Test("an interrupt ends a backup and leaves the destination unchanged")
    func interrupted() throws {
        let destination = try Connection(path: directory.path("copy.db"), mode: .create)
        try destination.execute("CREATE TABLE old (a)")
        let error = #expect(throws: SQLiteError.self) {
            try source.backUp(to: destination) { _ in source.interrupter.interrupt() }
        }
        #expect(error?.code == .interrupt)
        #expect(!source.isInTransaction)
        try destination.execute("SELECT * FROM old")
        try destination.close()
        try source.close()
    }

    @Test("a full destination throws full and is unchanged")
    func fullDestination() throws {
        let destination = try Connection(path: directory.path("copy.db"), mode: .create)
        try destination.execute("CREATE TABLE old (a)")
        try destination.setPragma("max_page_count", to: 20)
        let error = #expect(throws: SQLiteError.self) { try source.backUp(to: destination) }
        #expect(error?.code == .full)
        try destination.execute("SELECT * FROM old")
    }

    @Test("a connection cannot be copied onto itself, nor while it writes")
    func refused() throws {
        #expect(throws: SQLiteError.self) { try source.backUp(to: source) }
        let destination = try Connection.inMemory()
        let error = #expect(throws: SQLiteError.self) {
            try source.transaction { try source.backUp(to: destination) }
        }
        #expect(error?.code == .locked)
        #expect(!source.isInTransaction)
    }
}
