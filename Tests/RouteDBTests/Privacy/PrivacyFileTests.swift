import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("Files of histories with privacy rules")
struct PrivacyFileTests {
    private static let table = PrivacySpellingTests.tables[0]

    @Test("no file of a history contains a recorded guarded value")
    func recorded() async throws {
        let fixture = try RecorderFixture()
        var urls = GuardedURLGenerator(seed: 92)
        var options = RecorderFixture.patient
        options.privacy = try PrivacyRules(["email=drop"])
        let recorder = fixture.recorder(options)
        for _ in 0..<400 * FuzzBudget.rounds {
            let url = urls.url()
            recorder.record(
                Self.table.resolve(ResolutionRequest(utf8: url)),
                referrer: String(decoding: urls.url(), as: UTF8.self))
        }
        try await recorder.flush()
        // While the log of the database is still there, and when it is not.
        #expect(try GuardedURLGenerator.files(inDirectory: fixture.history.directory.path).isEmpty)
        await recorder.shutdown()
        #expect(try GuardedURLGenerator.files(inDirectory: fixture.history.directory.path).isEmpty)
        for hit in try fixture.history.hits() {
            for text in [hit.url, hit.parameters ?? [], hit.referrer ?? []] {
                #expect(!GuardedURLGenerator.isTold(by: text))
            }
        }
    }
}
