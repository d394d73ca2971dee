import RouteDBSQLite
import RouteDBTestSupport
import Testing

@Suite struct ObservationTests {
    let directory: TemporaryDirectory
    let connection: Connection

    init() throws {
        directory = try TemporaryDirectory()
        connection = try Connection(path: directory.path("a.db"), mode: .create)
    }

    @Test("the data version changes with another connection's commit only")
    func dataVersion() throws {
        try connection.execute("CREATE TABLE t (a)")
        let other = try Connection(path: directory.path("a.db"), mode: .readWrite)
        let before = try connection.dataVersion()
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(try connection.dataVersion() == before)
        try other.execute("INSERT INTO t VALUES (2)")
        let after = try connection.dataVersion()
        #expect(after != before)
        #expect(try connection.dataVersion() == after)
    }

    @Test("reading the data version leaves no lock behind")
    func dataVersionLocksNothing() throws {
        try connection.execute("CREATE TABLE t (a)")
        _ = try connection.dataVersion()
        let other = try Connection(
            path: directory.path("a.db"), mode: .readWrite, busyTimeout: .zero)
        try other.execute("INSERT INTO t VALUES (1)")
    }

    @Test("a pragma is read and set; an unknown one has no value")
    func pragmas() throws {
        try connection.setPragma("user_version", to: 42)
        #expect(try connection.pragma("user_version") == 42)
        try connection.setPragma("application_id", to: -1)
        #expect(try connection.pragma("application_id") == -1)
        #expect(try connection.setPragma("journal_mode", to: "WAL") == "wal")
        #expect(try connection.pragmaText("journal_mode") == "wal")
        #expect(try connection.setPragma("wal_autocheckpoint", to: 0) == 0)
        try connection.setPragma("synchronous", to: "NORMAL")
        #expect(try connection.pragma("synchronous") == 1)
        let error = #expect(throws: SQLiteError.self) {
            let value = try connection.pragma("no_such_pragma")
            Issue.record("read \(value)")
        }
        #expect(error?.code == .notFound)
    }

    @Test("a checkpoint empties the log and is busy while a reader uses it")
    func checkpoint() throws {
        let none = try connection.checkpoint(.passive)
        #expect(none == (-1, -1))
        try connection.setPragma("journal_mode", to: "WAL")
        try connection.setCheckpointsOnClose(false)
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        let full = try connection.checkpoint(.full)
        #expect(full.frames > 0)
        #expect(full.copied == full.frames)
        let reader = try Connection(path: directory.path("a.db"), mode: .readWrite)
        let writer = try Connection(
            path: directory.path("a.db"), mode: .readWrite, busyTimeout: .milliseconds(5))
        try reader.transaction(.deferred) {
            try reader.execute("SELECT * FROM t")
            try writer.execute("INSERT INTO t VALUES (2)")
            let error = #expect(throws: SQLiteError.self) { try writer.checkpoint(.truncate) }
            #expect(error?.code == .busy)
        }
        let truncated = try writer.checkpoint(.truncate)
        #expect(truncated.frames == 0)
    }

    @Test("changes are counted")
    func changes() throws {
        try connection.execute("CREATE TABLE t (a)")
        let before = connection.totalChanges
        try connection.execute("INSERT INTO t VALUES (1), (2)")
        #expect(connection.changes == 2)
        #expect(connection.totalChanges - before == 2)
        #expect(connection.lastInsertedRowID == 2)
    }
}
