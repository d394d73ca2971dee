#if Server
import RouteDB
import RouteDBTerminal
import RouteDBCommands
import RouteDBTestSupport

extension RunningServer {
    /// What the tool writes with `--json`, run in this process on the registry of the service.
    func tool(_ line: String) async throws -> JSONObject {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        let words = line.split(separator: " ").map(String.init)
        _ = await CommandLineTool.run(
            arguments: words + ["--json", "--db", registry], environment: ["USER": "ada"],
            standardInput: InputReader(MemorySource([]), isTerminal: false),
            standardOutput: OutputWriter(output, isTerminal: false),
            standardError: OutputWriter(diagnostics, isTerminal: false),
            now: { RegistryOptions.testTime })
        let bytes = output.bytes.isEmpty ? diagnostics.bytes : output.bytes
        guard case .object(let object) = try JSONValue(parsing: bytes) else { return [:] }
        return object
    }
}
#endif
