import Foundation
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Reading logs")
struct LogLinesTests {
    /// What the lines of a log are.
    private struct Tally: Equatable {
        var lines = 0
        var skipped = 0
        var rejected = 0
        var records: [LogRecord] = []
        var urls: Set<[UInt8]> = []
        var failure: LogSourceError?
    }

    private func read(_ source: MemoryLogSource, _ format: LogFormat, limit: Int = 4_096) -> Tally {
        var tally = Tally()
        var parser = LogLineParser(format)
        do throws(LogSourceError) {
            var lines = try LogLines(source, limit: limit)
            var isMore = true
            while isMore {
                isMore = try lines.readChunk { line, place in
                    tally.lines += 1
                    guard !place.isTooLong else { return tally.rejected += 1 }
                    switch parser.parse(line) {
                    case .skipped: tally.skipped += 1
                    case .rejected: tally.rejected += 1
                    case .record(let record):
                        tally.records.append(record)
                        tally.urls.insert(parser.bytes(of: record.url, in: line))
                    }
                }
            }
        } catch {
            tally.failure = error
        }
        return tally
    }

    @Test("a public log of 10,000 requests is parsed like with a regular expression")
    func publicLog() throws {
        guard let url = SharedData.url(of: "logs/elastic_apache_combined_10k.log.gz") else {
            return
        }
        let tally = read(MemoryLogSource([UInt8](try Data(contentsOf: url))), .combined)
        #expect(tally.failure == nil)
        #expect(tally.records.count == 10_000)
        #expect(tally.lines == 10_000)
        #expect(tally.urls.count == 1_498)
        let statuses = Dictionary(grouping: tally.records, by: \.status).mapValues(\.count)
        #expect(
            statuses == [
                200: 9_126, 304: 445, 404: 213, 301: 164, 206: 45, 500: 3, 403: 2, 416: 2,
            ])
        #expect(tally.records.reduce(0) { $0 + ($1.byteCount ?? 0) } == 2_747_282_740)
        #expect(tally.records.count { !$0.referrer.isEmpty } == 5_927)
        #expect(tally.records.count { !$0.userAgent.isEmpty } == 9_810)
        let times = tally.records.compactMap(\.time)
        #expect(times.min() == 1_431_857_100_000_000)
        #expect(times.max() == 1_432_155_959_000_000)
    }

    @Test("compressed and plain logs give the same records", arguments: [1, 3, 50, 1 << 16])
    func compressed(_ chunk: Int) {
        let plain = Array("one\ntwo\nthree".utf8)
        let expected = read(MemoryLogSource(plain), .urls)
        #expect(expected.records.count == 3)
        #expect(read(MemoryLogSource(plain, chunk: chunk), .urls) == expected)
        #expect(read(MemoryLogSource(GzipFixtures.stored, chunk: chunk), .urls) == expected)
    }

    @Test("previewed lines are still read", arguments: [1, 4, 1 << 16])
    func firstLines(_ chunk: Int) throws {
        for bytes in [Array("one\ntwo\nthree".utf8), GzipFixtures.stored] {
            var lines = try LogLines(MemoryLogSource(bytes, chunk: chunk))
            #expect(lines.firstLines(2) == [Array("one".utf8), Array("two".utf8)])
            #expect(lines.firstLines().count == 3)
            var count = 0
            while try lines.readChunk({ _, _ in count += 1 }) {}
            #expect(count == 3)
        }
        var cut = try LogLines(MemoryLogSource(Array(GzipFixtures.squares.dropLast(300))))
        #expect(cut.firstLines().count == 50)
    }

    @Test("a byte order mark is not part of the first line")
    func byteOrderMark() throws {
        let mark = "\u{FEFF}"
        #expect(try ReadLog(mark + "/a", .urls).url == "/a")
        #expect(try ReadLog(mark + #"{"url":"/a"}"#, .ndjson).url == "/a")
        let line = #"::1 - - [01/Jan/1970:00:00:00 +0000] "GET / HTTP/1.1" 200 5"#
        #expect(try ReadLog(mark + line, .common).address == "::1")
        #expect(LogFormat.detect([Array((mark + "/a").utf8)])?.format == .urls)
    }

    @Test("of truncated data, all complete lines are read before the error")
    func truncated() {
        let whole = GzipFixtures.squaresText.split(separator: "\n")
        let bytes = Array(GzipFixtures.squares.dropLast(300))
        let tally = read(MemoryLogSource(bytes), .urls)
        #expect(tally.failure?.code == .truncated)
        #expect(tally.records.count > 50)
        #expect(tally.urls == Set(whole[..<tally.records.count].map { Array($0.utf8) }))
    }

    @Test("empty inputs and single bytes are read")
    func small() {
        #expect(read(MemoryLogSource([]), .urls) == Tally())
        #expect(read(MemoryLogSource([0x1F]), .urls).rejected == 1)
        #expect(read(MemoryLogSource([0x1F, 0x8B]), .urls).failure?.code == .truncated)
    }

    @Test("lines of a megabyte are rejected, and those around them are read")
    func longLines() {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20)
        let tally = read(
            MemoryLogSource(Array("/a\n".utf8) + long + Array("\n/b\n".utf8)), .urls,
            limit: LineSplitter.defaultLimit)
        #expect(tally.lines == 3)
        #expect(tally.rejected == 1)
        #expect(tally.urls == [Array("/a".utf8), Array("/b".utf8)])
    }

    @Test("random lines never trap, and texts are inside their lines, in a fuzz test")
    func fuzz() throws {
        let seeds = [
            #"e.com:80 1.2.3.4 - J D [10/Oct/2000:13:55:36 -0700] "GET /\x41?b HTTP/1.1" 200 23 "#
                + #""http://r/\"" "agent" 0.25 12ms"#,
            #"1.2.3.4 - - [2000-10-10T00:00:00Z] "GET / HTTP/1.1" 200 - "-" "-""#,
            #"{"ts":1646861401.5,"request":{"uri":"/x","headers":{"Referer":["a"]},"tls":{}},"#
                + #""status":200,"duration":"12ms","url":"/\u00e9","size":5,"host":"h"}"#,
            #"/a?x,"2024-05-01 00:00:00","x""y",200"#,
        ].map { Array($0.utf8) }
        let header = try #require(DelimitedHeader(Array("url,time,agent,status".utf8)))
        let formats: [LogFormat] = [
            .common, .combined, .vhostCommon, .vhostCombined, .nginx, .caddy, .traefik, .ndjson,
            .delimited(header), .urls,
        ]
        var generator = SeededGenerator(seed: 63)
        var parsers = formats.map { LogLineParser($0, options: LogOptions(host: "h")) }
        for _ in 0..<5_000 * FuzzBudget.rounds {
            let marks = Array(#" "[]\{}:,.-0x"#.utf8)
            let bytes = generator.damaged(generator.pick(seeds), marks: marks)
            let line = bytes.span.bytes
            for index in parsers.indices {
                switch parsers[index].parse(line) {
                case .skipped: break
                case .rejected(let reject): #expect(0...bytes.count ~= reject.offset)
                case .record(let record):
                    #expect(!record.url.isEmpty)
                    for text in [
                        record.url, record.method, record.referrer, record.userAgent,
                        record.principal, record.address,
                    ] {
                        #expect(parsers[index].bytes(of: text, in: line).count == text.range.count)
                    }
                }
            }
            _ = LogFormat.detect([bytes])
        }
    }
}
