import RouteDB
import RouteDBTesting
import Testing

@Suite("A test's clock")
struct TestClockTests {
    @Test("begins at the start of 2026, or when the test says")
    func beginning() throws {
        #expect(TestClock().time.description == "2026-01-01T00:00:00Z")
        let clock = try TestClock(at: "2026-07-01T09:30:00.5+02:00")
        #expect(clock.time.description == "2026-07-01T07:30:00.5Z")
    }

    @Test("stands still until it is moved, and may be moved back")
    func moving() throws {
        let clock = try TestClock(at: "2026-07-01")
        let before = clock.now
        #expect(clock.now == before)
        clock.advance(by: .seconds(90))
        #expect(clock.time.description == "2026-07-01T00:01:30Z")
        #expect(before.duration(to: clock.now) == .seconds(90) && before < clock.now)
        try clock.move(to: "2026-06-30T23:00:00Z")
        #expect(clock.now.duration(to: before) == .seconds(3_600))
    }

    @Test(
        "a text that is no time is an error, and moves nothing", arguments: ["", "noon", "25:00"])
    func invalid(text: String) throws {
        let clock = TestClock()
        let error = #expect(throws: RouteDBError.self) { try clock.move(to: text) }
        #expect(error?.code == .invalidValue)
        #expect(throws: RouteDBError.self) { try TestClock(at: text) }
        #expect(clock.time == TestClock().time)
    }

    @Test("times too late for a timestamp are the latest one")
    func late() {
        let clock = TestClock()
        clock.advance(by: .seconds(Int64.max / 2))
        #expect(clock.time.microseconds == Int64.max)
    }

    @Test("wakes those whose deadline has passed, and no others")
    func sleeping() async throws {
        let clock = TestClock()
        async let short: Void = clock.sleep(for: .seconds(1))
        async let long: Void = clock.sleep(for: .seconds(5))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        try await short
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(4))
        try await long
        #expect(clock.sleepers == 0)
        try await clock.sleep(until: clock.now, tolerance: nil)
    }

    @Test("a cancelled sleep throws, and leaves no sleeper")
    func cancelling() async {
        let clock = TestClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
    }
}
