import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

/// Processes that are killed while they record, and processes that record at once.
@Suite("A killed recorder", .serialized)
struct RecorderCrashTests {
    let fixture: RecorderFixture

    init() throws {
        fixture = try RecorderFixture()
    }

    @Test(
        "loses only unconfirmed hits and duplicates none",
        arguments: [1, 150_000, 400_000, 1_000_000])
    func killed(bytes: Int) async throws {
        let path = fixture.path
        for _ in 0..<2 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, bytes] in
                let table = RoutingTable(.of(["/user/{id:int}"]))
                var options = HitRecorder.Options()
                options.longestDelay = .milliseconds(1)
                let recorder = HitRecorder(history: path, options: options)
                SuddenEnd.killAfter(writing: bytes, to: path)
                for number in 0..<Int.max {
                    recorder.record(table.resolve("/user/\(number)"))
                    guard number % 700 == 699 else { continue }
                    try await recorder.flush()
                    try "\(number + 1)".write(
                        toFile: path + ".told", atomically: true, encoding: .utf8)
                }
            }
            let told = try? String(contentsOfFile: path + ".told", encoding: .utf8)
            // The next recorder finds a file that it can go on with.
            let recorder = fixture.recorder()
            try await recorder.flush()
            await recorder.shutdown()
            #expect(try fixture.history.reader().verify().isEmpty)
            let users = try fixture.users()
            #expect(Set(users).count == users.count)
            #expect(Set(users).isSuperset(of: 0..<(told.flatMap { Int($0) } ?? 0)))
            try fixture.removeHistory()
        }
    }

    @Test("processes that record to one file neither lose nor duplicate hits")
    func processes() async throws {
        let path = fixture.path
        async let first: Void = Self.record(path, 0)
        async let second: Void = Self.record(path, 10_000)
        _ = await (first, second)
        #expect(try fixture.users().sorted() == Array(0..<20_000))
        // One that ends before the other begins leaves its stream to it.
        #expect((1...2).contains(try fixture.history.number("SELECT count(*) FROM stream")))
        #expect(try fixture.history.reader().verify().isEmpty)
    }

    /// Has another process record 10,000 hits.
    private static func record(_ path: String, _ start: Int) async {
        await #expect(processExitsWith: .success) { [path = path as String, start] in
            let table = RoutingTable(.of(["/user/{id:int}"]))
            var options = HitRecorder.Options()
            options.longestDelay = .milliseconds(1)
            options.batchSize = 100
            options.overflow = .block(atMost: .seconds(60))
            let recorder = HitRecorder(history: path, options: options)
            for number in start..<start + 10_000 {
                recorder.record(table.resolve("/user/\(number)"))
            }
            await recorder.shutdown()
            let health = await recorder.health
            precondition(health.written == 10_000 && health.lost == 0)
        }
    }
}
