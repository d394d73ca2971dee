#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("The file with tokens")
struct TokenFileTests {
    private func make(_ scopes: TokenScope = .read) -> (token: ServerToken, text: String) {
        ServerToken.make(
            name: "robot", scopes: scopes, namespace: "shop", created: 1_000_000, expiry: 2_000_000)
    }

    @Test("what is written is read again, and the file is only its owner's")
    func roundTrip() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("routes.tokens"))
        #expect(try file.tokens() == [])
        let made = make([.read, .resolve])
        try file.change { $0.append(made.token) }
        #expect(try file.tokens() == [made.token])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names == ["routes.tokens"])
    }

    @Test("the file holds no secret")
    func secrets() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("routes.tokens"))
        let made = make()
        try file.change { $0.append(made.token) }
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        let secret = try #require(ServerToken.parts(of: made.text)).secret
        #expect(secret.count == 64)
        #expect(!text.contains(secret))
        #expect(!"\(made.token.object)".contains("digest"))
    }

    @Test("a file that others may read, a link and a directory are refused")
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("routes.tokens"))
        try file.change { $0.append(make().token) }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        #expect(throws: RouteDBError.self) { try file.tokens() }
        #expect(throws: RouteDBError.self) { try file.change { $0 = [] } }
        let link = TokenFile(path: directory.path("link"))
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: file.path)
        #expect(throws: RouteDBError.self) { try link.tokens() }
        #expect(throws: RouteDBError.self) { try TokenFile(path: directory.path).tokens() }
    }

    @Test(
        "a damaged file is an error that names it",
        arguments: [
            "{", "[]", "{}", "{\"schema\":2}", "{\"schema\":1,\"tokens\":[1]}",
            "{\"schema\":1,\"tokens\":[{\"id\":\"a\"}]}",
            "{\"schema\":1,\"tokens\":[{\"id\":\"a\",\"name\":\"b\",\"digest\":\"c\",\"created\":\"2026-01-01\",\"scopes\":[\"x\"]}]}",
        ])
    func damaged(text: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.tokens")
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        let error = #expect(throws: RouteDBError.self) { try TokenFile(path: path).tokens() }
        #expect(error?.message.contains(path) == true)
    }

    @Test("changes at once are all kept")
    func concurrency() async throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("routes.tokens"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5 { try file.change { $0.append(self.make().token) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try file.tokens().map(\.id)).count == 20)
    }

    @Test("the file is beside the registry")
    func path() {
        #expect(TokenFile.path(besideRegistry: "a/routes.db") == "a/routes.tokens")
        #expect(TokenFile.path(besideRegistry: "routes") == "routes.tokens")
    }

    @Test("scopes are read by name, and 'admin' allows all")
    func scopes() throws {
        #expect(try TokenScope(names: "read,hits") == [.read, .hits])
        #expect(TokenScope.admin.allows(.write))
        #expect(!TokenScope.read.allows(.write))
        let error = #expect(throws: RouteDBError.self) { try TokenScope(names: "red") }
        #expect(error?.hint == "Did you mean 'read'?")
        #expect(throws: RouteDBError.self) { try TokenScope(names: "") }
    }
}
#endif
