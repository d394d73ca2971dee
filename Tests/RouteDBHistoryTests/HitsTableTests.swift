import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("Hits in SQL")
struct HitsTableTests {
    private let fixture: HistoryFixture

    init() throws { fixture = try HistoryFixture() }

    private func rows(_ sql: String, _ parameters: [SQLCell] = []) throws -> [[SQLCell]] {
        var rows: [[SQLCell]] = []
        try SQLSession(registry: nil, history: fixture.path).run(sql, parameters) {
            rows.append($0)
        }
        return rows
    }

    @Test("every hit is a row, with its numbers and its bytes")
    func allColumns() throws {
        var generator = HitGenerator(seed: 1)
        let hits = generator.hits(HitSegment.smallestSize + 5)
        let writer = try fixture.writer()
        try writer.append(HitBatch(hits))
        try writer.append(HitBatch(generator.hits(3)))
        let rows = try rows("SELECT * FROM hits ORDER BY sequence")
        #expect(rows.count == hits.count + 3)
        for (hit, row) in zip(hits, rows) {
            func cell(_ column: HitColumn) -> SQLCell {
                row[HitColumn.allCases.firstIndex(of: column) ?? 0]
            }
            #expect(cell(.time) == .integer(hit.time.microseconds))
            #expect(cell(.url) == .bytes(hit.url))
            #expect(cell(.outcome) == .word(hit.outcome.outcome?.rawValue))
            #expect(cell(.namespaceID) == .number(hit.namespace))
            #expect(cell(.routeID) == .number(hit.route))
            #expect(cell(.revision) == .integer(hit.revision))
            #expect(cell(.duration) == .number(hit.durationMicroseconds))
            #expect(cell(.status) == .number(hit.status))
            #expect(cell(.weight) == .integer(hit.weight))
            #expect(cell(.source) == .integer(hit.source))
            #expect(cell(.principal) == .bytes(hit.principal))
            #expect(cell(.parameters) == .bytes(hit.parameters))
            #expect(cell(.referrer) == .bytes(hit.referrer))
            #expect(cell(.userAgent) == .bytes(hit.userAgent))
            #expect(cell(.bot) == .number(hit.client.map { $0.isBot ? 1 : 0 }))
            #expect(cell(.platform) == .word(hit.client?.platform.rawValue))
            #expect(cell(.bucket) == .integer(hit.time.microseconds / 900_000_000 * 900))
        }
    }

