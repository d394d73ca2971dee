import RouteDBTestSupport
import Testing

@testable import RouteDBSQLite

@Suite("Functions in the place of SQLite's")
struct LinearFunctionTests {
    private enum Argument {
        case null
        case number(Int64)
        case text([UInt8])
        case blob([UInt8])

        init(_ random: inout SeededGenerator) {
            let pieces = ["a", "b", "ab", "aab", "\u{E9}", "\u{20AC}", "\u{1F600}", " ", "1"]
            let bytes = (0..<random.below(8)).flatMap { _ in Array(random.pick(pieces).utf8) }
            switch random.below(12) {
            case 0: self = .null
            case 1: self = .number(Int64(random.below(300)))
            case 2, 3: self = .blob(bytes)
            default: self = .text(bytes)
            }
        }
    }

    private static let calls = [
        "instr(?1, ?2)", "replace(?1, ?2, ?3)", "trim(?1, ?2)", "ltrim(?1, ?2)", "rtrim(?1, ?2)",
    ]

    private func results(
        _ arguments: [Argument], on connection: Connection
    ) throws -> [String] {
        try Self.calls.map { call in
            let sql =
                "SELECT typeof(\(call)) || quote(\(call)) WHERE ?1 IS ?1 AND ?2 IS ?2 AND ?3 IS ?3"
            var statement = try connection.prepare(sql)
            for (index, argument) in arguments.enumerated() {
                let place = Int32(index + 1)
                switch argument {
                case .null: try statement.bindNull(at: place)
                case .number(let number): try statement.bind(number, at: place)
                case .text(let bytes): try statement.bind(text: bytes, at: place)
                case .blob(let bytes): try statement.bind(bytes, at: place)
                }
            }
            try expectRow(&statement)
            return statement.string(at: 0)
        }
    }

    @Test("they answer as SQLite's do", arguments: 0..<4)
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (own, ours) = (try Connection.inMemory(), try Connection.inMemory())
        try ours.allowOnlyReading()
        for _ in 0..<500 {
            let arguments = (0..<3).map { _ in Argument(&random) }
            #expect(
                try results(arguments, on: ours) == results(arguments, on: own), "\(arguments)")
        }
    }

    @Test("a result longer than a value may be is refused")
    func tooLong() throws {
        let connection = try Connection.inMemory()
        try connection.limitValues(toBytes: 100)
        try connection.allowOnlyReading()
        var statement = try connection.prepare("SELECT replace(hex(zeroblob(40)), '0', 'aa')")
        #expect(throws: SQLiteError.self) { _ = try statement.step() }
        var fitting = try connection.prepare("SELECT replace(hex(zeroblob(25)), '0', 'aa')")
        try expectRow(&fitting)
        #expect(fitting.string(at: 0).utf8.count == 100)
    }
}
