import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Logs imported with privacy rules")
struct ImportPrivacyTests {
    private static let table = RoutingTable(RegistrySnapshot.of(GuardedURLGenerator.patterns))

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
        let rejected = Locked<[LogRejection]>([])
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
        #expect(try GuardedURLGenerator.files(inDirectory: fixture.directory.path).isEmpty)
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
}