    @Test(
        "conditions evaluated by the scan select the same rows as in an ordinary table",
        arguments: 0..<12)
    func conditions(seed: UInt64) throws {
        var generator = HitGenerator(seed: seed)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(HitSegment.preferredSize + 1_500)))
        try writer.append(HitBatch(generator.hits(40)))
        let plain = fixture.directory.path("plain.db")
        let columns =
            [(name: "rowid", type: "INTEGER")]
            + HitColumn.allCases.map { (name: $0.rawValue, type: $0.type) }
        let session = try SQLSession(registry: nil, history: fixture.path)
        let file = try SQLTableFile(path: plain, within: nil)
        try file.add("hits", columns: columns) {
            try session.run("SELECT rowid, * FROM hits", row: $0)
        }
        try file.finish()
        let naive = try OrdinaryTable(path: plain)
        for _ in 0..<40 * FuzzBudget.rounds {
            let condition = generator.condition()
            let sql = "SELECT count(*), sum(sequence), max(url) FROM hits WHERE \(condition)"
            var answer: [SQLCell] = []
            try session.run(sql) { answer = $0 }
            #expect(try naive.row(sql) == answer, "\(condition)")
        }
    }

    @Test("a join scans the hits once, and hits can be joined with hits")
    func joins() throws {
        var generator = HitGenerator(seed: 2)
        let hits = generator.hits(1_100)
        try fixture.writer().append(HitBatch(hits))
        let sql = """
            SELECT count(*) FROM hits a JOIN hits b ON b.sequence = a.sequence + 1
            WHERE a.sequence <= 20 AND a.outcome = b.outcome
            """
        let equal = (0..<20).count { hits[$0].outcome == hits[$0 + 1].outcome }
        #expect(try rows(sql) == [[.integer(Int64(equal))]])
    }

    @Test("texts remain valid after their segment")
    func texts() throws {
        var generator = HitGenerator(seed: 3)
        let writer = try fixture.writer()
        for number in 0..<3 {
            let hits = (0..<HitSegment.smallestSize).map { index in
                var hit = generator.hit()
                hit.url = Array("app://\(number == 0 && index == 7 ? "z" : "a")/\(index)".utf8)
                return hit
            }
            try writer.append(HitBatch(hits))
        }
        #expect(try rows("SELECT max(url) FROM hits") == [[.bytes(Array("app://z/7".utf8))]])
    }

    @Test("a damaged history is an error that names the segment, and never a crash")
    func damage() throws {
        var generator = HitGenerator(seed: 4)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.preferredSize * 2)))
        try fixture.damage("UPDATE segment SET columns = x'52485331' WHERE id = 2")
        let error = #expect(throws: RouteDBError.self) { try rows("SELECT url FROM hits") }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("segment 2, byte 0") == true)
        #expect(error?.hint?.contains("routedb hits verify") == true)
    }

    @Test("changed bytes give an error or the same rows", arguments: 0..<8)
    func changedBytes(seed: UInt64) throws {
        var generator = HitGenerator(seed: seed)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(1_200)))
        try writer.append(HitBatch(generator.hits(30)))
        let sql = "SELECT count(*), sum(length(url)), sum(duration), max(at) FROM hits"
        let whole = try rows(sql)
        for _ in 0..<20 * FuzzBudget.rounds {
            let column = ["columns", "texts", "urls", "parameters"][generator.random.below(4)]
            let size = try fixture.number("SELECT length(\(column)) FROM segment")
            let place = generator.random.below(Int(size))
            let byte = SQLCell.blob([UInt8(generator.random.below(256))]).literal
            try fixture.damage(
                """
                CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM segment;
                UPDATE segment SET \(column) = CAST(substr(\(column), 1, \(place)) || \(byte)
                    || substr(\(column), \(place + 2)) AS BLOB)
                """)
            do {
                #expect(try rows(sql) == whole)
            } catch let error as RouteDBError {
                #expect(error.code == .corrupt, "\(error)")
            }
            try fixture.damage(
                "DELETE FROM segment; INSERT INTO segment SELECT * FROM kept")
        }
        #expect(try rows(sql) == whole)
    }

    @Test("a session sees a consistent snapshot beside a writer")
    func oneMoment() throws {
        var generator = HitGenerator(seed: 5)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(2_000)))
        let session = try SQLSession(registry: nil, history: fixture.path)
        for _ in 0..<3 {
            var answer: [SQLCell] = []
            try session.run("SELECT count(*) FROM hits") { answer = $0 }
            #expect(answer == [.integer(2_000)])
            try writer.append(HitBatch(generator.hits(2_000)))
            try writer.checkpoint()
        }
        #expect(try rows("SELECT count(*) FROM hits") == [[.integer(8_000)]])
        #expect(try HitsReader(path: fixture.path).verify().isEmpty)
    }

    @Test(
        "only read-only statements are allowed",
        arguments: [
            "DELETE FROM segment", "UPDATE tail SET weight = 2",
            "INSERT INTO hits(url) VALUES ('')",
            "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)", "CREATE TEMP VIEW v AS SELECT 1",
            "DROP TABLE tail", "ATTACH ':memory:' AS x", "DETACH history", "COMMIT", "BEGIN",
            "SAVEPOINT s", "PRAGMA query_only = OFF", "PRAGMA journal_mode = DELETE",
            "PRAGMA wal_checkpoint", "VACUUM", "ANALYZE", "REINDEX",
            "SELECT load_extension('x')", "CREATE VIRTUAL TABLE x USING hits",
        ])
    func refused(sql: String) throws {
        try fixture.writer().append(HitBatch([Hit(time: 0, url: [], outcome: .matched)]))
        let error = #expect(throws: RouteDBError.self) { try rows(sql) }
        #expect([.readOnly, .invalidSQL].contains(error?.code), "\(String(describing: error))")
        #expect(try fixture.number("SELECT count(*) FROM tail") == 1)
    }

    @Test("a statement can be stopped, whatever it does")
    func stopping() throws {
        let session = try SQLSession(registry: nil, history: nil, stoppingWhen: { true })
        let error = #expect(throws: RouteDBError.self) {
            try session.run(
                """
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                SELECT count(*) FROM n
                """
            ) { _ in }
        }
        #expect(error?.code == .interrupted)
    }

    @Test("an SQL error has its place and a suggestion")
    func places() throws {
        try fixture.writer().append(HitBatch([Hit(time: 0, url: [], outcome: .matched)]))
        let error = #expect(throws: RouteDBError.self) { try rows("SELECT statis FROM hits") }
        #expect(error?.code == .invalidSQL)
        #expect((error?.underlying as? SQLProblem)?.offset == 7)
        #expect(error?.hint == "Did you mean 'status'?")
        let table = #expect(throws: RouteDBError.self) { try rows("SELECT 1 FROM rollups") }
        #expect(table?.hint == "Did you mean 'rollup'?")
    }
}

