import RouteDBRouting
import Testing

/// What each test of a condition finds, by a deny rule that has it alone.
@Suite struct AccessConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let condition: String
        let context: JSONObject
        let finding: AccessRule.Condition.Finding

        init(_ condition: String, _ value: JSONValue, _ finding: AccessRule.Condition.Finding) {
            self.condition = "context.a \(condition)"
            context = ["a": value]
            self.finding = finding
        }

        var testDescription: String { "\(condition) of \(context)" }
    }

    static let cases = [
        Case("= gold", "gold", .holds), Case("= gold", "Gold", .fails),
        Case("= \u{E9}", "e\u{301}", .fails), Case("= \"5\"", 5, .holds),
        Case("= 5", "5", .holds), Case("= 5", "05", .holds), Case("= 5", 5, .holds),
        Case("= 5", .double(5.5), .fails), Case("= 5", "x", .fails), Case("= 5", nil, .unknown),
        Case("= 1.5", "1.5", .holds), Case("= 1.5", .double(1.5), .holds),
        Case("= true", "true", .holds), Case("= true", true, .holds), Case("= true", 1, .fails),
        Case("= 9007199254740993", 9_007_199_254_740_992, .fails),
        Case("= 9007199254740993", "9007199254740992", .fails),
        Case("= 9007199254740993", "9007199254740993", .holds),
        Case("in gold, silver", "silver", .holds), Case("in gold,silver", "bronze", .fails),
        Case("in \"a,b\",\" c\"", "a,b", .holds), Case("in \"a,b\",\" c\"", " c", .holds),
        Case("in 1,2", "2", .holds), Case("in a,b", ["a"], .unknown),
        Case("= a", ["x": "a"], .unknown),
        Case("range 1..9", 1, .holds), Case("range 1..9", "9", .holds),
        // 2^53 + 1, which no double is.
        Case("range 9007199254740993..", "9007199254740992", .fails),
        Case("range 9007199254740993..", 9_007_199_254_740_992, .fails),
        Case("range 9007199254740993..", "9007199254740993", .holds),
        Case("range ..9007199254740992", 9_007_199_254_740_993, .fails),
        Case("range 1e300..", .int(.max), .fails), Case("range ..1e300", .int(.max), .holds),
        Case("range 1..9", .double(9.1), .fails), Case("range 1..9", "x", .unknown),
        Case("range 1..9", true, .unknown), Case("range ..9", "-1e3", .holds),
        Case("range -1.5..", "-2", .fails), Case("range 5", "5.0", .holds),
        Case("prefix mail", "mailing", .holds), Case("prefix mail", "Mail", .fails),
        Case("prefix mail", 5, .unknown), Case("prefix e", "e\u{301}", .holds),
        Case("network 10.0.0.0/8", "10.255.0.1", .holds),
        Case("network 10.0.0.0/8", "11.0.0.0", .fails),
        Case("network 10.0.0.0/8", "::ffff:10.1.2.3", .holds),
        Case("network 10.0.0.0/8", "::ffff:a01:203", .holds),
        Case("network ::ffff:10.0.0.0/104", "10.1.2.3", .holds),
        Case("network 10.0.0.0/8", "::10.1.2.3", .fails),
        Case("network 10.0.0.0/8", "10.1", .unknown),
        Case("network 10.0.0.0/8", "010.0.0.1", .unknown),
        Case("network 10.0.0.0/8", "10.0.0.1:80", .unknown),
        Case("network 10.0.0.0/8", 10, .unknown),
        Case("network 192.0.2.128/25,fd00::/8", "192.0.2.200", .holds),
        Case("network 192.0.2.128/25,fd00::/8", "192.0.2.127", .fails),
        Case("network 192.0.2.128/25, fd00::/8", "FD12::1", .holds),
        Case("network 0.0.0.0/0", "255.255.255.255", .holds),
        Case("network ::/0", "10.0.0.1", .fails), Case("network ::/0", "1::", .holds),
        Case("network 10.0.0.1", "10.0.0.1", .holds), Case("network ::1", "0:0::0:1", .holds),
        Case("network 1:2::/33", "1:2:8000::", .fails), Case("network 1::", "1::", .holds),
        Case("network fe80::/10", "fe80::1%eth0", .unknown),
        Case("version 2..", "2.0.0", .holds), Case("version 2..", "2.0.0-rc.1", .fails),
        Case("version 2..3", "3.0.0+build.7", .holds), Case("version 2..3", "3.0.1", .fails),
        Case("version 2.10", "2.9", .fails), Case("version ..2.10", "2.9", .holds),
        Case("version 1..", 2, .holds), Case("version 1..", "v2", .unknown),
        Case("version 1..", "1.2.3.4", .unknown), Case("version 1..", "2-", .unknown),
        Case("percent 100", "x", .holds), Case("percent 0", "x", .fails),
    ]

    @Test("a test of a value gives the result in the table", arguments: cases)
    func finding(_ example: Case) throws {
        let probe = try AccessProbe([.test(1, .deny, .anyone, [example.condition])])
        let resolution = probe.resolve("/users/5", as: nil, example.context)
        #expect(resolution.consideredRules.first?.findings == [example.finding])
        #expect((resolution.outcome == .denied) == (example.finding != .fails))
    }

    @Test("parameters, query items and the principal are attributes")
    func attributes() throws {
        let url = "/users/5?ref=mail&a=1&a=1&b=1&b=2&e%CC%81=1"
        let cases: [(String, AccessRule.Condition.Finding)] = [
            ("param.id = 5", .holds), ("param.id = 6", .fails), ("query.ref prefix ma", .holds),
            ("query.a = 1", .holds), ("query.a = 2", .fails), ("query.b in 1,2", .holds),
            ("query.b in 3,4", .fails), ("query.b = 1", .unknown), ("query.\u{E9} = 1", .unknown),
            ("query.e\u{301} = 1", .holds), ("principal = alice", .holds),
            ("principal prefix b", .fails), ("time period 2026-01-01..2026-01-02", .holds),
            ("time period ..2025-12-31", .fails), ("time window thu 00:00-00:01", .holds),
        ]
        for (condition, finding) in cases {
            let probe = try AccessProbe([.test(1, .deny, .anyone, [condition])])
            let rules = probe.resolve(url, as: RequestPrincipal("alice")).consideredRules
            #expect(rules.map(\.findings) == [[finding]], "\(condition)")
        }
    }

    @Test("a period includes its ends")
    func period() throws {
        let probe = try AccessProbe([
            .test(1, .deny, .anyone, ["time period 2026-01-01..2026-01-01T00:00:01.5Z"])
        ])
        let expected: [(Int64, Bool)] = [
            (-1, false), (0, true), (1_500_000, true), (1_500_001, false),
        ]
        for (offset, isDenied) in expected {
            let outcome = probe.resolve("/users/5", at: AccessProbe.time + .microseconds(offset))
                .outcome
            #expect((outcome == .denied) == isDenied)
        }
    }

    @Test("versions are ordered by semantic versioning")
    func versions() {
        // The example of the specification, section 11, and more.
        let rising = [
            "1.0.0-1", "1.0.0-2", "1.0.0-11", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
            "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1", "1.0.1", "1.2",
            "1.10", "2.0.0-a", "2.0.0",
        ].compactMap(VersionNumber.init)
        #expect(rising.count == 16)
        for (left, right) in zip(rising, rising.dropFirst()) {
            #expect(left < right && !(right < left) && left != right)
        }
        #expect(VersionNumber("1") == VersionNumber("1.0.0+build"))
        for text in ["", "a", "1.", "1..2", "1.2.3.4", "1-", "1-a..b", "1+", "1+a b", "-1", "+1"] {
            #expect(VersionNumber(text) == nil, "\(text)")
        }
    }
}
