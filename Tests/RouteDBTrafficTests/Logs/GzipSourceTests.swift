import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Reading gzip data")
struct GzipSourceTests {
    private func inflate(
        _ bytes: [UInt8], chunk: Int = 1 << 16
    ) -> (text: [UInt8], failure: LogSourceError?) {
        let source = GzipSource(MemoryLogSource(bytes, chunk: chunk))
        var text: [UInt8] = []
        do throws(LogSourceError) {
            while case let piece = try source.read(), !piece.isEmpty { text += piece }
            return (text, nil)
        } catch {
            return (text, error)
        }
    }

    @Test(
        "every kind of block is read, wherever chunks end", arguments: Array(1...20) + [64, 4096])
    func blocks(_ chunk: Int) {
        let squares = Array(GzipFixtures.squaresText.utf8)
        let cases: [([UInt8], [UInt8])] = [
            (GzipFixtures.stored, Array("one\ntwo\nthree".utf8)),
            (
                GzipFixtures.fixed,
                Array("GET /a HTTP/1.1\nGET /a HTTP/1.1\nGET /b HTTP/1.1\n".utf8)
            ),
            (GzipFixtures.longHeader, Array("one\n".utf8)),
            (GzipFixtures.flushed, Array("/one\n/one\n/one\n/two\n/one\n/two\n/three\n/four".utf8)),
            (GzipFixtures.squares, squares),
            (GzipFixtures.letters, [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)),
        ]
        for (bytes, text) in cases {
            let result = inflate(bytes, chunk: chunk)
            #expect(result.failure == nil)
            #expect(result.text == text)
        }
    }

    @Test("several members and trailing zeros are read")
    func members() {
        let one = GzipFixtures.longHeader
        let result = inflate(one + GzipFixtures.letters + one + [0, 0, 0])
        #expect(result.failure == nil)
        #expect(result.text.count == 100_008)
        #expect(inflate(one + [1]).failure?.code == .damaged)
        #expect(inflate(one + [1]).text == Array("one\n".utf8))
    }

    @Test("truncated data give everything before the end, and an error")
    func truncation() {
        let text = Array(GzipFixtures.squaresText.utf8)
        for count in 0..<GzipFixtures.squares.count {
            let result = inflate(Array(GzipFixtures.squares[..<count]), chunk: 100)
            #expect(result.failure?.code == .truncated)
            #expect(text.starts(with: result.text))
            // All but the header, the codes and the trailer stand for some of the text.
            if count > 200 { #expect(result.text.count > (count - 200) / 2) }
        }
    }

    @Test("a wrong checksum or size is found")
    func checksums() {
        for place in 1...8 {
            var bytes = GzipFixtures.squares
            bytes[bytes.count - place] ^= 1
            let result = inflate(bytes)
            #expect(result.failure?.code == .damaged)
            #expect(result.text == Array(GzipFixtures.squaresText.utf8))
        }
    }

    @Test("damaged data are never accepted in a fuzz test")
    func fuzz() {
        var generator = SeededGenerator(seed: 62)
        let fixtures = [
            GzipFixtures.squares, GzipFixtures.fixed, GzipFixtures.letters, GzipFixtures.flushed,
        ]
        for _ in 0..<1_000 * FuzzBudget.rounds {
            let original = generator.pick(fixtures)
            let bytes = generator.damaged(original, marks: [0, 0xFF, 0x1F])
            let result = inflate(bytes, chunk: 1 + generator.below(300))
            guard result.failure == nil else { continue }
            // What stands in the header but the magic number, the method and the flags says nothing.
            #expect(result.text == inflate(original).text)
        }
    }
}
