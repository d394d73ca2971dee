#if Hub
import RouteDB
import RouteDBTerminal
import RouteDBCommands
import RouteDBTestSupport

/// What a run of the tool came to.
struct HubToolRun {
    let status: Int32
    let output: String
    let diagnostics: String
}

/// The tool, with a folder for its working copies.
struct HubTool: Sendable {
    let folder: String
    let now = SystemClock.now()
    /// How far its clock is ahead; `nil` for one that stands still.
    var clockAhead: Duration?

    /// Runs a command.
    func run(_ arguments: [String], _ environment: [String: String] = [:]) async -> HubToolRun {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        let status = await run(
            arguments, environment, writingTo: output, and: diagnostics)
        return HubToolRun(
            status: status, output: String(decoding: output.bytes, as: UTF8.self),
            diagnostics: String(decoding: diagnostics.bytes, as: UTF8.self))
    }

    /// Runs a command whose output is read meanwhile, and returns its status.
    @discardableResult
    func run(
        _ arguments: [String], _ environment: [String: String] = [:],
        writingTo output: any ByteSink, and diagnostics: any ByteSink
    ) async -> Int32 {
        let (still, ahead) = (now, clockAhead)
        return await CommandLineTool.run(
            arguments: arguments,
            environment: ["USER": "ada", "TMPDIR": folder].merging(environment) { $1 },
            standardInput: InputReader(MemorySource([]), isTerminal: false),
            standardOutput: OutputWriter(output, isTerminal: false),
            standardError: OutputWriter(diagnostics, isTerminal: false),
            now: { ahead.map { SystemClock.now() + $0 } ?? still })
    }
}
#endif
