import Foundation
import RouteDBTestSupport
import Testing

/// The action of `action.yml`: its script is run in the folder that the session of
/// `Docs/reviewing.md` leaves.
@Suite("Action", .enabled(if: BuiltTool.isThere))
struct ActionTests {
    private static let page = "Docs/reviewing.md"

    /// The lines of the action's only script.
    private static var script: [Substring] {
        get throws {
            let lines = try Repository.file("action.yml").lines
            let start = try #require(lines.firstIndex { $0.hasSuffix("run: |") })
            return lines[(start + 1)...].filter { !$0.isEmpty }
        }
    }

    @Test("the action writes the page to the summary, and fails as the review does")
    func script() throws {
        let script = try Self.script
        #expect(script.count > 5)
        let run = (["("] + script + [")"]).joined(separator: "\n> ")
        let steps = [
            ("export GITHUB_STEP_SUMMARY=summary.md TRAFFIC= CONFIG=", ""),
            ("export BASE=base.json HEAD=routes.json", ""), ("\(run) 2> notes; echo $?", "0\n"),
            ("head -n 1 summary.md", "## RouteDB: review passed\n"),
            ("export BASE=../main.json HEAD=../routes.json TRAFFIC=../access.log", ""),
            ("\(run) 2> notes; echo $?", "1\n"),
            ("grep -c '^## RouteDB: ' summary.md", "2\n"),
        ]
        var text = try Repository.file(Self.page).lines.joined(separator: "\n")
        text += "\n\n```console\n" + steps.map { "$ \($0)\n\($1)" }.joined() + "```\n"
        let transcript = Transcript(of: SourceFile(path: "action.md", text: text))
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path("session"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = transcript.steps[transcript.steps.count - steps.count].line
        let differences = try transcript.differences(running: BuiltTool.executable, in: folder)
        for (step, printed) in differences where step.line >= own {
            Issue.record("$ \(step.command)\nprints: \(printed)")
        }
    }
}
