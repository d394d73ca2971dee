import Foundation
import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("Recording registries")
struct RecordingRegistryTests {
    let fixture: RecorderFixture

    init() throws {
        fixture = try RecorderFixture()
    }

    private func registry(_ recording: HitRecorder.Options) async throws -> RouteRegistry {
        var options = RegistryOptions.testing(.creating)
        options.recording = recording
        let registry = try await RouteRegistry.open(
            fixture.history.directory.path("routes.db"), options: options)
        if registry.table.revision < 2 {
            for pattern in ["/user/{id:int}", "/{any}/{id}", "/reset/{token}"] {
                try await registry.add(pattern, target: pattern)
            }
        }
        return registry
    }

    @Test("each request is one hit, however it is resolved, and retries are not")
    func requests() async throws {
        let registry = try await registry(RecorderFixture.patient)
        let request = ResolutionRequest("/user/1")
        let first = registry.resolve(request)
        let second = registry.resolve(request, after: first)
        #expect(second.route?.target == "/{any}/{id}")
        _ = registry.resolve(request, declining: second)
        var reader = registry.makeReader()
        let read = reader.resolve(ResolutionRequest("/user/2"))
        _ = reader.resolve(ResolutionRequest("/user/2"), declining: read)
        let dispatcher = Dispatcher(registry)
        dispatcher.handle("/user/{id:int}") { _ in .declined }
        dispatcher.handle("/{any}/{id}") { _ in .handled }
        let report = await dispatcher.dispatch(DispatchRequest("/user/3"))
        #expect(report.resolution.route?.target == "/{any}/{id}")
        #expect(report.attempts.count == 2)
        _ = dispatcher.canDispatch(DispatchRequest("/user/3"))
        await registry.close()
        _ = registry.resolve("/user/4")
        #expect(try fixture.users().sorted() == [1, 2, 3])
        let hits = try fixture.history.hits()
        #expect(hits.map(\.route) == [1, 1, 1])
        #expect(hits.count { $0.durationMicroseconds != nil } == 1)
    }

    @Test("a history that cannot be opened does not stop resolving", arguments: 0..<4)
    func badHistory(kind: Int) async throws {
        let path = fixture.path
        switch kind {
        case 0:
            try Data().write(to: URL(fileURLWithPath: path))
            try SQLiteFile.execute("CREATE TABLE foreign_table (a)", path: path)
        case 1:
            try String(repeating: "no database ", count: 999)
                .write(toFile: path, atomically: false, encoding: .utf8)
        case 2:
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
        default: break
        }
        var recording = RecorderFixture.patient
        if kind == 3 { recording.history = "/nowhere/at/all.hits.db" }
        let registry = try await registry(recording)
        let recorder = try #require(registry.recorder)
        await #expect(throws: RouteDBError.self) { try await recorder.flush() }
        #expect(registry.resolve("/user/7")["id"] == 7)
        let health = await recorder.health
        #expect(health.error != nil)
        #expect((health.queued, health.written) == (1, 0))
        await registry.close()
    }

    @Test("what rules remove is in no file")
    func secrets() async throws {
        let secret = "s3cretXYZ"
        for rules in [[], ["token=hash", "id=drop", "@principal=hash", "key=truncate:1"]] {
            var recording = RecorderFixture.patient
            recording.privacy = try PrivacyRules(rules, key: EncodedHit.key)
            let registry = try await registry(recording)
            for url in [
                "/reset/\(secret)", "/reset/%73%33cretXYZ?key=1\(secret)", "/user/1?Key=\(secret)",
                "/user/x?token=\(secret)", "https://u:\(secret)@host/user/1",
                "/none/at/all?a=b;token=\(secret)", "/a%FF?token=\(secret)&x",
                "/x/y/z#token=\(secret)", "/x/y?u=%2Freset%3Ftoken%3D\(secret)",
                "/reset/x/\(secret)/../",
            ] {
                var request = ResolutionRequest(url)
                request.principal = RequestPrincipal(secret)
                registry.recorder?.record(
                    registry.resolve(request), referrer: "https://x/?token=\(secret)")
            }
            try await registry.recorder?.flush()
            let found = try fixture.files(with: secret)
            await registry.close()
            #expect(found.isEmpty == !rules.isEmpty, "\(found)")
            #expect(try fixture.files(with: secret).isEmpty == !rules.isEmpty)
            try fixture.removeHistory()
        }
    }
}
