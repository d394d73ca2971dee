import Testing

@testable import RouteDBRouting

/// The hash behind `percent`: samples must stay what they are, in every version.
@Suite struct AccessPercentTests {
    @Test("buckets never change")
    func fixed() {
        // Computed apart from this library, from the description in Docs/access.md.
        let cases: [(String, String, Int)] = [
            ("alice", "", 806),
            ("alice", "beta", 5755),
            ("bob", "", 7097),
            ("", "", 4608),
            ("42", "beta", 1491),
            ("\u{E9}", "", 543),
        ]
        for (text, salt, bucket) in cases {
            #expect(StableHash.bucket(of: text, salt: salt) == bucket, "\(text) \(salt)")
        }
    }

    @Test("buckets are evenly distributed, and another salt gives another sample")
    func uniform() {
        var counts = [Int](repeating: 0, count: 100)
        var both = 0
        let total = 100_000
        for number in 0..<total {
            let bucket = StableHash.bucket(of: "user-\(number)", salt: "")
            counts[bucket / 100] += 1
            if bucket < 2_000 && StableHash.bucket(of: "user-\(number)", salt: "beta") < 2_000 {
                both += 1
            }
        }
        // A thousand are expected in each, with a standard deviation of 32.
        #expect(counts.allSatisfy { 840...1_160 ~= $0 })
        // 20% of 20%, with a standard deviation of 62.
        #expect(3_690...4_310 ~= both)
    }

    @Test("a larger share includes every smaller one, to a hundredth of a percent")
    func shares() throws {
        for number in 0..<200 {
            let id = "user-\(number)"
            let bucket = StableHash.bucket(of: id, salt: "s")
            for (percent, isIn) in [
                (Double(bucket) / 100, false), (Double(bucket + 1) / 100, true), (100, true),
            ] {
                let condition = AccessRule.Condition(.principal, .percent(percent, salt: "s"))
                var rule = try AccessRule.test(1, .deny)
                rule.conditions = [condition]
                let outcome = try AccessProbe([rule]).resolve("/users/5", as: RequestPrincipal(id))
                    .outcome
                #expect((outcome == .denied) == isIn, "\(id) \(percent)")
            }
        }
    }
}
