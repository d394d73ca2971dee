import Foundation
import RouteDBTestSupport
import Testing

/// The workflow of `Docs/app-links.md` for GitHub Actions: its steps are run in the folder that the
/// page's session leaves, but for those of other people's actions.
@Suite("Recipes", .enabled(if: BuiltTool.isThere))
struct RecipeTests {
    private static let page = "Docs/app-links.md"

    /// The lines of the workflow.
    private static var workflow: [Substring] {
        get throws {
            let lines = try Repository.file(page).lines
            let fence = try #require(lines.firstIndex(of: "```yaml"))
            return Array(lines[(fence + 1)...].prefix { $0 != "```" })
        }
    }

    /// The commands of the steps.
    private static func commands(_ workflow: [Substring]) -> [Substring] {
        workflow.compactMap { line in
            line.range(of: "run: ").map { line[$0.upperBound...] }
        }
    }

    /// The words of a folded text, such as that of an environment variable.
    private static func words(of key: String, in workflow: [Substring]) -> [Substring] {
        guard let start = workflow.firstIndex(where: { $0.hasSuffix("\(key): >-") }) else {
            return []
        }
        let depth = workflow[start].prefix { $0 == " " }.count
        return workflow[(start + 1)...].prefix { line in line.prefix { $0 == " " }.count > depth }
            .flatMap { $0.split(separator: " ") }
    }

    @Test("the steps of the workflow pass on the files of the page")
    func steps() throws {
        let workflow = try Self.workflow
        let commands = Self.commands(workflow)
        let files = Self.words(of: "FILES", in: workflow)
        #expect(commands.count == 2 && files.count == 3)
        var text = try Repository.file(Self.page).lines.joined(separator: "\n")
        text += "\n\n```console\n$ FILES='\(files.joined(separator: " "))'\n"
        for command in commands { text += "$ (\(command)) > output 2>&1; echo $?\n0\n" }
        text += "$ grep -o '\"version\":\"2.1.0\"' app-links.sarif\n\"version\":\"2.1.0\"\n```\n"
        let transcript = Transcript(of: SourceFile(path: "recipe.md", text: text))
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path("session"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = transcript.steps.count - commands.count - 2
        let differences = try transcript.differences(running: BuiltTool.executable, in: folder)
        for (step, printed) in differences where step.line > transcript.steps[own].line {
            Issue.record("$ \(step.command)\nprints: \(printed)")
        }
    }
}
