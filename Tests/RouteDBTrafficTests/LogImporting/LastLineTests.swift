import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Last lines without an end: their writer may be in the middle of them.
@Suite("A last line without an end")
struct LastLineTests {
    let fixture: ImportFixture
    private let lines = ImportFixture.lines(0..<3)
    private var whole: [UInt8] { Array(ImportFixture.text(lines).utf8) }

    init() throws { fixture = try ImportFixture() }

    @Test("waits in a file until it is complete", arguments: [1, 40, 80])
    func waits(missing: Int) async throws {
        let path = try fixture.write(whole.dropLast(missing), to: "access.log")
        let report = try await fixture.importFile(path)
        #expect(report.numbers == [2, 0, 0])
        #expect(report.hasWaitingLine)
        try fixture.write(whole, to: "access.log")
        let next = try await fixture.importFile(path)
        #expect(next.numbers == [1, 2, 0])
        #expect(!next.hasWaitingLine)
        #expect(try await fixture.urls() == ["/user/0", "/user/1", "/user/2"])
    }

    @Test("is imported if declared final, and from streams and compressed files")
    func taken() async throws {
        let text = whole.dropLast()
        let path = try fixture.write(text, to: "access.log")
        #expect(try await fixture.importFile(path) { $0.isFinal = true }.numbers == [3, 0, 0])
        #expect(try await fixture.importFile(path).numbers == [0, 3, 0])
        let stream = try ImportFixture()
        #expect(try await stream.importStream(Array(text)).numbers == [3, 0, 0])
        let compressed = try ImportFixture()
        let archive = try compressed.write(GzipFixtures.storing(Array(text)), to: "log.gz")
        #expect(try await compressed.importFile(archive).numbers == [3, 0, 0])
    }

    @Test("waits in a stream too if it cannot be parsed")
    func unreadable() async throws {
        let report = try await fixture.importStream(whole.dropLast(60))
        #expect(report.numbers == [2, 0, 0])
        #expect(report.hasWaitingLine)
        #expect(try await fixture.importStream(whole).numbers == [1, 2, 0])
    }

    @Test("that is completed after its import is one line", arguments: [1, 2, 3])
    func goesOn(count: Int) async throws {
        let paths = (1...count).map { "/a/\($0)" }
        let short = Array(paths.joined(separator: "\n").utf8)
        #expect(try await fixture.importStream(short).numbers == [Int64(count), 0, 0])
        let long = short + Array("23\n/b\n".utf8)
        #expect(try await fixture.importStream(long).numbers == [1, Int64(count), 0])
        #expect(
            try await fixture.importStream(long + Array("/c\n".utf8)).numbers
                == [1, Int64(count) + 1, 0])
        #expect(try await fixture.urls() == paths + ["/b", "/c"])
    }
}
