import Foundation
import RouteDBSQLite
import RouteDBTestSupport
import Testing

@Suite struct OpeningTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func openingCode(_ path: String, _ mode: OpenMode) -> ResultCode? {
        do {
            _ = try Connection(path: path, mode: mode)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a missing file is only created on demand", arguments: [OpenMode.readOnly, .readWrite])
    func missingFile(mode: OpenMode) throws {
        let path = directory.path("missing.db")
        #expect(openingCode(path, mode)?.primary == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(openingCode(path, .create) == nil)
    }

    @Test(
        "a directory cannot be opened", arguments: [OpenMode.readOnly, .readWrite, .create])
    func directoryAsFile(mode: OpenMode) {
        #expect(openingCode(directory.path, mode)?.primary == .cannotOpen)
        #expect(openingCode(directory.path + "/", mode)?.primary == .cannotOpen)
    }

    @Test("a path that is empty, contains a NUL or has no directory cannot be opened")
    func badPaths() {
        #expect(openingCode("", .create) == .cannotOpen)
        #expect(openingCode(directory.path("a\0b"), .create) == .cannotOpen)
        #expect(openingCode(directory.path("no/such/a.db"), .create)?.primary == .cannotOpen)
    }

    @Test("a file that is not a database fails at the first statement")
    func notADatabase() throws {
        let path = directory.path("text.db")
        try String(repeating: "no database at all\n", count: 100)
            .write(toFile: path, atomically: false, encoding: .utf8)
        let connection = try Connection(path: path, mode: .readWrite)
        let error = #expect(throws: SQLiteError.self) {
            let version = try connection.pragma("schema_version")
            Issue.record("read \(version)")
        }
        #expect(error?.code == .notADatabase)
    }

    @Test("nothing is written through a read-only connection")
    func readOnly() throws {
        let path = directory.path("a.db")
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (a)")
        let connection = try Connection(path: path, mode: .readOnly)
        let code = thrownCode { try connection.execute("DELETE FROM t") }
        #expect(code == .readOnly)
        #expect(try connection.pragma("page_count") == 2)
    }

    @Test(
        "names special to SQLite are ordinary file names",
        arguments: ["file:a.db?mode=memory", ":memory:", "file::memory:", "a b%20?#.db", "ä.db"])
    func specialNames(name: String) throws {
        let path = directory.path(name)
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (a)")
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try Connection(path: path, mode: .readOnly).pragma("page_count") == 2)
    }

    @Test(
        "a relative path is never a URI or a special name",
        arguments: [":memory:", "file::memory:", "file:x?mode=memory"])
    func relativeNames(name: String) {
        // Were it special, opening would succeed without a file.
        #expect(openingCode(name, .readOnly)?.primary == .cannotOpen)
    }

    @Test("a connection enforces foreign keys, distrusts the schema and protects it")
    func configuration() throws {
        let connection = try Connection.inMemory()
        #expect(try connection.pragma("foreign_keys") == 1)
        #expect(try connection.pragma("trusted_schema") == 0)
        try connection.execute("CREATE TABLE t (a); PRAGMA writable_schema = 1")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT \"no column\"") }
    }

    @Test("closing twice has no effect, and later use throws misuse")
    func close() throws {
        let connection = try Connection(path: directory.path("a.db"), mode: .create)
        try connection.withStatement("SELECT 1") { try $0.run() }
        try connection.close()
        try connection.close()
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
        #expect(error?.code == .misuse)
        #expect(!connection.isInTransaction)
        #expect(connection.changes == 0)
        #expect(connection.lastInsertedRowID == 0)
        connection.interrupter.interrupt()
    }

    @Test("a connection closes only after its statements are finalized")
    func closeWithLivingStatement() throws {
        let connection = try Connection.inMemory()
        do {
            var statement = try connection.prepare("SELECT 1")
            let error = #expect(throws: SQLiteError.self) { try connection.close() }
            #expect(error?.code == .busy)
            try expectRow(&statement)
        }
        try connection.close()
    }

    @Test("a statement keeps its connection alive")
    func statementOutlivesReference() throws {
        func make() throws -> Statement {
            try Connection.inMemory().prepare("SELECT 42")
        }
        var statement = try make()
        try expectRow(&statement)
        let value = statement.int(at: 0)
        #expect(value == 42)
    }

    @Test("the library is at least 3.37, which STRICT tables need")
    func libraryVersion() {
        let (text, number) = Connection.libraryVersion
        #expect(number >= 3_037_000)
        #expect(text.hasPrefix("3."))
    }
}
