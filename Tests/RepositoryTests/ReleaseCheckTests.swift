import Foundation
import RouteDBTestSupport
import Testing

/// The check of `Packaging/release`, run in small repositories of its own.
@Suite("The check before a release")
struct ReleaseCheckTests {
    private static let declaration = "Sources/RouteDBCommands/Options/GlobalOptions.swift"

    /// Commands that make a repository which can be released as 1.2.3.
    private static let ready = """
        git init -q -b main . && git config user.name ada && git config user.email ada@example.com
        mkdir -p \((declaration as NSString).deletingLastPathComponent) Tests/Releases/1.2.3
        echo 'let toolVersion = "1.2.3"' > \(declaration)
        for file in routes.db routes.hits.db routes.json tests.ndjson answers; do
            echo x > Tests/Releases/1.2.3/$file
        done
        printf '%s\\n' repository=https://git.example.com/routedb > Packaging/owner
        printf '%s\\n' '# Changelog' '' '## [Unreleased]' '' '## [1.2.3] - 2026-11-30' '' \
            '- A route may sing.' '' '## [1.2.2] - 2026-11-01' '' '- Old.' > CHANGELOG.md
        git add . && git commit -q -m 'All of it'
        """

    /// The status of the check after some more commands, and what it prints.
    private func check(after change: String) throws -> (status: Int32, text: String) {
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path("clone"))
        let packaging = folder.appending(path: "Packaging")
        try FileManager.default.createDirectory(at: packaging, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Repository.root.appending(path: "Packaging/release"),
            to: packaging.appending(path: "release"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script = "exec 2>&1; set -e\n\(Self.ready)\n\(change)\nexec Packaging/release"
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": directory.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    @Test("a commit that has everything gets its notes and the command for its tag")
    func ready() throws {
        let (status, text) = try check(after: "git tag 1.2.2")
        #expect(status == 0)
        #expect(text.hasPrefix("- A route may sing.\n\n----\n1.2.3 can be released"))
        #expect(text.contains("compared with 1.2.2 by .ci/api"))
        #expect(text.contains("\n  git tag -a 1.2.3 -m 'RouteDB 1.2.3'\n"))
        #expect(!text.contains("Old."))
    }

    @Test(
        "what is missing is named, with the way out",
        arguments: [
            ("touch new", "the tree has changes that are not committed"),
            ("git tag 1.2.3", "1.2.3 is released already"),
            ("sed -i 's/ - 2026-11-30//' CHANGELOG.md", "the newest section is '[1.2.3]'"),
            ("sed -i 's/1.2.3/1.2.4/' CHANGELOG.md", "not that of 1.2.3 with its date"),
            ("sed -i 's/1.2.3/1x2.3/' CHANGELOG.md", "not that of 1.2.3 with its date"),
            ("sed -i '/sing/d' CHANGELOG.md", "the section of 1.2.3 is empty"),
            ("sed -i '4i - New.' CHANGELOG.md", "'Unreleased' has entries"),
            (
                "echo 'let other = \"1.2.3\"' > Sources/a.swift; git add .",
                "in a second place: Sources/a.swift"
            ),
            ("git rm -q -r Tests", "there is no Tests/Releases/1.2.3/routes.db"),
            (
                "sed -i 's/git.example.com/routedb.invalid/' Packaging/owner",
                "not known yet: repository"
            ),
            ("sed -i 's/1.2.3/1.2/' \(declaration)", "there is no version, but '1.2'"),
        ])
    func missing(_ change: String, _ message: String) throws {
        let (status, text) = try check(after: change)
        #expect(status == 1)
        #expect(text.contains("error: "))
        #expect(text.contains(message), "\(text)")
        #expect(!text.contains("git tag -a"))
    }

    @Test("no page depends on a release before there is one")
    func pages() throws {
        let changelog = try Repository.file("CHANGELOG.md").lines
        guard !changelog.contains(where: { $0.hasPrefix("## [") && $0 != "## [Unreleased]" }) else {
            return
        }
        let pages =
            try Repository.files(in: ["Docs", "Sources"], suffix: ".md")
            + [Repository.file("README.md")]
        #expect(
            pages.filter { $0.lines.contains { $0.contains("routedb\", from: \"") } }.map(\.path)
                == [])
    }
}
