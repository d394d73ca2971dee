import Foundation
import RouteDBTestSupport
import Testing

/// The tool as a process of its own.
@Suite("the process", .enabled(if: BuiltTool.isThere))
struct ProcessTests {
    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = BuiltTool.executable
        process.arguments = arguments
        return process
    }

    @Test("a closed pipe ends the tool quietly")
    func closedPipe() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let process = process(["resolve", "/a", "--db", tool.path])
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try output.fileHandleForReading.close()
        try process.run()
        try output.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    @Test(
        "a signal ends a tool that waits for input, with status 130", arguments: [SIGINT, SIGTERM])
    func interruption(signal: Int32) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let process = process(["resolve", "-", "--db", tool.path])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("/a\n".utf8))
        let answer = output.fileHandleForReading.availableData
        #expect(String(decoding: answer, as: UTF8.self) == "/a\tmatched\ta\t{}\t\t\n")
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
    }
}
