import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

/// Files that commands write, and must not write over.
@Suite struct OutputFileTests {
    private static func registry() async throws -> Tool {
        let tool = try Tool()
        await tool("add", "/a/{id:int}", "--target", "t", "--name", "a")
        await tool("resolve", "/a/1", "--record")
        await tool("test", "add", "/a/1", "--outcome", "matched")
        return tool
    }

    private static let commands: [[String]] = [
        ["export", "-o", "FILE"], ["hits", "export", "--force", "-o", "FILE"],
        ["hits", "export", "--force", "--sqlite", "FILE"], ["test", "--all", "--junit", "FILE"],
        ["replay", "--base", "1", "--write-accept", "FILE"],
        ["hits", "import", "-", "--log-format", "ndjson", "--rejects", "FILE"],
    ]

    @Test(
        "no command writes over a registry or a history, not even with --force",
        arguments: commands, ["routes.db", "routes.hits.db"])
    func refused(command: [String], name: String) async throws {
        let tool = try await Self.registry()
        let path = tool.directory.path(name)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let words = command.map { $0 == "FILE" ? path : $0 }
        let run = await tool.run(words + ["--db", tool.path], input: "{}\n")
        #expect(run.status == 2, "\(run.diagnostics)")
        let what = name == "routes.db" ? "a registry" : "a history"
        #expect(run.diagnostics.contains("is \(what), which is not overwritten"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("a symbolic link to a registry is no way around, nor is a file of SQLite's beside it")
    func links() async throws {
        let tool = try await Self.registry()
        let link = tool.directory.path("link.ndjson")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tool.path)
        #expect(await tool("export", "-o", link).status == 2)
        let journal = await tool("export", "-o", tool.path + "-journal")
        #expect(journal.status == 2 && journal.diagnostics.contains("a part of the database"))
    }

    @Test(
        "a database is not read as text",
        arguments: [["hits", "import", "FILE"], ["acl", "what-if", "FILE", "--requests", "-"]])
    func notText(command: [String]) async throws {
        let tool = try await Self.registry()
        for name in ["routes.db", "routes.hits.db"] {
            let words = command.map { $0 == "FILE" ? tool.directory.path(name) : $0 }
            let run = await tool.run(words + ["--db", tool.path])
            #expect(run.status == 2, "\(run.diagnostics)")
            #expect(run.diagnostics.contains("SQLite database"), "\(run.diagnostics)")
        }
    }

    @Test(
        "a history is not read as a document or registry",
        arguments: ["import", "apply", "plan", "test", "lint", "diff"])
    func notRegistry(command: String) async throws {
        let tool = try await Self.registry()
        let run = await tool(command, tool.directory.path("routes.hits.db"))
        #expect(run.status == 2 && run.diagnostics.contains("is not a registry"))
    }

    @Test("a database on standard input is refused")
    func stream() async throws {
        let tool = try await Self.registry()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: tool.path)))
        let run = await tool.run(
            ["replay", "--base", "1", "-", "--db", tool.path], bytes: bytes)
        #expect(run.status == 2 && run.diagnostics.contains("Give the path of its file"))
    }

    // POSIX locks belong to a process: another one must still be kept out.
    @Test(
        "looking at what a file is drops none of the locks that SQLite holds on it",
        .enabled(if: BuiltTool.isThere))
    func locks() async throws {
        let tool = try await Self.registry()
        let registry = try await RouteRegistry.open(
            tool.path, options: RegistryOptions(access: .writing, refreshInterval: nil))
        let path = tool.path
        let context = CommandContext(
            output: OutputWriter(MemorySink()), diagnostics: OutputWriter(MemorySink()),
            input: InputReader(MemorySource([])), environment: [:],
            now: { Tool.time }, interruption: Interruption())
        try await registry.edit("a long edit") { editor in
            _ = try editor.add(RouteDraft(pattern: "/c", target: "t"))
            do {
                #expect(try PeekedInput(path, in: context).isDatabase)
                #expect(DatabaseFile.purpose(ofFileAt: path) == "registry")
                #expect(throws: InputProblem.self) { try context.source(path) }
                #expect(throws: RouteDBError.self) { try ReadableFile(path: path) }
            }
            #expect(try Self.isLocked(path))
        }
        await registry.close()
        #expect(try !Self.isLocked(path))
        #expect(await tool("check").status == 0)
    }

    /// Whether another process cannot write a registry.
    private static func isLocked(_ path: String) throws -> Bool {
        let process = Process()
        process.executableURL = BuiltTool.executable
        process.arguments = ["add", "/other", "--target", "t", "--db", path]
        process.environment = ["ROUTEDB_TIMEOUT_MS": "0", "USER": "ada"]
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 2 && text.contains("in use by another process")
    }
}
