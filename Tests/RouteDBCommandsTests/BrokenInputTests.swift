import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("invalid inputs")
struct BrokenInputTests {
    /// A command line that cannot do what it asks for, on a registry with one route.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        let code: String
        var testDescription: String { name }
    }

    @Test(
        "an error has a code, a hint and status 2, and changes nothing",
        arguments: [
            Case(
                name: "malformed pattern", arguments: ["add", "/a/{id", "--target", "t"],
                code: "invalidPattern"),
            Case(
                name: "unknown type", arguments: ["add", "/a/{id:itn}", "--target", "t"],
                code: "invalidPattern"),
            Case(
                name: "unknown namespace",
                arguments: ["add", "/b", "--target", "t", "--namespace", "defualt"],
                code: "namespaceNotFound"),
            Case(
                name: "fallback cycle",
                arguments: ["namespace", "set", "default", "--fallback", "default"],
                code: "fallbackCycle"),
            Case(
                name: "duplicate route", arguments: ["add", "/a", "--target", "t"],
                code: "routeConflict"),
            Case(
                name: "duplicate name", arguments: ["add", "/b", "--target", "t", "--name", "a"],
                code: "routeConflict"),
            Case(
                name: "no target", arguments: ["add", "/b", "--target", ""], code: "invalidValue"),
        ])
    func refused(test: Case) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "a")
        let json = await tool.run(test.arguments + ["--json", "--db", tool.path])
        #expect(json.status == 2)
        #expect(json.output.isEmpty)
        #expect(json.error?["code"] == .string(test.code))
        #expect(json.error?.members.map(\.key) == ["code", "message", "hint"])
        let plain = await tool.run(test.arguments + ["--db", tool.path])
        #expect(plain.status == 2)
        #expect(plain.diagnostics.hasPrefix("error: "))
        #expect(plain.diagnostics.contains("\nhint: "))
        #expect(await tool("log").lines.count == 2)
    }

    @Test("a mistake in a pattern is marked below it")
    func mark() async throws {
        let tool = try Tool()
        let run = await tool("add", "/caf\u{E9}/{id:itn}", "--target", "t")
        let lines = run.diagnostics.split(separator: "\n")
        #expect(lines.contains("  /caf\u{E9}/{id:itn}"))
        #expect(lines.contains("            ^~~"))
    }

    @Test(
        "a file that is not a registry is refused by readers and writers",
        arguments: ["list", "check"])
    func foreign(command: String) async throws {
        let tool = try Tool()
        try Data("not a database, but long enough to look like one".utf8)
            .write(to: URL(fileURLWithPath: tool.path))
        for arguments in [[command], ["add", "/a", "--target", "a"], ["init"]] {
            let run = await tool.run(arguments + ["--db", tool.path, "--json"])
            #expect(run.status == 2)
            #expect(run.error?["code"] == "notARegistry")
        }
    }

    @Test("a damaged registry gives status 2 or findings")
    func damaged() async throws {
        let tool = try Tool()
        let registry = try await RouteRegistry.open(
            tool.path, options: RegistryOptions(access: .creating, refreshInterval: nil))
        try await registry.edit { editor in
            for number in 0..<1_000 {
                try editor.add(RouteDraft(pattern: "/a\(number)", target: "a"))
            }
        }
        await registry.close()
        let url = URL(fileURLWithPath: tool.path)
        var data = try Data(contentsOf: url)
        for offset in data.count / 4..<data.count { data[offset] = 0xA5 }
        try data.write(to: url)
        let list = await tool("list", "--json")
        #expect(list.status == 2)
        #expect(list.error?["code"] == "corrupt")
        #expect([1, 2].contains(await tool("check").status))
    }

    @Test("a registry of a newer version is refused")
    func newerSchema() async throws {
        let tool = try Tool()
        await tool("init")
        let url = URL(fileURLWithPath: tool.path)
        var data = try Data(contentsOf: url)
        // SQLite keeps the user version in the four bytes at offset 60.
        data[62] = 1
        try data.write(to: url)
        for arguments in [["list"], ["add", "/a", "--target", "a"]] {
            let run = await tool.run(arguments + ["--db", tool.path, "--json"])
            #expect(run.status == 2)
            #expect(run.error?["code"] == "schemaTooNew")
        }
    }

    @Test("a read-only file is an error for writers only")
    func readOnly() async throws {
        let tool = try Tool()
        await tool("init")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: tool.path)
        #expect(await tool("list").status == 0)
        // The superuser may write all the same.
        guard !FileManager.default.isWritableFile(atPath: tool.path) else { return }
        #expect(await tool("add", "/a", "--target", "a", "--json").error?["code"] == "readOnly")
    }

    @Test("a registry locked by another writer is busy for writers only")
    func locked() async throws {
        let tool = try Tool()
        tool.environment["ROUTEDB_TIMEOUT_MS"] = "0"
        await tool("init")
        let registry = try await RouteRegistry.open(
            tool.path, options: RegistryOptions(refreshInterval: nil))
        let release = DispatchSemaphore(value: 0)
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let writer = Task {
            try await registry.edit { _ in
                continuation.yield()
                release.wait()
            }
        }
        for await _ in started { break }
        let run = await tool("add", "/a", "--target", "a", "--json")
        #expect(await tool("list").status == 0)
        release.signal()
        _ = try await writer.value
        #expect(run.status == 2)
        #expect(run.error?["code"] == "busy")
    }

    @Test("a directory is not a registry")
    func directory() async throws {
        let tool = try Tool()
        let run = await tool.run(["list", "--db", tool.directory.path, "--json"])
        #expect(run.status == 2)
        #expect(run.error?["code"] == "notARegistry")
    }

    @Test("a missing registry is an error for readers and is not created")
    func missing() async throws {
        let tool = try Tool()
        for command in [
            ["list"], ["show", "a"], ["resolve", "/a"], ["log"], ["check"], ["backup", "x"],
            ["namespace", "list"], ["default", "list"],
        ] {
            let run = await tool.run(command + ["--db", tool.path, "--json"])
            #expect(run.status == 2)
            #expect(run.error?["code"] == "databaseMissing")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.path))
    }

    @Test("usage errors have status 64, and are in JSON if requested")
    func usage() async throws {
        let tool = try Tool()
        let plain = await tool.run(["list", "--bogus"])
        #expect(plain.status == 64)
        #expect(
            plain.diagnostics
                == "error: 'routedb list' has no option '--bogus'.\n"
                + "hint: 'routedb list --help' lists its options.\n")
        let json = await tool.run(["add", "--json"])
        #expect(json.status == 64)
        #expect(json.error?["code"] == "usage")
        let command = await tool.run(["--db", "x", "nmaespace", "--json"])
        #expect(command.error?["hint"] == "Did you mean 'routedb namespace'?")
    }

    @Test("help and version go to standard output, with status 0")
    func help() async throws {
        let tool = try Tool()
        for arguments in [
            [], ["--help"], ["help"], ["help", "add"], ["add", "-h"], ["namespace"],
        ] {
            let run = await tool.run(arguments)
            #expect(run.status == 0)
            #expect(run.output.contains("EXAMPLES:"))
            #expect(run.diagnostics.isEmpty)
        }
        #expect(await tool.run(["--version"]).lines.count == 1)
    }
}
