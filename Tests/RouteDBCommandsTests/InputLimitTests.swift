import RouteDBTerminal
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBCommands

@Suite("Limits of inputs")
struct InputLimitTests {
    /// A line of any length that is made as it is read.
    private final class LongLine: ByteSource {
        private struct State: Sendable {
            var pieces: Int
            var piecesRead = 0
        }

        static let pieceBytes = 65_536
        private let end: [UInt8]
        private let state: Locked<State>

        init(pieces: Int, end: String = "") {
            state = Locked(State(pieces: pieces))
            self.end = Array(end.utf8)
        }

        var piecesRead: Int { state.withLock { $0.piecesRead } }

        func read() -> [UInt8] {
            let pieces = state.withLock { state in
                state.piecesRead += 1
                state.pieces -= 1
                return state.pieces
            }
            if pieces >= 0 { return [UInt8](repeating: UInt8(ascii: "a"), count: Self.pieceBytes) }
            return pieces == -1 ? end : []
        }
    }

    @Test("of a line over the limit the beginning is kept, and the next line is read")
    func lines() throws {
        let source = LongLine(pieces: 400, end: "\nnext\r\n")
        let input = InputReader(source)
        let limit = 100_000
        let line = try #require(try input.readLine(limit: limit))
        #expect(line.isTooLong)
        #expect(line.number == 1)
        #expect(line.bytes.count == limit + 1)
        let next = try #require(try input.readLine(limit: limit))
        #expect(next.bytes == Array("next".utf8) && next.number == 2 && !next.isTooLong)
        #expect(try input.readLine(limit: limit) == nil)
    }

    @Test("of a long line no more is held than the limit and what was read ahead")
    func held() throws {
        let limit = 100_000
        var reader = ByteReader(LongLine(pieces: 400, end: "\nnext"))
        var line: [UInt8] = []
        #expect(try reader.takeLine(into: &line, limit: limit) == false)
        #expect(line.capacity <= 2 * (limit + LongLine.pieceBytes))
        #expect(reader.ahead.count <= LongLine.pieceBytes)
    }

    @Test("input read as a whole has a limit, and reading stops just after it")
    func whole() throws {
        let source = LongLine(pieces: 1_000_000)
        let input = InputReader(source)
        #expect(try input.readAll(limit: InputLimits.statement) == nil)
        #expect(source.piecesRead <= InputLimits.statement / LongLine.pieceBytes + 2)
        let short = InputReader(MemorySource(Array("abc".utf8), pieceBytes: 1))
        #expect(try short.readAll(limit: 3) == Array("abc".utf8))
        let long = InputReader(MemorySource(Array("abcd".utf8), pieceBytes: 1))
        #expect(try long.readAll(limit: 3) == nil)
    }

