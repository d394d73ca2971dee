#if Server
import RouteDBFollower
import Testing

@Suite("Waiting before another try")
struct BackoffTests {
    @Test(
        "each wait may be twice as long as the one before, is at least half of that, and half a minute at most"
    )
    func growth() {
        var backoff = Backoff()
        var most = Duration.milliseconds(500)
        for _ in 0..<40 {
            let wait = backoff.next()
            // The product with a random number is rounded.
            #expect(most / 2 <= wait && wait <= most + .microseconds(1))
            most = min(most * 2, .seconds(30))
        }
        backoff.reset()
        #expect(backoff.next() <= .milliseconds(501))
    }
}
#endif
