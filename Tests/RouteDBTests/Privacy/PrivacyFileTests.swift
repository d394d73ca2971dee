import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB

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
        #expect(try Self.telling(fixture.history.directory.path).isEmpty)
        await recorder.shutdown()
        #expect(try Self.telling(fixture.history.directory.path).isEmpty)
        for hit in try fixture.history.hits() {
            for text in [hit.url, hit.parameters ?? [], hit.referrer ?? []] {
                #expect(!GuardedURLGenerator.isTold(by: text))
            }
        }
    }

    @Test("no file of a history and no rejected line contains an imported guarded value")
    func imported() async throws {
        let fixture = try ImportFixture()
        var urls = GuardedURLGenerator(seed: 93)
        var lines: [String] = []
        for index in 0..<300 * FuzzBudget.rounds {
            let url = JSONValue.string(String(decoding: urls.url(), as: UTF8.self))
            let referrer = JSONValue.string(String(decoding: urls.url(), as: UTF8.self))
            let line = "{\"url\":\(url),\"referrer\":\(referrer),\"status\":200}"
            // Every seventh line cannot be read.
            lines.append(index % 7 == 3 ? String(line.dropLast(2)) : line)
        }
        let log = try TemporaryDirectory()
        let path = log.path("access.ndjson")
        try Data(ImportFixture.text(lines).utf8).write(to: URL(fileURLWithPath: path))
        let rejected = Guarded<[LogRejection]>([])
        var monitor = LogImportMonitor()
        monitor.rejections = { lines in rejected.withLock { $0 += lines } }
        let rules = try PrivacyRules(["email=drop"])
        let report = try await fixture.importFile(path, monitor: monitor) {
            $0.resolving = .table(Self.table)
            $0.privacy = rules
            $0.format = "ndjson"
        }
        #expect(report.imported > 100)
        #expect(report.rejected > 20)
        #expect(try Self.telling(fixture.directory.path).isEmpty)
        let rejections = rejected.withLock { $0 }
        #expect(rejections.count == Int(report.rejected))
        for line in rejections {
            #expect(line.text.isEmpty)
            #expect(!GuardedURLGenerator.isTold(by: line.reason.utf8))
        }
        for url in try await fixture.urls() {
            #expect(!GuardedURLGenerator.isTold(by: url.utf8))
        }
    }

    /// The files of a directory that have the secret in them, percent-encoded or not.
    private static func telling(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"))
            var forms = [Array(GuardedURLGenerator.secret.utf8)]
            for upper in [true, false] {
                let encoded = GuardedURLGenerator.secret.utf8.map { byte in
                    "%" + String(byte, radix: 16, uppercase: upper)
                }
                forms.append(Array(encoded.joined().utf8))
            }
            return forms.contains { data.range(of: Data($0)) != nil }
        }
    }
}
