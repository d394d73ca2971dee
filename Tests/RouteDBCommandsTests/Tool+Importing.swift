import RouteDB
import RouteDBCommands
import RouteDBStorage
import RouteDBTerminal
import RouteDBTestSupport

extension Tool {
    /// Imports bytes from standard input, which comes in pieces of a size.
    @discardableResult
    func importing(
        _ bytes: [UInt8], _ arguments: String..., to path: String? = nil,
        pieceBytes: Int = 65_536
    ) async -> ToolRun {
        let output = MemorySink()
        let diagnostics = MemorySink()
        let status = await CommandLineTool.run(
            arguments: ["import", "-", "--db", path ?? self.path] + arguments,
            environment: environment,
            standardInput: InputReader(MemorySource(bytes, pieceBytes: pieceBytes)),
            standardOutput: OutputWriter(output), standardError: OutputWriter(diagnostics),
            now: { Self.time })
        return ToolRun(
            status: status, output: String(decoding: output.bytes, as: UTF8.self),
            diagnostics: String(decoding: diagnostics.bytes, as: UTF8.self))
    }

    /// Runs edits on the registry, which is made if it is not there.
    func edit(
        at path: String? = nil, _ body: @Sendable (RegistryEditor) throws -> Void
    ) async throws {
        let registry = try await RouteRegistry.open(
            path ?? self.path, options: RegistryOptions(access: .creating, refreshInterval: nil))
        try await registry.edit { try body($0) }
        await registry.close()
    }

    /// What the registry holds.
    func snapshot(at path: String? = nil) async throws -> RegistrySnapshot {
        let registry = try await RouteRegistry.open(
            path ?? self.path, options: RegistryOptions(access: .reading, refreshInterval: nil))
        let snapshot = try await registry.snapshot()
        await registry.close()
        return snapshot
    }

    /// The routes of the registry, each as `namespace group/name pattern target`.
    func routes() async throws -> [String] {
        let content = RegistryContent(try await snapshot())
        return content.routes.map {
            "\($0.namespace) \($0.group ?? "-")/\($0.name ?? "-") \($0.pattern?.description ?? "") \($0.target)"
        }
    }
}

extension ToolRun {
    /// The last line of standard error.
    var lastDiagnostic: String {
        diagnostics.split(separator: "\n").last.map(String.init) ?? ""
    }

    /// The places and codes of the problems that an import with `--json` reports.
    var problems: [String] {
        // The lines before the error are not JSON.
        let line = diagnostics.split(separator: "\n").last.map(String.init) ?? ""
        guard let object = try? Self.object(line), case .object(let error)? = object["error"],
            case .array(let problems)? = error["problems"]
        else { return [] }
        return problems.map { problem in
            guard case .object(let problem) = problem, let line = problem["line"],
                let column = problem["column"], case .string(let code)? = problem["code"]
            else { return "?" }
            return "\(line):\(column) \(code)"
        }
    }
}
