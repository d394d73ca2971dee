import RouteDB
import RouteDBCommands
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("streams")
struct StreamTests {
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

    @Test("an argument that is not UTF-8 is a usage error, and nothing is done")
    func unreadableArgument() async throws {
        let output = MemorySink()
        let diagnostics = MemorySink()
        let status = await CommandLineTool.run(
            arguments: ["add", "/\u{FFFD}", "--json"], unreadableArgument: 2, environment: [:],
            standardInput: InputReader(MemorySource()),
            standardOutput: OutputWriter(output), standardError: OutputWriter(diagnostics))
        #expect(status == 64)
        #expect(output.bytes.isEmpty)
        let text = String(decoding: diagnostics.bytes, as: UTF8.self)
        #expect(text.hasPrefix("{\"error\":{\"code\":\"usage\",\"message\":\"Argument 2 is"))
    }
}
