import Dispatch
import Foundation
import RouteDBSQLite
import RouteDBTestSupport
import Synchronization
import Testing

@Suite struct InterruptionTests {
    /// A query without an end, whose first row comes at once.
    static let endless: StaticString =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

    /// Interrupts from another thread, again and again, until the closure has returned.
    private func interrupting(_ interrupter: Interrupter, _ body: () -> Void) {
        final class Flag: Sendable {
            let isSet = Atomic(false)
        }
        let flag = Flag()
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !flag.isSet.load(ordering: .acquiring) {
                interrupter.interrupt()
            }
            hasEnded.signal()
        }
        body()
        flag.isSet.store(true, ordering: .releasing)
        // A last interrupt must not meet what comes next.
        hasEnded.wait()
    }

    @Test("an interrupt from another thread ends an endless step")
    func longStep() throws {
        let connection = try Connection.inMemory()
        interrupting(connection.interrupter) {
            let code = thrownCode {
                try connection.execute("SELECT count(*) FROM (\(Self.endless))")
            }
            #expect(code == .interrupt)
        }
        try connection.execute("SELECT 1")
    }

    @Test("a query that has begun fails at its next step, and the one after it works")
    func betweenSteps() async throws {
        let connection = try Connection.inMemory()
        let interrupter = connection.interrupter
        try connection.withStatement(Self.endless) { statement in
            try expectRow(&statement)
            interrupter.interrupt()
            let code = thrownCode { _ = try statement.step() }
            #expect(code == .interrupt)
        }
        interrupter.interrupt()
        try connection.withStatement(Self.endless) { statement in
            try expectRow(&statement)
        }
    }

    @Test("an interrupt ends the wait for a lock")
    func lockWait() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.db")
        let holder = try Connection(path: path, mode: .create)
        let waiter = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(600))
        try holder.transaction {
            interrupting(waiter.interrupter) {
                #expect(thrownCode { try waiter.transaction {} } == .interrupt)
            }
        }
        try waiter.transaction {}
    }

    @Test("an interrupted transaction is rolled back, even inside a running query")
    func interruptedTransaction() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t (a)")
        let outer = thrownCode {
            try connection.withStatement(Self.endless) { statement in
                _ = try statement.step()
                try connection.transaction {
                    try connection.execute("INSERT INTO t VALUES (1)")
                    connection.interrupter.interrupt()
                    try connection.execute("INSERT INTO t VALUES (2)")
                }
            }
        }
        #expect(outer == .interrupt)
        let count = try connection.transaction {
            try connection.withStatement("SELECT count(*) FROM t") { statement in
                _ = try statement.step()
                return statement.int(at: 0)
            }
        }
        #expect(count == 0)
    }

    @Test("an interrupter outlives its connection")
    func outlives() throws {
        func make() throws -> Interrupter {
            try Connection.inMemory().interrupter
        }
        try make().interrupt()
    }
}
