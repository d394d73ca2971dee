import RouteDB
import RouteDBCommands
import RouteDBTerminal
import RouteDBTestSupport

/// What one run of the tool, inside the test's process, came to.
struct ToolRun {
    let status: Int32
    /// What was written to standard output.
    let output: String
    /// What was written to standard error.
    let diagnostics: String

    /// The lines of standard output.
    var lines: [String] {
        // By bytes: a carriage return and a line feed are one Character.
        output.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The one JSON object on standard output.
    var object: JSONObject {
        get throws { try Self.object(output) }
    }

    /// The error of the JSON object on standard error.
    var error: JSONObject? {
        guard let object = try? Self.object(diagnostics), case .object(let error)? = object["error"]
        else { return nil }
        return error
    }

    static func object(_ text: String) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(parsing: text) else { return [:] }
        return object
    }
}

/// The tool in a directory of its own, with a clock and an environment of its own.
final class Tool {
    let directory: TemporaryDirectory
    var environment = ["USER": "ada"]
    /// The name of the account that runs the tool, according to the system.
    var accountName: String?
    /// The clock's time: 2026-01-02T03:04:05Z.
    static let time: Timestamp = 1_767_323_045_000_000

    init() throws { directory = try TemporaryDirectory() }

    /// The path of the registry.
    var path: String { directory.path("routes.db") }

    /// Runs the tool on its registry, `--db` being put behind the arguments.
    @discardableResult
    func callAsFunction(
        _ arguments: String..., input: String = "", onTerminal isTerminal: Bool = false,
        terminalSize: TerminalSize? = nil, interruption: Interruption = Interruption()
    ) async -> ToolRun {
        await run(
            arguments + ["--db", path], input: input, onTerminal: isTerminal,
            terminalSize: terminalSize, interruption: interruption)
    }

    /// Runs the tool with just these arguments.
    func run(
        _ arguments: [String], input: String = "", bytes: [UInt8]? = nil,
        onTerminal isTerminal: Bool = false,
        terminalSize: TerminalSize? = nil, interruption: Interruption = Interruption(),
        pager: Pager? = nil
    ) async -> ToolRun {
        let output = MemorySink()
        let diagnostics = MemorySink()
        let accountName = accountName
        let status = await CommandLineTool.run(
            arguments: arguments, environment: environment,
            standardInput: InputReader(
                MemorySource(bytes ?? Array(input.utf8)), isTerminal: isTerminal),
            standardOutput: OutputWriter(
                pager.map { PagedSink(output, by: $0) } ?? output, isTerminal: isTerminal),
            standardError: OutputWriter(diagnostics, isTerminal: isTerminal),
            now: { Self.time }, accountName: { accountName },
            interruption: interruption, terminalSize: { terminalSize }, pager: pager)
        return ToolRun(
            status: status, output: String(decoding: output.bytes, as: UTF8.self),
            diagnostics: String(decoding: diagnostics.bytes, as: UTF8.self))
    }
}
