#if Server
import RouteDB
import Testing

@testable import RouteDBServer

@Suite("Remembered values")
struct MemoCacheTests {
    private struct Failure: Error {}

    @Test("a value is made once for all who ask, and the one asked for first is forgotten")
    func once() async throws {
        let memory = MemoCache<Int, Int, any Error>(most: 2)
        let count = Locked(0)
        let ask: @Sendable (Int) async throws -> Int = { key in
            try await memory.value(key) {
                count.withLock { $0 += 1 }
                return key * 10
            }
        }
        #expect(await !memory.isKnown(1))
        async let first = ask(1)
        async let second = ask(1)
        async let third = ask(1)
        #expect(try await [first, second, third] == [10, 10, 10])
        #expect(count.withLock { $0 } == 1)
        #expect(await memory.isKnown(1))
        _ = try await ask(2)
        _ = try await ask(3)
        #expect(await !memory.isKnown(1))
        _ = try await ask(2)
        #expect(count.withLock { $0 } == 3)
    }

    @Test("a value that is asked for again outlives one that is not")
    func askedForAgain() async throws {
        let memory = MemoCache<Int, Int, any Error>(most: 2)
        for key in [1, 2, 1, 3] { _ = try await memory.value(key) { key } }
        #expect(await memory.isKnown(1))
        #expect(await !memory.isKnown(2))
        #expect(await memory.isKnown(3))
    }

    @Test("what fails is not remembered")
    func failures() async throws {
        let memory = MemoCache<Int, Int, any Error>(most: 2)
        await #expect(throws: Failure.self) {
            try await memory.value(1) { throw Failure() }
        }
        #expect(await !memory.isKnown(1))
        #expect(try await memory.value(1) { 5 } == 5)
    }
}
#endif
