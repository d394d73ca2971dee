import RouteDBSQLite
import Testing

@Suite struct StatementTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
    }

    /// Sends a value through a parameter and back.
    private func echo(_ value: SQLiteValue) throws -> SQLiteValue {
        try connection.withStatement("SELECT ?1") { statement in
            try statement.bind(value, at: 1)
            try expectRow(&statement)
            #expect(statement.type(at: 0) == statement.value(at: 0).kind)
            return statement.value(at: 0)
        }
    }

    @Test(
        "a value comes back as it was bound",
        arguments: [
            SQLiteValue.null, .integer(0), .integer(.min), .integer(.max), .integer(-1),
            .real(0.1), .real(-.infinity), .real(.greatestFiniteMagnitude), .text(""),
            .text("a\0b\0"), .text("\0"), .text("é e\u{301} 👩‍👩‍👧 \u{FEFF}"), .blob([]), .blob([0]),
            .blob([0xFF, 0x00, 0xC3]),
        ])
    func roundTrip(value: SQLiteValue) throws {
        #expect(try echo(value) == value)
    }

    @Test("the steps of a statement are counted once it is done")
    func steps() throws {
        let before = connection.steps
        try connection.execute("SELECT 1")
        let one = connection.steps - before
        #expect(one > 0 && one < 100)
        try connection.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            SELECT i FROM n
            """)
        #expect(connection.steps - before - one > 1_000)
    }

    @Test("a large text and a large BLOB come back as they were bound")
    func largeValues() throws {
        let text = SQLiteValue.text(String(repeating: "long\0", count: 2_000_000))
        let blob = SQLiteValue.blob([UInt8](repeating: 7, count: 10_000_000))
        // The values stay out of the macro, which would describe them.
        let areEqual = try [echo(text) == text, echo(blob) == blob]
        #expect(areEqual == [true, true])
    }

    @Test("a NaN becomes NULL")
    func nan() throws {
        #expect(try echo(.real(.nan)) == .null)
    }

    @Test("a bound value survives storage in a table with a NUL and all its bytes")
    func storedNUL() throws {
        try connection.execute("CREATE TABLE t (a TEXT NOT NULL, b BLOB NOT NULL) STRICT")
        try connection.withStatement("INSERT INTO t VALUES (?1, ?2)") { statement in
            try statement.bind("a\0b", at: 1)
            try statement.bind([UInt8](), at: 2)
            try statement.run()
        }
        try connection.withStatement("SELECT a, b, length(CAST(a AS BLOB)) FROM t") {
            try expectRow(&$0)
            #expect($0.string(at: 0) == "a\0b")
            #expect($0.bytes(at: 1) == [])
            #expect($0.type(at: 1) == .blob)
            #expect($0.int(at: 2) == 3)
        }
    }

    @Test("text that is not UTF-8 keeps its bytes; as a string it is repaired")
    func invalidUTF8() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0x00, 0xC3]
        try connection.withStatement("SELECT ?1") { statement in
            // The bytes are copied inside the closures.
            try unsafe bytes.withUnsafeBytes { try unsafe statement.bind(text: $0, at: 1) }
            try expectRow(&statement)
            #expect(statement.type(at: 0) == .text)
            #expect(statement.bytes(at: 0) == bytes)
            #expect(statement.string(at: 0) == "a\u{FFFD}\0\u{FFFD}")
            // The bytes are copied before the closure returns.
            let copied = unsafe statement.withBytes(at: 0) { unsafe Array($0) }
            #expect(copied == bytes)
            #expect(statement.withSpan(at: 0) { $0.byteCount } == 4)
        }
    }

    @Test("an empty buffer without an address is an empty value, not NULL")
    func emptyBuffers() throws {
        // An empty buffer is never read; that of the column is not kept.
        let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        try connection.withStatement("SELECT ?1, ?2, ?3, ?4") { statement in
            try unsafe statement.bind(nothing, at: 1)
            try unsafe statement.bind(text: nothing, at: 2)
            try statement.bind([1, 2][2...], at: 3)
            try expectRow(&statement)
            #expect(statement.type(at: 0) == .blob)
            #expect(statement.type(at: 1) == .text)
            #expect(statement.type(at: 2) == .blob)
            #expect(statement.optionalBytes(at: 0) == [])
            #expect(statement.optionalString(at: 1) == "")
            #expect(statement.isNull(at: 3) == true)
            #expect(statement.withSpan(at: 0) { $0.isEmpty } == true)
            let isEmpty = unsafe statement.withBytes(at: 3) { unsafe $0.isEmpty }
            #expect(isEmpty == true)
        }
    }

    @Test("an absent value of any type binds NULL")
    func optionals() throws {
        try connection.withStatement("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8") { statement in
            try statement.bind(nil, at: 1)
            try statement.bind(Int?.none, at: 2)
            try statement.bind(String?.none, at: 3)
            try statement.bind(Double?.none, at: 4)
            try statement.bind([UInt8]?.none, at: 5)
            try statement.bind(Bool?.none, at: 6)
            try statement.bind(Int64?.some(8), at: 7)
            try statement.bind(String?.some("x"), at: 8)
            try expectRow(&statement)
            for index in Int32(0)..<6 {
                #expect(statement.isNull(at: index) == true)
            }
            #expect(statement.optionalInt(at: 0) == nil)
            #expect(statement.optionalDouble(at: 0) == nil)
            #expect(statement.optionalString(at: 0) == nil)
            #expect(statement.optionalBytes(at: 0) == nil)
            #expect(statement.optionalBool(at: 0) == nil)
            #expect(statement.optionalInt(at: 6) == 8)
            #expect(statement.optionalString(at: 7) == "x")
        }
    }

    @Test("literals and the common types choose the right binding")
    func literals() throws {
        try connection.withStatement("SELECT ?1, ?2, ?3, ?4, ?5") { statement in
            try statement.bind(5, at: 1)
            try statement.bind(true, at: 2)
            try statement.bind(1.5, at: 3)
            try statement.bind("five", at: 4)
            try statement.bind([5], at: 5)
            try expectRow(&statement)
            let values = (Int32(0)..<5).map { statement.value(at: $0) }
            #expect(values == [.integer(5), .integer(1), .real(1.5), .text("five"), .blob([5])])
            #expect(statement.bool(at: 1) == true)
            #expect(statement.double(at: 2) == 1.5)
        }
    }

    @Test("a length beyond what SQLite stores is too big, and does not trap")
    func tooBig() throws {
        let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        defer { unsafe byte.deallocate() }
        // SQLite refuses by the count alone, before it reads, so a count that is wrong is safe here.
        for count in [Int(Int32.max), Int(Int32.max) + 1, Int(UInt32.max) + 2] {
            let bytes = unsafe UnsafeRawBufferPointer(start: byte, count: count)
            var statement = try connection.prepare("SELECT ?1")
            var codes: [ResultCode] = []
            do { try unsafe statement.bind(bytes, at: 1) } catch { codes.append(error.code) }
            do { try unsafe statement.bind(text: bytes, at: 1) } catch { codes.append(error.code) }
            #expect(codes == [.tooBig, .tooBig])
        }
    }

    @Test("a parameter that does not exist is out of range; a column that does not is NULL")
    func indices() throws {
        var statement = try connection.prepare("SELECT ?1 AS one")
        for index: Int32 in [0, 2, -1] {
            var code: ResultCode?
            do { try statement.bind(1, at: index) } catch { code = error.code }
            #expect(code == .range)
        }
        let names = [statement.columnName(at: 0), statement.columnName(at: 1)]
        #expect(names == ["one", ""])
        let (columns, parameters) = (statement.columnCount, statement.parameterCount)
        #expect(columns == 1)
        #expect(parameters == 1)
        let beforeStep = statement.value(at: 0)
        #expect(beforeStep == .null)
        try expectRow(&statement)
        let outside = [statement.value(at: 1), statement.value(at: -1)]
        #expect(outside == [.null, .null])
    }

    @Test("rows come one by one, and run goes to the end and resets")
    func stepping() throws {
        var statement = try connection.prepare("VALUES (1), (2), (3)")
        var sum: Int64 = 0
        while try statement.step() {
            sum += statement.int(at: 0)
        }
        #expect(sum == 6)
        try statement.run()
        try expectRow(&statement)
        let first = statement.int(at: 0)
        #expect(first == 1)
    }

    @Test("a borrowed BLOB is stored, and unbound afterwards")
    func borrowedBlob() throws {
        try connection.execute("CREATE TABLE t (a BLOB)")
        let bytes = [UInt8](repeating: 3, count: 100_000)
        var statement = try connection.prepare("INSERT INTO t VALUES (?1)")
        // The statement has run before the array stops lending its bytes.
        try unsafe bytes.withUnsafeBytes { buffer in
            try unsafe statement.withBorrowedBlob(buffer, at: 1) { try $0.run() }
        }
        try statement.run()
        let stored = try connection.withStatement("SELECT a FROM t ORDER BY rowid") { rows in
            var values: [[UInt8]?] = []
            while try rows.step() {
                values.append(rows.optionalBytes(at: 0))
            }
            return values
        }
        #expect(stored == [bytes, nil])
    }

    @Test("a number is read exactly, and text is converted by SQLite's rules")
    func conversions() throws {
        var statement = try connection.prepare(
            "SELECT 9223372036854775807, -9223372036854775808, '12abc', 3.9, 42")
        try expectRow(&statement)
        let integers = (Int32(0)..<4).map { statement.int(at: $0) }
        #expect(integers == [.max, .min, 12, 3])
        let text = statement.string(at: 4)
        #expect(text == "42")
    }

    @Test("a statement knows whether it can write, and its text")
    func introspection() throws {
        try connection.execute("CREATE TABLE t (a)")
        let reads = try connection.prepare("SELECT * FROM t;  -- comment")
        let writes = try connection.prepare("DELETE FROM t")
        let answers = [reads.isReadOnly, writes.isReadOnly]
        #expect(answers == [true, false])
        let sql = reads.sql
        #expect(sql == "SELECT * FROM t;")
    }

    @Test("a text database in UTF-16 gives UTF-8 bytes")
    func utf16() throws {
        try connection.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a TEXT)")
        try connection.execute("INSERT INTO t VALUES ('aé')")
        try connection.withStatement("SELECT a FROM t") { statement in
            try expectRow(&statement)
            #expect(statement.bytes(at: 0) == Array("aé".utf8))
            #expect(statement.string(at: 0) == "aé")
        }
    }
}
