import RouteDBSQLite
import Testing

@Suite("Virtual tables")
struct VirtualTableTests {
    private let connection: Connection
    private let series = Series()

    init() throws {
        connection = try Connection.inMemory()
        try connection.register(series, as: "series")
    }

    private func values(_ sql: String) throws -> [SQLiteValue] {
        var statement = try connection.prepare(sql)
        var values: [SQLiteValue] = []
        while try statement.step() { values.append(statement.value(at: 0)) }
        return values
    }

    @Test("rows are returned without creating the table")
    func rows() throws {
        #expect(try values("SELECT sum(number) FROM series") == [.integer(4_950)])
        #expect(try values("SELECT word FROM series LIMIT 2") == [.text("0"), .text("1")])
        #expect(try values("SELECT count(*) FROM series a, series b") == [.integer(10_000)])
        #expect(throws: SQLiteError.self) {
            try connection.execute("CREATE VIRTUAL TABLE x USING series")
        }
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM series") }
    }

    @Test("constraints reach the cursor with their values, and lists as a whole")
    func constraints() throws {
        #expect(try values("SELECT number FROM series WHERE number = 7") == [.integer(7)])
        #expect(series.arguments.flatMap(\.values) == [.integer(7)])
        let list = try values("SELECT number FROM series WHERE number IN (3, 'x', 99, 200)")
        #expect(list == [.integer(3), .integer(99)])
        #expect(try values("SELECT number FROM series WHERE number = NULL").isEmpty)
        let join = try values(
            "SELECT b.number FROM series a JOIN series b ON b.number = a.number + 1")
        #expect(join.count == 99)
    }

    @Test("an error of a cursor fails the statement and is kept")
    func errors() throws {
        let error = #expect(throws: SQLiteError.self) {
            try values("SELECT number FROM series WHERE word = 'fail'")
        }
        #expect(error?.message == "no row can be found")
        #expect(series.notes == 1)
        #expect(try values("SELECT count(*) FROM series") == [.integer(100)])
    }

    @Test("a connection keeps its tables until it is closed")
    func lifetime() throws {
        weak var table: Series?
        do {
            let connection = try Connection.inMemory()
            let series = Series()
            table = series
            try connection.register(series, as: "s")
            try connection.execute("SELECT * FROM s")
            #expect(table != nil)
            try connection.close()
        }
        #expect(table == nil)
    }
}

/// The numbers from 0 to 99, and the same as words.
private final class Series: VirtualTable {
    let declaration = "CREATE TABLE x (number INTEGER, word TEXT)"
    var arguments: [VirtualArgument] = []
    private(set) var notes = 0

    func plan(_ query: VirtualQuery) -> VirtualPlan {
        let usable = query.constraints.filter { $0.comparison == .equal }
        let text = usable.map { $0.column == 0 ? "n" : "w" }.joined()
        return VirtualPlan(
            constraints: usable, text: text, cost: usable.isEmpty ? 100 : 1, rows: 10)
    }

    func makeCursor() -> any VirtualCursor { SeriesCursor(self) }

    func note(_ failure: any Error) { notes += 1 }
}

private final class SeriesCursor: VirtualCursor {
    private let series: Series
    private var place = 0

    init(_ series: Series) { self.series = series }

    func begin(_ plan: String, _ arguments: [VirtualArgument]) throws {
        place = 0
        series.arguments = arguments
        if plan.contains("w"), arguments.contains(where: { $0.values == [.text("fail")] }) {
            throw SQLiteError(code: .error, message: "no row can be found")
        }
    }

    var isAtEnd: Bool { place == 100 }

    func advance() { place += 1 }

    var rowID: Int64 { Int64(place) }

    func give(_ column: Int, to result: borrowing VirtualResult) {
        if column == 0 { result.give(Int64(place)) } else { result.give(text: "\(place)") }
    }
}
