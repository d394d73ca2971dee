#if Server
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBFollower

@Suite("Answers that were dealt with")
struct KnownAnswerTests {
    private let refused = FeedStep(
        refusing: RouteDBError(.invalidInput, "It is no feed."), at: .start)

    @Test("what was refused is due after 15 seconds, then after twice as long, up to 5 minutes")
    func waits() throws {
        var (now, last) = (Timestamp(microseconds: 0), KnownAnswer?.none)
        for seconds: Int64 in [15, 30, 60, 120, 240, 300, 300] {
            let answer = try #require(KnownAnswer("tag", refused, at: now, after: last))
            let wait = Duration.seconds(seconds)
            #expect(!answer.isDue(at: now + wait - .microseconds(1)))
            #expect(answer.isDue(at: now + wait))
            (now, last) = (now + wait, answer)
        }
        let other = try #require(KnownAnswer("other", refused, at: now, after: last))
        #expect(other.isDue(at: now + .seconds(15)))
    }

    @Test("it is due when the clock was set back, and nothing is known by no tag")
    func clock() throws {
        let answer = try #require(
            KnownAnswer("tag", refused, at: .epoch + .seconds(99), after: nil))
        #expect(answer.isDue(at: .epoch + .seconds(98)))
        #expect(KnownAnswer("", refused, at: 0, after: nil) == nil)
    }
}
#endif
