import RouteDB
import Testing

@testable import RouteDBTerminal

@Suite("Lines of input")
struct InputReaderTests {
    @Test("lines are the same, however the bytes arrive", arguments: [1, 2, 3, 7, 100])
    func lines(pieceBytes: Int) throws {
        let input = InputReader(
            MemorySource(Array("one\n\ntwo\r\nthree".utf8), pieceBytes: pieceBytes))
        var lines: [String] = []
        while let line = try input.readLine(limit: 100) {
            #expect(line.number == lines.count + 1)
            lines.append(String(decoding: line.bytes, as: UTF8.self))
        }
        #expect(lines == ["one", "", "two", "three"])
        #expect(try input.readLine(limit: 100) == nil)
    }

    @Test(
        "a line at the limit is complete, with any line ending", arguments: ["", "\n", "\r\n"],
        [1, 3, 64])
    func exact(end: String, pieceBytes: Int) throws {
        let source = MemorySource(Array("abcdef\(end)".utf8), pieceBytes: pieceBytes)
        let line = try InputReader(source).readLine(limit: 6)
        #expect(line == InputLine(bytes: Array("abcdef".utf8), number: 1, isTooLong: false))
        let long = MemorySource(Array("abcdefg\(end)".utf8), pieceBytes: pieceBytes)
        let cut = try InputReader(long).readLine(limit: 5)
        #expect(cut == InputLine(bytes: Array("abcdef".utf8), number: 1, isTooLong: true))
    }

    @Test("the rest of the input can be read at once")
    func readAll() throws {
        let input = InputReader(MemorySource(Array("a\nbc\nd".utf8), pieceBytes: 2))
        _ = try input.readLine(limit: 100)
        #expect(try input.readAll(limit: 4) == Array("bc\nd".utf8))
        #expect(try input.readAll(limit: 4) == [])
    }
}
