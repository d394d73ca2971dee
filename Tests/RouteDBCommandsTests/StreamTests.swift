import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

@Suite("streams")
struct StreamTests {
    /// A stream that fails.
    private struct FailingSink: ByteSink {
        let error: StreamError

        func write(_ bytes: [UInt8]) throws(StreamError) { throw error }
    }

    private func run(_ arguments: [String], failing error: StreamError) async -> (Int32, String) {
        let diagnostics = MemorySink()
        let status = await CommandLineTool.run(
            arguments: arguments, environment: [:], standardInput: InputReader(MemorySource()),
            standardOutput: OutputWriter(FailingSink(error: error)),
            standardError: OutputWriter(diagnostics))
        return (status, String(decoding: diagnostics.bytes, as: UTF8.self))
    }

    @Test("a closed pipe is quiet, with the status reached so far")
    func closedPipe() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let yes = await run(["resolve", "/a", "--db", tool.path], failing: .closed)
        #expect(yes == (0, ""))
        let no = await run(["resolve", "/b", "--db", tool.path], failing: .closed)
        #expect(no == (1, ""))
    }

    @Test("output that cannot be written is an error")
    func failingOutput() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let (status, text) = await run(
            ["list", "--db", tool.path], failing: .failed("No space left on device"))
        #expect(status == 2)
        #expect(text == "error: The input or output failed: No space left on device.\n")
    }

    @Test("output that was lost before a note is an error still")
    func lostBeforeNote() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        await tool("hits", "import", "-", "--log-format", "urls", "--yes", input: "/a\n/b\n")
        let (status, text) = await run(
            ["stats", "top", "--db", tool.path], failing: .failed("No space left on device"))
        #expect(status == 2)
        #expect(text.hasSuffix("error: The input or output failed: No space left on device.\n"))
    }

    @Test("a note follows the data before it, where both go to one file")
    func order() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        await tool("hits", "import", "-", "--log-format", "urls", "--yes", input: "/a\n/b\n")
        let file = MemorySink()
        _ = await CommandLineTool.run(
            arguments: ["stats", "top", "--format", "table", "--db", tool.path],
            environment: [:],
            standardInput: InputReader(MemorySource()), standardOutput: OutputWriter(file),
            standardError: OutputWriter(file))
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.hasPrefix("ROUTE") == true)
        #expect(lines.last?.contains("2 hits") == true, "\(lines)")
    }

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

    @Test("the rest of the input can be read at once")
    func readAll() throws {
        let input = InputReader(MemorySource(Array("a\nbc\nd".utf8), pieceBytes: 2))
        _ = try input.readLine(limit: 100)
        #expect(try input.readAll(limit: 4) == Array("bc\nd".utf8))
        #expect(try input.readAll(limit: 4) == [])
    }

    @Test(
        "times are ISO 8601 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_827_696_000_000, "2000-02-29T12:34:56Z"),
            (-1, "1969-12-31T23:59:59Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
        ] as [(Int64, String)])
    func times(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).inSeconds == text)
    }

    @Test("control characters are shown as escapes")
    func plainText() {
        #expect(PlainText.shown("a\tb\nc\u{1B}\u{7}\u{9B}") == "a\\tb\\nc\\x1b\\x07\\u009b")
        #expect(PlainText.shown("caf\u{E9} \u{1F600}") == "caf\u{E9} \u{1F600}")
    }

    @Test("an argument that is not UTF-8 is a usage error, and nothing is done")
    func unreadableArgument() async throws {
        let words: [[UInt8]] = [Array("add".utf8), [0x2F, 0xFF], Array("--json".utf8), [0xC3]]
        let arguments = ProcessArguments(words)
        #expect(arguments.unreadable == 2)
        #expect(arguments.texts == ["add", "/\u{FFFD}", "--json", "\u{FFFD}"])
        #expect(ProcessArguments([Array("/caf\u{E9}\u{FFFD}".utf8)]).unreadable == nil)
        let output = MemorySink()
        let diagnostics = MemorySink()
        let status = await CommandLineTool.run(
            arguments: arguments.texts, unreadableArgument: arguments.unreadable,
            environment: [:], standardInput: InputReader(MemorySource()),
            standardOutput: OutputWriter(output), standardError: OutputWriter(diagnostics))
        #expect(status == 64)
        #expect(output.bytes.isEmpty)
        let text = String(decoding: diagnostics.bytes, as: UTF8.self)
        #expect(text.hasPrefix("{\"error\":{\"code\":\"usage\",\"message\":\"Argument 2 is"))
    }
}
