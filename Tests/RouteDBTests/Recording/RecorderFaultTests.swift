import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Synchronization
import Testing

@Suite("Faults of a recorded history", .serialized)
struct RecorderFaultTests {
    let fixture: RecorderFixture

    init() throws {
        fixture = try RecorderFixture()
    }

    @Test("hits wait while the file cannot be created")
    func recovery() async throws {
        let directory = fixture.history.directory.path("later")
        var options = RecorderFixture.patient
        options.queueHits = 800
        options.overflow = .block(atMost: .seconds(3_600))
        let recorder = HitRecorder(history: directory + "/routes.hits.db", options: options)
        await #expect(throws: RouteDBError.self) { try await recorder.flush() }
        // Nobody makes room, so nobody waits for it.
        fixture.record(0..<1_000, by: recorder)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        try await recorder.flush()
        fixture.record(1_000..<1_100, by: recorder)
        await recorder.shutdown()
        let health = await recorder.health
        #expect((health.written, health.dropped, health.lost) == (900, 200, 0))
        #expect(health.error == nil)
        let reader = try HitsReader(path: directory + "/routes.hits.db")
        #expect(try reader.verify().isEmpty)
    }

    @Test("a removed or replaced file is recreated")
    func removal() async throws {
        let recorder = fixture.recorder()
        fixture.record(0..<10, by: recorder)
        try await recorder.flush()
        try fixture.removeHistory()
        fixture.record(10..<20, by: recorder)
        try await recorder.flush()
        #expect(try fixture.users().sorted() == Array(10..<20))
        try FileManager.default.removeItem(atPath: fixture.path)
        fixture.record(20..<30, by: recorder)
        await recorder.shutdown()
        #expect(try fixture.users().sorted() == Array(20..<30))
        #expect(try fixture.history.reader().verify().isEmpty)
        #expect(await recorder.health.written == 30)
    }

    @Test("after a backup took the place of a file, hits are numbered in a stream of their own")
    func backup() async throws {
        let recorder = fixture.recorder()
        fixture.record(0..<10, by: recorder)
        try await recorder.flush()
        try fixture.history.writer().checkpoint()
        let backup = fixture.history.directory.path("backup.db")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: backup)
        fixture.record(10..<15, by: recorder)
        try await recorder.flush()
        try fixture.removeHistory()
        try FileManager.default.moveItem(atPath: backup, toPath: fixture.path)
        fixture.record(15..<22, by: recorder)
        await recorder.shutdown()
        #expect(try fixture.users().sorted() == Array(0..<10) + Array(15..<22))
        // The numbers from 11 on belong to the hits that the backup does not have.
        #expect(try fixture.history.reader().streams().map(\.hits).sorted() == [7, 10])
        #expect(try fixture.history.reader().verify().isEmpty)
    }

    @Test("a clock that steps back affects only times")
    func clock() async throws {
        let clock = FallingClock()
        var options = RecorderFixture.patient
        options.now = { clock.step() }
        let recorder = fixture.recorder(options)
        fixture.record(0..<5_000, by: recorder)
        await recorder.shutdown()
        #expect(try fixture.users().sorted() == Array(0..<5_000))
        #expect(try fixture.history.reader().verify().isEmpty)
    }

    @Test("a full file does not stop resolving, and gets the hits later")
    func noRoom() async throws {
        let path = fixture.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var options = HitRecorder.Options()
            options.longestDelay = .milliseconds(1)
            options.queueHits = 20_000
            let recorder = HitRecorder(history: path, options: options)
            let table = RoutingTable(.of(["/user/{id:int}"]))
            for number in 0..<1_000 { recorder.record(table.resolve("/user/\(number)")) }
            try await recorder.flush()
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            limit.rlim_cur = 1 << 18
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            var isRefused = false
            var number = 1_000
            while !isRefused, number < 12_000 {
                for _ in 0..<500 {
                    recorder.record(table.resolve("/user/\(number)"))
                    number += 1
                }
                do { try await recorder.flush() } catch { isRefused = true }
            }
            precondition(isRefused)
            limit.rlim_cur = limit.rlim_max
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try await recorder.flush()
            let health = await recorder.health
            precondition(health.written == number && health.error == nil)
            await recorder.shutdown()
        }
        let users = try fixture.users()
        #expect(users.sorted() == Array(0..<users.count))
        #expect(try fixture.history.reader().verify().isEmpty)
    }

    @Test("a damaged file does not stop resolving, and the recorder reports it")
    func damage() async throws {
        let recorder = fixture.recorder()
        fixture.record(0..<10, by: recorder)
        await recorder.shutdown()
        for name in ["-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: fixture.path + name)
        }
        let file = try #require(FileHandle(forUpdatingAtPath: fixture.path))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 60_000))
        try file.close()
        let next = fixture.recorder()
        fixture.record(10..<20, by: next)
        await #expect(throws: RouteDBError.self) { try await next.flush() }
        let health = await next.health
        #expect(health.error?.code == .corrupt)
        #expect(health.queued == 10)
        await next.shutdown()
    }
}

/// A clock that steps back all the time.
private final class FallingClock: Sendable {
    private let count = Atomic<Int64>(0)

    func step() -> Timestamp {
        RegistryOptions.testTime - .seconds(count.add(1, ordering: .relaxed).newValue)
    }
}
