import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// A registry as two documents, and a folder for the files of a review.
struct ReviewFixture {
    let tool: Tool

    /// Exports a registry with two routes, a rule and a test as `main.json`.
    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user", "--name", "user")
        await tool("add", "/shop/**", "--target", "shop", "--name", "shop")
        await tool("acl", "allow", "shop", "--role", "staff")
        await tool("test", "add", "/user/ada", "--case", "a user")
        await tool("export", "--format", "json", "-o", path("main.json"))
        await tool("export", "--format", "json", "-o", path("head.json"))
    }

    func path(_ name: String) -> String { tool.directory.path(name) }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    /// Changes the registry, and exports it as `head.json`.
    func change(_ commands: [String]...) async {
        for command in commands {
            let run = await tool.run(command + ["--db", tool.path])
            #expect(run.status == 0, "\(command) \(run.diagnostics)")
        }
        let run = await tool("export", "--format", "json", "--force", "-o", path("head.json"))
        #expect(run.status == 0, "\(run.diagnostics)")
    }

    /// Reviews `head.json`, with gates, if there are any.
    func review(
        _ arguments: String..., gates: String? = nil, log: String? = nil
    ) async throws -> ToolRun {
        var options = ["review", "--base", path("main.json"), "--head", path("head.json")]
        if let gates {
            options += ["--config", try write("{\"review\":\(gates)}", to: "gates.json")]
        }
        if log != nil { options += ["--traffic", "-"] }
        return await tool.run(options + arguments, input: log ?? "")
    }
}
