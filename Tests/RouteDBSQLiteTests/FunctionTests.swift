import RouteDBSQLite
import Testing

@Suite("Functions of the program")
struct FunctionTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "no such text"
    }

    private func value(_ sql: String, on connection: Connection) throws -> SQLiteValue {
        var statement = try connection.prepare(sql)
        try expectRow(&statement)
        return statement.value(at: 0)
    }

    @Test("they get the bytes of their arguments, and give text or NULL")
    func values() throws {
        let connection = try Connection.inMemory()
        try connection.register(function: "url_query", arguments: 2) {
            $0[1].isEmpty ? nil : $0[0] + $0[1]
        }
        for (call, expected) in [
            ("url_query('a', 'b')", .text("ab")), ("url_query('', x'c3a9')", .text("\u{E9}")),
            ("url_query('a' || char(0), 7)", .text("a\u{0}7")), ("url_query('a', '')", .null),
            ("url_query(NULL, 'b')", .null), ("url_query('a', NULL)", .null),
        ] as [(String, SQLiteValue)] {
            let found = try value("SELECT \(call)", on: connection)
            #expect(found == expected, "\(call)")
        }
    }

    @Test("an error of one ends the statement with its text")
    func failure() throws {
        let connection = try Connection.inMemory()
        try connection.register(function: "url_host", arguments: 1) { _ in throw Refusal() }
        var statement = try connection.prepare("SELECT url_host('a')")
        let error = #expect(throws: SQLiteError.self) { _ = try statement.step() }
        #expect(error?.message == "no such text")
    }

    @Test("a connection that only reads calls those that are listed, and no others")
    func listed() throws {
        let connection = try Connection.inMemory()
        for name in ["url_path", "open_door"] {
            try connection.register(function: name, arguments: 1) { $0[0] }
        }
        try connection.allowOnlyReading()
        #expect(try value("SELECT url_path('/a')", on: connection) == .text("/a"))
        let error = #expect(throws: SQLiteError.self) {
            _ = try connection.prepare("SELECT open_door('/a')")
        }
        #expect(error?.message == "not authorized to use function: open_door")
    }
}
