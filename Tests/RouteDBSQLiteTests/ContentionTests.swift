import Dispatch
import RouteDBSQLite
import RouteDBTestSupport
import Testing

@Suite struct ContentionTests {
    @Test("competing writers of one file all get a turn", arguments: ["DELETE", "WAL"])
    func competingWriters(journalMode: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.db")
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = \(journalMode)")
        try connection.execute("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)")
        // A checkpoint beside a writer is what `checkpoint(_:)` warns of.
        try connection.setPragma("wal_autocheckpoint", to: 0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            #expect(throws: Never.self) {
                let writer = try Connection(
                    path: path, mode: .readWrite, busyTimeout: .seconds(600))
                try writer.setPragma("wal_autocheckpoint", to: 0)
                for _ in 0..<25 {
                    try writer.transaction { try writer.execute("UPDATE t SET n = n + 1") }
                }
            }
        }
        try connection.withStatement("SELECT n FROM t") { statement in
            try expectRow(&statement)
            #expect(statement.int(at: 0) == 100)
        }
    }
}
