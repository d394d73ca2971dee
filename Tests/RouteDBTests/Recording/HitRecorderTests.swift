import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("Recording hits")
struct HitRecorderTests {
    let fixture: RecorderFixture

    init() throws {
        fixture = try RecorderFixture()
    }

    @Test("a hit has the data of its resolution and its caller")
    func content() async throws {
        let recorder = fixture.recorder()
        var request = ResolutionRequest("/user/42?a=1")
        request.principal = RequestPrincipal("alice")
        request.time = 1_000_000
        recorder.record(
            fixture.table.resolve(request), duration: .milliseconds(3), status: 200,
            referrer: "https://site/")
        recorder.record(fixture.table.resolve("/nope"), principal: "bob")
        recorder.record(fixture.table.resolve("/user/%FF"))
        recorder.record(fixture.table.resolve(ResolutionRequest(named: "task")))
        try await recorder.flush()
        // In which order hits of one batch are written is nobody's to say.
        let hits = try fixture.history.hits().sorted {
            $0.outcome.rawValue < $1.outcome.rawValue
        }
        #expect(hits.map(\.outcome) == [.matched, .unmatched, .invalid])
        let first = try #require(hits.first)
        #expect(first.time == 1_000_000)
        #expect((first.namespace, first.route, first.revision) == (1, 1, 1))
        #expect(first.durationMicroseconds == 3_000)
        #expect((first.status, first.weight, first.source) == (200, 1, 0))
        #expect(first.principal == Array("alice".utf8))
        #expect(first.parameters == Array(#"{"id":42}"#.utf8))
        #expect(first.referrer == Array("https://site/".utf8))
        #expect(hits[1].principal == Array("bob".utf8))
        #expect(hits[1].time == RegistryOptions.testTime)
        let health = await recorder.health
        #expect((health.recorded, health.written, health.queued, health.dropped) == (3, 3, 0, 0))
        await recorder.shutdown()
    }

    @Test("concurrent threads neither lose nor duplicate hits")
    func threads() async throws {
        var options = HitRecorder.Options()
        options.overflow = .block(atMost: .seconds(60))
        options.longestDelay = .milliseconds(5)
        options.queueHits = 2_000
        let recorder = fixture.recorder(options)
        let table = fixture.table
        await withTaskGroup { group in
            for part in 0..<4 {
                group.addTask {
                    for number in part * 5_000..<(part + 1) * 5_000 {
                        recorder.record(table.resolve("/user/\(number)"))
                    }
                }
            }
        }
        await recorder.shutdown()
        #expect(try fixture.users().sorted() == Array(0..<20_000))
        #expect(try fixture.history.reader().verify().isEmpty)
        let health = await recorder.health
        #expect((health.written, health.dropped, health.lost) == (20_000, 0, 0))
        #expect(try fixture.losses() == 0)
    }

    @Test("a sample keeps all hits of a URL or none, with their weight")
    func sampling() async throws {
        var options = RecorderFixture.patient
        options.sampling = .urls(oneIn: 4)
        let recorder = fixture.recorder(options)
        for _ in 0..<3 { fixture.record(0..<400, by: recorder) }
        try await recorder.flush()
        let users = try fixture.users()
        let hits = try fixture.history.hits()
        #expect(hits.allSatisfy { $0.weight == 4 })
        #expect((60...140).contains(Set(users).count))
        #expect(users.count == 3 * Set(users).count)
        let health = await recorder.health
        #expect(health.sampledOut == 1_200 - users.count)
        await recorder.shutdown()
    }

    @Test("a sample by principals keeps all hits of a principal")
    func principals() async throws {
        var options = RecorderFixture.patient
        options.sampling = .principals(oneIn: 3)
        let recorder = fixture.recorder(options)
        for number in 0..<300 {
            var request = ResolutionRequest("/user/\(number)")
            request.principal = RequestPrincipal("p\(number % 30)")
            recorder.record(fixture.table.resolve(request))
        }
        await recorder.shutdown()
        let counts = Dictionary(grouping: try fixture.history.hits(), by: \.principal)
        #expect(counts.values.allSatisfy { $0.count == 10 })
        #expect((3...20).contains(counts.count))
    }

    @Test("recording can be turned off and on")
    func switching() async throws {
        var options = RecorderFixture.patient
        options.isRecording = false
        let recorder = fixture.recorder(options)
        fixture.record(0..<5, by: recorder)
        recorder.isRecording = true
        fixture.record(5..<8, by: recorder)
        recorder.isRecording = false
        fixture.record(8..<9, by: recorder)
        await recorder.shutdown()
        recorder.isRecording = true
        fixture.record(9..<10, by: recorder)
        #expect(!recorder.isRecording)
        #expect(try fixture.users().sorted() == [5, 6, 7])
    }

    @Test("a cancelled service writes what was recorded")
    func service() async throws {
        let recorder = fixture.recorder()
        let service = Task { try await recorder.run() }
        fixture.record(0..<10, by: recorder)
        service.cancel()
        try await service.value
        #expect(try fixture.users().sorted() == Array(0..<10))
    }

    @Test("hits are written by themselves after the delay")
    func delay() async throws {
        var options = HitRecorder.Options()
        options.longestDelay = .milliseconds(1)
        let recorder = fixture.recorder(options)
        fixture.record(0..<10, by: recorder)
        while await recorder.health.written < 10 { try await Task.sleep(for: .milliseconds(1)) }
        fixture.record(10..<11, by: recorder)
        while await recorder.health.written < 11 { try await Task.sleep(for: .milliseconds(1)) }
        await recorder.shutdown()
    }

    @Test("dropped hits are counted, in the health and in the file")
    func dropping() async throws {
        var options = RecorderFixture.patient
        options.queueHits = 80
        options.history = "ignored"
        let recorder = HitRecorder(
            history: fixture.history.directory.path("later/routes.hits.db"), options: options)
        // Until it has failed the writer may take some of them.
        while await recorder.health.error == nil { try await Task.sleep(for: .milliseconds(1)) }
        fixture.record(0..<200, by: recorder)
        var health = await recorder.health
        #expect((health.recorded, health.queued, health.dropped) == (80, 80, 120))
        await recorder.shutdown()
        health = await recorder.health
        #expect((health.written, health.lost, health.queued) == (0, 80, 0))
    }

    @Test("a text longer than the queue is dropped")
    func size() async throws {
        var options = RecorderFixture.patient
        options.queueBytes = 8_000
        let recorder = fixture.recorder(options)
        recorder.record(fixture.table.resolve("/" + String(repeating: "a", count: 2_000)))
        recorder.record(fixture.table.resolve("/static"))
        await recorder.shutdown()
        let health = await recorder.health
        #expect((health.written, health.dropped) == (1, 1))
        #expect(try fixture.losses() == 1)
    }
}
