import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Permissions of files")
struct FilePermissionTests {
    private static let line =
        "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/42 HTTP/1.1\" 200 5\n"

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("no file from or beside a registry has wider permissions", arguments: [0o600, 0o640])
    func limits(limit: Int) async throws {
        let tool = try Tool()
        await tool("add", "/user/{id:int}", "--target", "user")
        try FileManager.default.setAttributes(
            [.posixPermissions: limit], ofItemAtPath: tool.path)
        func path(_ name: String) -> String { tool.directory.path(name) }
        let log = tool.directory.path + "-log"
        defer { try? FileManager.default.removeItem(atPath: log) }
        try Data((Self.line + "junk\n").utf8).write(to: URL(fileURLWithPath: log))
        await tool(
            "hits", "import", log, "--log-format", "common", "--rejects", path("rejects.tsv"))
        await tool("backup", path("backup.db"))
        await tool("export", "-o", path("routes.json"))
        await tool("hits", "export", "-o", path("hits.csv"))
        await tool("hits", "export", "--sqlite", path("hits.db"))
        await tool(
            "hits", "import", log, "--log-format", "common", "--history", path("elsewhere.db"))
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
        for name in [
            "backup.db", "elsewhere.db", "elsewhere.db-wal", "elsewhere.lock", "hits.csv",
            "hits.db", "rejects.tsv", "routes.hits.db", "routes.hits.db-shm", "routes.hits.lock",
        ] {
            #expect(names.contains(name))
        }
        for name in names {
            #expect(try mode(path(name)) & ~limit == 0, "\(name)")
        }
    }

    @Test("the lock and companions of a history have its permissions")
    func companions() async throws {
        let tool = try Tool()
        await tool("add", "/user/{id:int}", "--target", "user")
        let log = tool.directory.path("access.log")
        try Data(Self.line.utf8).write(to: URL(fileURLWithPath: log))
        await tool("hits", "import", log)
        let history = HitHistory.path(besideRegistry: tool.path)
        let lock = tool.directory.path("routes.hits.lock")
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: history)
        try FileManager.default.removeItem(atPath: lock)
        await tool("hits", "import", log)
        #expect(try mode(lock) == 0o660)
    }
}
