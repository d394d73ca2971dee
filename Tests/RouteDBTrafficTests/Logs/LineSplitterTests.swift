import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Splitting logs into lines")
struct LineSplitterTests {
    private struct Line: Equatable {
        var text: String
        var offset: Int64
        var byteCount: Int64
        var isTooLong = false
        var isEnded = true
    }

    private func split(_ bytes: [UInt8], chunk: Int, limit: Int) -> [Line] {
        var lines: [Line] = []
        func add(_ line: RawSpan, _ place: SplitLine) {
            lines.append(
                Line(
                    text: String(decoding: line.array(0..<line.byteCount), as: UTF8.self),
                    offset: place.offset, byteCount: place.byteCount, isTooLong: place.isTooLong,
                    isEnded: place.isEnded))
        }
        var splitter = LineSplitter(limit: limit)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let end = min(start + chunk, bytes.count)
            splitter.split(bytes.span.bytes.extracting(start..<end), add)
        }
        splitter.finish(add)
        return lines
    }

    @Test("lines end with LF or CRLF, wherever chunks end", arguments: 1...20)
    func lines(_ chunk: Int) {
        #expect(
            split(Array("one\r\n\ntwo\rx\r\r\nthree".utf8), chunk: chunk, limit: 8) == [
                Line(text: "one", offset: 0, byteCount: 5), Line(text: "", offset: 5, byteCount: 1),
                Line(text: "two\rx\r", offset: 6, byteCount: 8),
                Line(text: "three", offset: 14, byteCount: 5, isEnded: false),
            ])
    }

    @Test("a line over the limit is marked, and only its beginning kept", arguments: 1...12)
    func longLines(_ chunk: Int) {
        #expect(
            split(Array("1234\r\n12345\n1234567890\r\n1".utf8), chunk: chunk, limit: 4) == [
                Line(text: "1234", offset: 0, byteCount: 6),
                Line(text: "1234", offset: 6, byteCount: 6, isTooLong: true),
                Line(text: "1234", offset: 12, byteCount: 12, isTooLong: true),
                Line(text: "1", offset: 24, byteCount: 1, isEnded: false),
            ])
    }

    @Test("lines and offsets match the bytes in a fuzz test")
    func fuzz() {
        var generator = SeededGenerator(seed: 61)
        for _ in 0..<300 * FuzzBudget.rounds {
            let bytes = (0..<generator.below(200)).map { _ in
                generator.pick([0x0A, 0x0D, 0x61, 0x62, UInt8(generator.below(256))])
            }
            let whole = split(bytes, chunk: max(1, bytes.count), limit: 10)
            #expect(split(bytes, chunk: 1 + generator.below(20), limit: 10) == whole)
            #expect(whole.reduce(0) { $0 + $1.byteCount } == Int64(bytes.count))
            #expect(whole.count(where: \.isEnded) == bytes.count { $0 == 0x0A })
        }
    }
}