    @Test("files are not read beyond the limit of a line, record or document")
    func files() throws {
        let limit = DocumentOptions().lineLimit
        var line: [UInt8] = []
        let lines = LongLine(pieces: 1_000_000)
        var reader = ByteReader(lines)
        #expect(throws: InputProblem.self) { try reader.nextLine(into: &line, limit: limit) }
        #expect(lines.piecesRead <= limit / LongLine.pieceBytes + 2)
        let records = LongLine(pieces: 1_000_000)
        var delimited = DelimitedReader(
            ByteReader(records), delimiter: UInt8(ascii: ","), limit: limit)
        var record = DelimitedRecord()
        #expect(throws: InputProblem.self) { try delimited.next(into: &record) }
        #expect(records.piecesRead <= limit / LongLine.pieceBytes + 2)
        for extra in 0...1 {
            let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: limit + extra)
            var edge = ByteReader(MemorySource(bytes + Array("\n".utf8), pieceBytes: 65_536))
            let isRead = (try? edge.nextLine(into: &line, limit: limit)) == true
            #expect(isRead == (extra == 0) && (!isRead || line.count == limit))
        }
        let document = LongLine(pieces: 1_000_000)
        var whole = ByteReader(document)
        #expect(throws: InputProblem.self) { try whole.rest(limit: limit) }
        #expect(document.piecesRead <= limit / LongLine.pieceBytes + 2)
        let unknown = LongLine(pieces: 1_000_000)
        var undetected = ByteReader(unknown)
        _ = try RegistryDocument.Format.detect(&undetected, lineLimit: limit)
        #expect(unknown.piecesRead <= limit / LongLine.pieceBytes + 2)
    }

    @Test("a record at the limit is read, with any line ending", arguments: ["", "\n", "\r\n"])
    func records(end: String) throws {
        func isRead(_ text: String) throws -> Bool {
            var reader = DelimitedReader(
                ByteReader(MemorySource(Array((text + end).utf8), pieceBytes: 3)),
                delimiter: UInt8(ascii: ","), limit: 6)
            var record = DelimitedRecord()
            do throws(InputProblem) { return try reader.next(into: &record) } catch { return false }
        }
        for text in ["abcdef", "abc,de", "\"abcd\"", "\"a\n\",b", "\"a\r\n\""] {
            #expect(try isRead(text), "\(text)")
        }
        for text in [
            "abcdefg", "abc,def", "\"abcde\"", "\"abcd\n\"", "\"abcde\n\"", "\"abcde\r\n\"",
        ] {
            #expect(try !isRead(text), "\(text)")
        }
    }

    private func run(_ tool: Tool, _ arguments: [String], _ source: LongLine) async -> ToolRun {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        let status = await CommandLineTool.run(
            arguments: arguments + ["--db", tool.path], environment: [:],
            standardInput: InputReader(source), standardOutput: OutputWriter(output),
            standardError: OutputWriter(diagnostics))
        return ToolRun(
            status: status, output: String(decoding: output.bytes, as: UTF8.self),
            diagnostics: String(decoding: diagnostics.bytes, as: UTF8.self))
    }

    @Test("a line over the limit is invalid, reported with its number and the limit")
    func resolving() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t")
        let run = await run(tool, ["resolve", "-", "--json"], LongLine(pieces: 20, end: "\n/a\n"))
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("line 1: The line is longer than 1048576 bytes"))
        #expect(run.lines.count == 2)
        #expect(run.lines.first?.hasSuffix("a\"") == false)
        #expect(run.lines.first?.contains("\"outcome\":\"invalid\"") == true)
        #expect(run.lines.last?.contains("\"outcome\":\"matched\"") == true)
    }

    @Test(
        "an endless input ends in an error that names the limit",
        arguments: [
            (["sql", "-"], "1000000 bytes"),
            (["import", "-", "--file-format", "ndjson"], "1048576 bytes"),
            (["import", "-", "--file-format", "csv"], "1048576 bytes"),
            (["add", "/b", "--target", "t", "--plan", "-"], "1048576 bytes"),
        ])
    func commands(arguments: [String], limit: String) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t")
        let source = LongLine(pieces: 1_000_000)
        let run = await run(tool, arguments, source)
        #expect(run.status == 2)
        #expect(run.diagnostics.contains(limit), "\(run.diagnostics)")
        #expect(source.piecesRead < 100)
    }

    @Test("a document is held only up to its limit", arguments: RegistryDocument.Format.allCases)
    func documents(format: RegistryDocument.Format) async throws {
        let source = LongLine(pieces: 10_000)
        let input = InputReader(source)
        var options = DocumentOptions(format: format)
        options.sizeLimit = 200_000
        let document = try RegistryDocument(
            reading: input, named: "-", options: options)
        #expect(source.piecesRead < 10)
        #expect(document.end?.message == "The input is longer than 200000 bytes.")
        #expect(document.end?.hint?.contains("namespace") == true)
        #expect(DocumentOptions.sizeLimit <= 512 << 20)
    }
}
