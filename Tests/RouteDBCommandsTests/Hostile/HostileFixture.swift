import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport

/// A registry with something of everything, and a history with something of everything, of which
/// tests make copies to damage.
struct HostileFixture {
    private let directory: TemporaryDirectory

    var registryPath: String { directory.path("routes.db") }
    var historyPath: String { directory.path("routes.hits.db") }

    init() async throws {
        let tool = try Tool()
        try await Self.fillRegistry(tool)
        try await Self.fillHistory(tool)
        directory = tool.directory
        for path in [registryPath, historyPath] {
            try HostileFile.execute("PRAGMA wal_checkpoint(TRUNCATE)", path: path)
        }
    }

    /// The tool in a directory of its own with copies of the files.
    func copy() throws -> Tool {
        let tool = try Tool()
        for name in ["routes.db", "routes.hits.db", "access.log", "longer.log", "odd.log"] {
            try FileManager.default.copyItem(
                atPath: directory.path(name), toPath: tool.directory.path(name))
        }
        return tool
    }

    private static func fillRegistry(_ tool: Tool) async throws {
        let commands = [
            ["init"],
            ["namespace", "add", "web", "--scheme", "https", "--host", "a.example"],
            ["add", "/user/{id:int}", "--target", "user", "--name", "user", "--group", "g"],
            ["add", "/shop/**", "--target", "shop", "--namespace", "web", "--name", "shop"],
            ["add", "/old", "--target", "old"],
            ["converter", "set", "size", "--allow", "s", "--allow", "m"],
            ["default", "set", "tab", "\"posts\"", "--route", "user"],
            ["default", "set", "lang", "\"en\"", "--namespace", "web"],
            ["acl", "deny", "user", "--anonymous", "--until", "2027-01-01"],
            ["acl", "allow", "--group", "g", "--role", "staff"],
            ["test", "add", "/user/42", "--case", "a user"],
            ["lint", "suppress", "unreachable", "user", "--reason", "known"],
            ["rename", "user", "member"],
            ["remove", "#3", "--yes"],
            ["tag", "release-1", "@3"],
        ]
        for command in commands { _ = await tool.run(command + ["--db", tool.path]) }
    }

    private static func fillHistory(_ tool: Tool) async throws {
        let line = "10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET /user/42 HTTP/1.1\" 200 5\n"
        let other = line.replacingOccurrences(of: "/user/42", with: "/lost/1")
        let logs = [
            "access.log": line + other + "what\n", "odd.log": other + line + "what",
            "longer.log": line + other + "what\n" + line + other,
        ]
        for (name, text) in logs {
            try Data(text.utf8).write(to: URL(fileURLWithPath: tool.directory.path(name)))
        }
        await tool("hits", "import", tool.directory.path("access.log"))
        let path = HitHistory.path(besideRegistry: tool.path)
        var hits = HitGenerator(seed: 5)
        for stream in 1...2 {
            let writer = try HitsWriter(
                path: path, stream: [UInt8](repeating: UInt8(stream), count: 16), time: Tool.time)
            if stream == 1 {
                // Two days before, and pruned: so there are sums of days, and pruned quarters.
                let early = hits.hits(1_030).map { hit in
                    var hit = hit
                    hit.time = hit.time - .seconds(2 * 86_400)
                    return hit
                }
                try writer.append(HitBatch(early))
            }
            try writer.append(HitBatch(hits.hits(stream == 1 ? 1_030 : 10)))
            try writer.append(HitBatch(hits.hits(20)), losses: [HitLoss(time: Tool.time, hits: 3)])
            if stream == 1 {
                _ = try writer.prune(HitRetention(maximumHits: 700), time: Tool.time)
            }
        }
        await tool("hits", "import", tool.directory.path("odd.log"))
    }
}
