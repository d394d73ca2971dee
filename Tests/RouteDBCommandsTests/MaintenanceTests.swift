import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("log, backup, check, completions")
struct MaintenanceTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "first", "--group", "g")
    }

    @Test("log lists revisions, newest first, and as JSON")
    func log() async {
        let digest = await tool("log").lines[0].split(separator: "\t").last ?? ""
        #expect(digest.utf8.count == 12)
        let json = await tool("log", "--limit", "1", "--json").output
        #expect(
            json.hasPrefix(
                """
                {"schema":1,"revisions":[{"revision":2,"time":"2026-01-02T03:04:05Z",\
                "author":"ada","source":"add","message":"","summary":"route g/first added",\
                "digest":"\(digest)
                """))
        #expect(json.hasSuffix("\",\"tags\":[]}]}\n"))
        #expect(await tool("log", "--csv").lines.count == 3)
        #expect(await tool("log", "--limit", "-1").status == 64)
    }

    @Test("backup copies the registry and never overwrites a file")
    func backup() async {
        let copy = tool.directory.path("copy.db")
        #expect(await tool("backup", copy).output == "copied to '\(copy)', revision 2\n")
        #expect(await tool.run(["list", "--db", copy]).lines.count == 1)
        let again = await tool("backup", copy, "--json")
        #expect(again.status == 2)
        #expect(again.error?["code"] == "fileExists")
    }

    @Test("backup --keep names, checks and counts the backups of this registry only")
    func rotation() async throws {
        let folder = tool.directory.path("backups")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        // Another registry with the same name, a damaged backup, and a file of somebody else.
        let other = [
            "add", "/other", "--target", "o", "--db", "\(folder)/routes-20250101T000000Z.db",
        ]
        #expect(await tool.run(other).status == 0)
        let others = ["routes-20250102T000000Z.db", "routes-old.db", "notes.txt"]
        for name in others {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let copy = "\(folder)/routes-20250103T000000Z.db"
        #expect(await tool("backup", copy).status == 0)
        await tool("add", "/b", "--target", "b")
        let first = "\(folder)/routes-20260102T030405Z.db"
        #expect(
            await tool("backup", folder, "--keep", "2").output
                == "copied to '\(first)', revision 3\n")
        try FileManager.default.moveItem(
            atPath: first, toPath: "\(folder)/routes-20250104T000000Z.db")
        let run = await tool("backup", folder, "--keep", "2", "--json")
        #expect(run.output.contains("\"removed\":[\"\(copy)\"]"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
            Set(names)
                == Set(
                    others + [
                        "routes-20250101T000000Z.db", "routes-20250104T000000Z.db",
                        "routes-20260102T030405Z.db",
                    ]))
        #expect(await tool("backup", folder, "--keep", "0").status == 64)
        #expect(await tool("backup", copy, "--keep", "1").status == 2)
    }

    @Test("recover makes a sound registry of a damaged one, and lists what is lost")
    func recover() async throws {
        let new = tool.directory.path("new.db")
        let whole = await tool("recover", tool.path, "-o", new)
        #expect(whole.status == 0 && whole.output.isEmpty)
        #expect(whole.diagnostics.hasSuffix("nothing is lost\n"))
        #expect(await tool.run(["check", "--db", new]).status == 0)
        let again = await tool("recover", tool.path, "-o", new, "--json")
        #expect(again.error?["code"] == "fileExists")
        try HostileFile.execute(
            """
            PRAGMA foreign_keys = OFF;
            DELETE FROM revision WHERE number = 1;
            """, path: tool.path)
        let damaged = await tool(
            "recover", tool.path, "-o", tool.directory.path("other.db"), "--json")
        #expect(damaged.status == 3)
        #expect(damaged.output.contains("\"kind\":\"replaced\",\"message\":\"revision 1: "))
        #expect(await tool("recover", tool.path, "-o", "-").status == 64)
        #expect(await tool("recover", "none.db", "-o", "a.db").status == 2)
    }

    @Test("check finds nothing in a sound registry")
    func check() async {
        let run = await tool("check")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics == "no damage found, at revision 2\n")
        #expect(
            await tool("check", "--json").output
                == "{\"schema\":1,\"additions\":[],\"findings\":[]}\n")
    }

    @Test("there is a completion script for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async {
        let run = await tool("completions", shell)
        #expect(run.status == 0)
        #expect(run.output.contains("routedb"))
        #expect(run.output.contains("namespace"))
    }

    @Test("completions include the names in the registry")
    func names() async {
        let line = ["routedb", "show", "--db", tool.path]
        let run = await tool.run(["---completion", "show", "--", "route", "2", "2"] + line)
        // How the names are separated is the shell's affair.
        #expect(run.lines.first == "g/first")
        tool.environment["ROUTEDB_DB"] = tool.path
        let list = ["---completion", "list", "--", "--namespace", "2", "2", "routedb", "list"]
        #expect(await tool.run(list).lines.first == "default")
    }

    @Test(
        "bash completes a name with quotes where it needs them, and runs nothing that a name says")
    func quoting() async throws {
        let (script, fake) = (tool.directory.path("completion"), tool.directory.path("fake"))
        let made = tool.directory.path("made")
        try await tool("completions", "bash").output
            .write(toFile: script, atomically: true, encoding: .utf8)
        let names = ["it's", "a b", "$(touch \(made))", "`touch \(made)`", "plain"]
        // As the tool answers, whatever is asked.
        let answer = "#!/bin/sh\ncat <<'END'\n\(names.joined(separator: "\n"))\nEND\n"
        try answer.write(toFile: fake, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c",
            """
            source "$1"
            for word in '' it 'it\\' "'it" x; do
                COMP_WORDS=("$2" show "$word") COMP_CWORD=2
                COMP_LINE="$2 show $word" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                _routedb routedb "$word" show
                printf '%s|' "${COMPREPLY[@]}"
                echo
            done
            """, "bash", script, fake,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let quoted = [
            #"it\'s"#, #"a\ b"#, #"\$\(touch\ \#(made)\)"#, #"\`touch\ \#(made)\`"#, "plain",
        ]
        #expect(
            lines == [
                "\(quoted.joined(separator: "|"))|", #"it\'s|"#, #"it\'s|"#, "it's|", "|",
            ])
        #expect(!FileManager.default.fileExists(atPath: made))
    }

    @Test("check tells what another program added, and warns of what may refuse a write")
    func additions() async throws {
        try HostileFile.execute(
            """
            CREATE VIEW report AS SELECT 1; CREATE INDEX plain ON route (target);
            create  unique index strict ON route (kind)
            """, path: tool.path)
        let run = await tool("check")
        #expect(run.status == 0)
        #expect(
            run.diagnostics.contains(
                "note: another program added the view 'report'; routedb ignores it"))
        #expect(
            run.diagnostics.contains(
                "note: another program added the index 'plain' of the table 'route', which makes"))
        #expect(
            run.diagnostics.contains(
                "warning: another program added the index 'strict' of the table 'route'; it is"
                    + " unique, so it may refuse what routedb writes"))
        #expect(await tool("check", "--quiet").diagnostics.contains("'strict'"))
        let json = try await tool("check", "--json").object
        #expect(
            json["additions"] == [
                ["type": "index", "name": "plain", "table": "route", "unique": false],
                ["type": "view", "name": "report", "table": "report", "unique": false],
                ["type": "index", "name": "strict", "table": "route", "unique": true],
            ])
        await tool("resolve", "/a", "--record")
        #expect(try await tool("hits", "verify", "--json").object["additions"] == [])
    }
}
