#if Server
import Dispatch
import HTTPTypes
import RouteDB
import RouteDBServer
import Testing

@Suite("Work on threads of its own")
struct WorkPoolTests {
    /// Work that a test holds up and lets go.
    private final class Gate: Sendable {
        private let opening = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()

        /// The work: it tells that it has begun, and ends when the gate is opened.
        func pass() {
            begin.yield()
            opening.wait()
        }

        func open() { opening.signal() }

        func waitUntilBegun() async {
            var iterator = begun.makeAsyncIterator()
            await iterator.next()
        }
    }

    @Test("who is cancelled does not wait for work that does not stop")
    func cancelled() async throws {
        let (pool, gate) = (WorkPool(threads: 1, most: 2), Gate())
        let task = Task { try await pool.run { _ in gate.pass() } }
        await gate.waitUntilBegun()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await pool.run { _ in 1 } == 1)
        pool.shutDown()
    }

    @Test("a full pool refuses at once, and what was given up counts until it has ended")
    func full() async throws {
        let (pool, gate) = (WorkPool(threads: 1, most: 1), Gate())
        let task = Task { try await pool.run { _ in gate.pass() } }
        await gate.waitUntilBegun()
        task.cancel()
        _ = await task.result
        let problem = await #expect(throws: Problem.self) { try await pool.run { _ in 1 } }
        #expect(problem?.status == .serviceUnavailable && problem?.code == "busy")
        #expect(problem?.fields[.retryAfter] == "5")
        gate.open()
        pool.shutDown()
    }

    @Test("the end of a pool lets go who waits for it, whatever still runs")
    func ended() async throws {
        let (pool, gate) = (WorkPool(threads: 1, most: 4), Gate())
        let running = Task { try await pool.run { _ in gate.pass() } }
        await gate.waitUntilBegun()
        let waiting = Task { try await pool.run { _ in 1 } }
        pool.shutDown()
        for result in [await running.result.map { 0 }, await waiting.result] {
            #expect(throws: (any Error).self) { try result.get() }
        }
        await #expect(throws: Problem.self) { try await pool.run { _ in 1 } }
        gate.open()
    }

    @Test("work is told that its caller has gone")
    func told() async throws {
        let (pool, gate) = (WorkPool(threads: 1), Gate())
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let task = Task {
            try await pool.run { isStopped in
                gate.pass()
                end.yield(isStopped())
            }
        }
        await gate.waitUntilBegun()
        task.cancel()
        _ = await task.result
        gate.open()
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == true)
        pool.shutDown()
    }
}
#endif