extension SQLCell {
    fileprivate static func number(_ value: Int64?) -> SQLCell {
        value.map { .integer($0) } ?? .null
    }

    fileprivate static func word(_ value: String?) -> SQLCell {
        value.map { .text(Array($0.utf8)) } ?? .null
    }

    /// Bytes as `hits` gives them.
    fileprivate static func bytes(_ value: [UInt8]?) -> SQLCell {
        guard let value else { return .null }
        return String(validating: value, as: UTF8.self) == nil ? .blob(value) : .text(value)
    }

    /// The value as SQL.
    fileprivate var literal: String {
        guard case .blob(let bytes) = self else { return "NULL" }
        return "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            + "'"
    }
}

extension HitGenerator {
    /// A condition on some columns, as somebody might write it, or not.
    fileprivate mutating func condition() -> String {
        let terms = (0..<1 + random.below(3)).map { _ in term() }
        return terms.joined(separator: random.oneIn(4) ? " OR " : " AND ")
    }

    /// A row id of the tail or of a segment, or another value.
    private mutating func rowID() -> String {
        let others = ["NULL", "-1", "2.5", "65535.5", "'65541'", "x'01'", "9e300", "-9e300"]
        guard !random.oneIn(4) else { return others[random.below(others.count)] }
        let place = Int64(random.below(random.oneIn(2) ? 50 : 5_000))
        return "\(HitRowRange.id(ofSegment: Int64(random.below(4)), hit: place))"
    }

    private mutating func term() -> String {
        let comparisons = ["=", "<", "<=", ">", ">=", "<>", "IS"]
        let comparison = comparisons[random.below(comparisons.count)]
        let time = 1_700_000_000_000_000 + random.below(3_600_000_000)
        func list(_ values: [String]) -> String {
            "(" + values.joined(separator: ", ") + ")"
        }
        switch random.below(15) {
        case 12...13: return "rowid \(comparison) \(rowID())"
        case 14: return "rowid IN \(list((0..<1 + random.below(3)).map { _ in rowID() }))"
        case 0: return "time \(comparison) \(time)"
        case 1: return "time \(comparison) \(time).5"
        case 2: return "bucket \(comparison) \(time / 900_000_000 * 900)"
        case 3: return "at \(comparison) '2023-11-14T2\(random.below(4)):3\(random.below(9))'"
        case 4: return "at \(comparison) '2023-11-1\(3 + random.below(4))'"
        case 5:
            let names = ["'matched'", "'unmatched'", "'denied'", "'MATCHED'", "1", "NULL"]
            let picked = (0..<1 + random.below(3)).map { _ in names[random.below(names.count)] }
            return "outcome IN \(list(picked))"
        case 6: return "outcome \(comparison) 'matched'"
        case 7: return "outcome = 'DENIED' COLLATE NOCASE"
        case 8: return "route_id IN \(list((0..<3).map { _ in "\(random.below(300))" }))"
        case 9: return "route_id \(comparison) \(random.oneIn(3) ? "NULL" : "\(random.below(300))")"
        case 10:
            let columns = ["namespace_id", "status", "duration", "revision", "weight", "source"]
            let values = ["1", "'2'", "2.5", "0", "-1", "404", "x'01'", "NULL", "9e300"]
            let column = columns[random.below(columns.count)]
            return "\(column) \(comparison) \(values[random.below(values.count)])"
        default:
            let columns = ["route_id", "target", "duration", "principal"]
            return "\(columns[random.below(columns.count)]) IS NULL"
        }
    }
}
