import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite struct ExactNumberTests {
    @Test("numbers of both kinds are in one order, in which no two are equal")
    func order() {
        // Ascending; those in the middle cannot be told apart as doubles.
        let numbers: [ExactNumber] = [
            ExactNumber(-.infinity), ExactNumber(-1e300), .int(.min), .int(.min + 1),
            ExactNumber(-1.5), -1, ExactNumber(-0.5), 0, ExactNumber(0.5), 1,
            9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_994,
            .int(.max - 1), .int(.max), ExactNumber(0x1p63), ExactNumber(1e300),
            ExactNumber(.infinity),
        ]
        for (left, one) in numbers.enumerated() {
            for (right, other) in numbers.enumerated() {
                #expect((one < other) == (left < right), "\(one) < \(other)")
                #expect((one == other) == (left == right), "\(one) == \(other)")
            }
        }
    }

    @Test("what is not a number is neither less nor greater")
    func notANumber() {
        let none = ExactNumber(.nan)
        #expect(!(none < 1) && !(1 < none) && !(none < none))
    }

    @Test("a whole double is an integer, and each is written shortly")
    func text() {
        #expect(ExactNumber(5.0) == 5)
        #expect(ExactNumber("1e3") == 1000)
        #expect(ExactNumber("-0.5")?.description == "-0.5")
        #expect(ExactNumber("9223372036854775807")?.description == "9223372036854775807")
        #expect(ExactNumber("9223372036854775808") == ExactNumber(0x1p63))
        #expect(["", "x", "inf", "nan", "1e999"].compactMap { ExactNumber($0) }.isEmpty)
    }
}
