import Foundation
import RouteDBTestSupport
import Testing

@Suite("Transcripts", .enabled(if: BuiltTool.isThere))
struct TranscriptTests {
    /// The paths of the pages whose commands are run.
    private static var paths: [String] {
        get throws { try pages.map(\.path) }
    }

    private static var pages: [SourceFile] {
        get throws {
            let folders = ["Docs", "Examples"].filter { Repository.exists($0) }
            return try
                ([Repository.file("README.md")] + Repository.files(in: folders, suffix: ".md"))
                .filter { page in
                    page.lines.contains { $0.hasPrefix(Transcript.marker) }
                }
        }
    }

    /// The paths of the pages that call the `sqlite3` shell, or of those that do not.
    private static func paths(callingSQLite isCalled: Bool) throws -> [String] {
        try pages.filter { page in
            Transcript(of: page).steps.contains { $0.command.hasPrefix("sqlite3 ") } == isCalled
        }.map(\.path)
    }

    private static let hasSQLite = ["/usr/bin/sqlite3", "/bin/sqlite3"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Set it to rewrite the pages with what the commands print now.
    private static let isWriting = ProcessInfo.processInfo.environment["ROUTEDB_WRITE_DOCS"] != nil

    @Test("pages show what their commands print", arguments: try paths(callingSQLite: false))
    func pages(_ path: String) throws { try check(path) }

    @Test(
        "pages show what their commands and the 'sqlite3' shell print",
        .enabled(if: hasSQLite, "there is no 'sqlite3' in /usr/bin or /bin"),
        arguments: try paths(callingSQLite: true))
    func pagesWithSQLite(_ path: String) throws { try check(path) }

    private func check(_ path: String) throws {
        let page = try Repository.file(path)
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path("session"))
        try Self.makeFolder(folder, of: page)
        let transcript = Transcript(of: page)
        guard !Self.isWriting else {
            let text = try transcript.rewritten(page, running: BuiltTool.executable, in: folder)
            let file = Repository.root.appending(path: page.path)
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(!transcript.steps.isEmpty)
        let differences = try transcript.differences(running: BuiltTool.executable, in: folder)
        for (step, printed) in differences {
            Issue.record(
                """
                \(page.path):\(step.line): $ \(step.command)
                prints:
                \(printed.joined(separator: "\n"))
                Run again with ROUTEDB_WRITE_DOCS=1 to rewrite the page.
                """)
        }
    }

    /// Makes the folder in which a page's session begins: empty, or a copy of the page's own.
    private static func makeFolder(_ folder: URL, of page: SourceFile) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard page.lines.contains(where: { $0.hasPrefix(Transcript.copyMarker) }) else { return }
        let own = Repository.root.appending(path: page.path).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: own.path) {
            // Of a link, the file that it leads to.
            let item = own.appending(path: name).resolvingSymlinksInPath()
            try FileManager.default.copyItem(at: item, to: folder.appending(path: name))
        }
    }

    @Test("every migration guide is run")
    func guides() throws {
        let guides = try Repository.files(in: ["Docs/migrating"], suffix: ".md").map(\.path)
        let run = try Self.paths
        #expect(guides.filter { !$0.hasSuffix("README.md") && !run.contains($0) } == [])
    }

    private static let page = SourceFile(
        path: "a.md",
        text: """
            ```console
            $ cat > a <<'END'
            > one
            >
            > END
            $ cat a
            stale
            ```
            text
            ```console
            $ false
            $ echo $?
            ```

            """)

    @Test("commands continue after '>', and one session runs all blocks of a page")
    func reading() throws {
        let transcript = Transcript(of: Self.page)
        #expect(
            transcript.steps.map(\.command)
                == ["cat > a <<'END'\none\n\nEND", "cat a", "false", "echo $?"])
        let folder = try TemporaryDirectory()
        let differences = try transcript.differences(
            running: BuiltTool.executable, in: URL(fileURLWithPath: folder.path))
        #expect(differences.map(\.step.line) == [6, 12])
        #expect(differences.map(\.printed) == [["one", ""], ["1"]])
    }

    @Test("rewriting a page replaces what commands print, and nothing else")
    func rewriting() throws {
        let folder = try TemporaryDirectory()
        let text = try Transcript(of: Self.page).rewritten(
            Self.page, running: BuiltTool.executable, in: URL(fileURLWithPath: folder.path))
        let expected = Self.page.lines.flatMap { line -> [String] in
            switch line {
            case "stale": ["one", ""]
            case "$ echo $?": ["$ echo $?", "1"]
            default: [String(line)]
            }
        }
        #expect(text == expected.joined(separator: "\n") + "\n")
    }
}
