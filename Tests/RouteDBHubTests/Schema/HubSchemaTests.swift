#if Hub
import RouteDBHistory
@testable import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite("The SQL of a hub", .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubSchemaTests {
    private let test: TestHub

    init() async throws {
        test = try TestHub()
        _ = try await test.client()
    }

    /// The ends of all ranges, and the numbers beside them.
    private static let numbers: [Int64] = {
        let ranges = HitNumber.allCases.map(\.range) + [HubSchema.times, 1...5]
        let ends = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        return Set(ends.flatMap { [$0, $0 &- 1, $0 &+ 1] }).sorted()
    }()

    /// A valid hit with each of these numbers in each column of numbers, and each of these lengths in each
    /// column of texts.
    private static let changed = """
        SELECT hit.* FROM information_schema.columns AS c
        CROSS JOIN LATERAL (
            SELECT to_jsonb(number) AS changed
            FROM unnest(ARRAY[\(list(numbers))]::bigint[]) AS number WHERE c.data_type = 'bigint'
            UNION ALL
            SELECT to_jsonb(repeat('x', length))
            FROM unnest(ARRAY[\(HubSchema.textBytes), \(HubSchema.textBytes + 1)]) AS length
            WHERE c.data_type = 'text'
        ) AS v
        CROSS JOIN LATERAL jsonb_populate_record(
            NULL::routedb.hit,
            jsonb_build_object(
                'sequence', 1, 'at_us', 0, 'namespace', 0, 'route', 0, 'revision', 0, 'outcome', 1,
                'duration', -1, 'status', 0, 'weight', 1, 'import', 0, 'client', 0, 'url', '')
                || jsonb_build_object(c.column_name, v.changed)
        ) AS hit
        WHERE c.table_schema = 'routedb' AND c.table_name = 'hit'
        """

    /// The numbers as texts: PostgreSQL reads a number before it negates it, which the least does not allow.
    private static func list(_ numbers: [Int64]) -> String {
        numbers.map { "'\($0)'" }.joined(separator: ", ")
    }

    @Test("calls a hit damaged exactly if it can say what is wrong with it")
    func damage() throws {
        let (isDamaged, damage) = (HubSchema.isDamaged, HubSchema.damage)
        let row = try test.run(
            """
            SELECT count(*) FILTER (WHERE \(isDamaged)), count(*) FILTER (WHERE NOT (\(isDamaged))),
                count(*) FILTER (WHERE (\(isDamaged)) <> (\(damage) IS NOT NULL))
            FROM (\(Self.changed)) AS hit
            """
        ).first
        let counts = try #require(row).map { $0.flatMap { Int($0) } ?? -1 }
        try #require(counts.count == 3)
        #expect(counts[0] > 50)
        #expect(counts[1] > 50)
        #expect(counts[2] == 0)
    }

    @Test("counts days as numbers with decimals would")
    func days() throws {
        let day: Int64 = 86_400_000_000
        let ends = [0, day, -day, 5 * day, -5 * day, .min, .max]
        let times = ends.flatMap { [$0, $0 &- 1, $0 &+ 1] }
        let different = try test.run(
            """
            SELECT t FROM unnest(ARRAY[\(Self.list(times))]::bigint[]) AS t
            WHERE \(HubSchema.day(of: "t")) <> floor(t::numeric / \(day))
            """)
        #expect(different.isEmpty)
    }
}
#endif
