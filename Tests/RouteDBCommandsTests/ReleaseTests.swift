import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

/// Every version reads what earlier ones wrote: `Packaging/release-files` made the files in
/// `Tests/Releases` with the tool of each release.
@Suite("Files of released versions")
struct ReleaseTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test("this version has files of its own")
    func isComplete() throws {
        #expect(
            try Release.all().map(\.version).contains(toolVersion),
            "make them with the release's tool: Packaging/release-files")
    }

    @Test("a registry and its history are brought up to date, and answer as they did")
    func answers() async throws {
        for release in try Release.all() {
            try release.copy(["routes.db", "routes.hits.db"], to: tool.directory)
            let version = release.version
            #expect(await tool("init").status == 0, "\(version)")
            for check in [["check"], ["hits", "verify"], ["test", "--all"]] {
                let run = await tool.run(check + ["--db", tool.path])
                #expect(run.status == 0, "\(version): \(check) \(run.output)\(run.diagnostics)")
            }
            for (command, expected) in try release.answers() {
                let run = await tool.run(command + ["--db", tool.path])
                let answer = try Release.values(run.output)
                let isSame =
                    answer.count == expected.count
                    && zip(answer, expected).allSatisfy { $0.contains($1) }
                #expect(isSame, "\(version): \(command) \(run.output)\(run.diagnostics)")
            }
        }
    }

    @Test("its history is read as it is, before a writer brings it up to date")
    func unchangedHistory() async throws {
        for release in try Release.all() {
            try release.copy(["routes.db"], to: tool.directory)
            #expect(await tool("init").status == 0)
            try release.copy(["routes.hits.db"], to: tool.directory)
            let history = tool.directory.path("routes.hits.db")
            let version = try HostileFile(path: history).rows("PRAGMA user_version")
            for (command, expected) in try release.answers()
            where ["hits", "stats"].contains(command[0]) {
                let run = await tool.run(command + ["--db", tool.path])
                let answer = try Release.values(run.output)
                let isSame =
                    answer.count == expected.count
                    && zip(answer, expected).allSatisfy { $0.contains($1) }
                #expect(isSame, "\(command) \(run.output)\(run.diagnostics)")
            }
            for command in [
                ["hits", "verify"], ["hits", "info"], ["stats", "latency"],
                ["sql", "SELECT count(*) FROM hits"],
            ] {
                let run = await tool.run(command + ["--db", tool.path])
                #expect(run.status == 0, "\(command) \(run.output)\(run.diagnostics)")
            }
            #expect(try HostileFile(path: history).rows("PRAGMA user_version") == version)
        }
    }

    @Test("its JSON document is what its registry holds, and what a new registry takes")
    func document() async throws {
        for release in try Release.all() {
            try release.copy(["routes.db", "routes.json"], to: tool.directory)
            let document = tool.directory.path("routes.json")
            #expect(await tool("init").status == 0)
            let old = await tool("plan", document, "--json")
            #expect(old.status == 0 && old.output.contains(#""changes":[]"#), "\(old.output)")
            let db = ["--db", tool.directory.path("new.db")]
            #expect(await tool.run(["init"] + db).status == 0)
            #expect(await tool.run(["import", document] + db).status == 0)
            let new = await tool.run(["plan", document, "--json"] + db)
            #expect(new.status == 0 && new.output.contains(#""changes":[]"#), "\(new.output)")
        }
    }

    @Test(
        "its tables of routes and its route tests are read",
        arguments: ["ndjson", "csv", "tsv"])
    func tables(format: String) async throws {
        for release in try Release.all() {
            try release.copy(["routes.db", "routes.\(format)"], to: tool.directory)
            #expect(await tool("init").status == 0)
            let run = await tool("plan", tool.directory.path("routes.\(format)"), "--json")
            #expect(run.status == 0 && run.output.contains(#""changes":[]"#), "\(run.output)")
            try release.copy(["tests.ndjson"], to: tool.directory)
            #expect(await tool("test", tool.directory.path("tests.ndjson")).status == 0)
        }
    }
}

/// The files that a released version made.
private struct Release {
    let version: String
    private let folder: URL

    static func all() throws -> [Release] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Releases")
        return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map {
            Release(version: $0, folder: root.appendingPathComponent($0))
        }
    }

    /// Replaces files of a directory by the release's.
    func copy(_ names: [String], to directory: TemporaryDirectory) throws {
        for name in names {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            try data.write(to: URL(fileURLWithPath: directory.path(name)))
        }
    }

    /// The commands that were run, each with what the release answered.
    func answers() throws -> [(command: [String], expected: [JSONValue])] {
        let commands = try text("answers").split(separator: "\n")
        return try commands.enumerated().map { number, line in
            let expected = try Self.values(try text("\(number + 1).json"))
            return (line.split(separator: " ").map(String.init), expected)
        }
    }

    /// The JSON value that a text is, or those of its lines.
    static func values(_ text: String) throws -> [JSONValue] {
        if let value = try? JSONValue(parsing: text) { return [value] }
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}

extension JSONValue {
    /// Whether the value says all that an older one says: objects may have got further members.
    fileprivate func contains(_ older: JSONValue) -> Bool {
        switch (self, older) {
        case (.object(let object), .object(let old)):
            old.members.allSatisfy { object[$0.key]?.contains($0.value) ?? false }
        case (.array(let values), .array(let old)):
            values.count == old.count && zip(values, old).allSatisfy { $0.contains($1) }
        default: self == older
        }
    }
}
