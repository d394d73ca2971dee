#if Hub
@testable import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite("The SQL of a hub", .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubSchemaTests {
    private let test: TestHub

    init() throws {
        test = try TestHub()
    }

    /// The columns of a hit with a valid value of each, as SQL.
    private static let valid = [
        ("sequence", "1"), ("at_us", "0"), ("namespace", "0"), ("route", "0"), ("revision", "0"),
        ("outcome", "1"), ("duration", "-1"), ("status", "0"), ("weight", "1"), ("import", "0"),
        ("client", "0"), ("url", "''"), ("principal", "NULL"), ("parameters", "NULL"),
        ("referrer", "NULL"), ("kind", "NULL"), ("attributes", "NULL"), ("user_agent", "NULL"),
    ]

    /// Each valid hit with another value in one column: the ends of all ranges, and texts at the limit.
    private static let changed: [String] = valid.flatMap { column, value in
        let isText = value == "''" || value == "NULL"
        let texts = [HubSchema.textBytes, HubSchema.textBytes + 1].map { "repeat('x', \($0))" }
        let values = isText ? texts : numbers
        return values.map { other in
            let all = valid.map { name, value in
                let type = isText && name == column || value.hasSuffix("'") || value == "NULL"
                return "(\(name == column ? other : value))::\(type ? "text" : "bigint") AS \(name)"
            }
            return "SELECT \(all.joined(separator: ", "))"
        }
    }

    private static let numbers: [String] = {
        let ends: [Int64] = [
            .min, HubSchema.times.lowerBound, -1, 0, 1, 5, 0xFFFF, HubSchema.times.upperBound,
            HubSchema.lastNumber, .max,
        ]
        return Set(ends.flatMap { [$0, $0 &- 1, $0 &+ 1] }).sorted().map { "\($0)" }
    }()

    @Test("calls a hit damaged exactly if it can say what is wrong with it")
    func damage() throws {
        let rows = Self.changed.joined(separator: " UNION ALL ")
        let counts =
            try test.run(
                """
                SELECT count(*) FILTER (WHERE \(HubSchema.isDamaged)),
                    count(*) FILTER (WHERE NOT (\(HubSchema.isDamaged))),
                    count(*) FILTER (WHERE (\(HubSchema.isDamaged)) <> (\(HubSchema.damage) IS NOT NULL))
                FROM (\(rows)) AS hit
                """
            ).first ?? []
        let found = counts.map { $0.flatMap { Int($0) } ?? -1 }
        try #require(found.count == 3)
        #expect(found[0] > 50)
        #expect(found[1] > 50)
        #expect(found[2] == 0)
    }

    @Test("counts days as numbers with decimals would")
    func days() throws {
        let day: Int64 = 86_400_000_000
        let times = [0, day, -day, 5 * day, -5 * day, .min, .max].flatMap { time in
            [time, time &- 1, time &+ 1].map { "(\($0))::bigint" }
        }
        let different = try test.run(
            """
            SELECT t FROM unnest(ARRAY[\(times.joined(separator: ", "))]) AS t
            WHERE \(HubSchema.day(of: "t")) <> floor(t::numeric / \(day))
            """)
        #expect(different.isEmpty)
    }
}
#endif
