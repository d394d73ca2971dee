import ArgumentParser
import RouteDB
import RouteDBAppLinks
import RouteDBTerminal

/// Explains what a device does with a link.
struct AppLinksExplainCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why a link opens an app, or does not.",
        discussion: """
            EXAMPLES:
              routedb app-links explain https://example.com/buy/1 --file aasa.json
              routedb app-links explain 'https://example.com/a?q=1' \\
                --file assetlinks.json --api-level 34 --json
              routedb app-links explain https://example.com/buy/1 \\
                --file assetlinks.json --manifest AndroidManifest.xml

            Shows, for each app of the file, the components in the order in which the
            device tries them, up to the one that decides, and for each that does not match
            the part that differs. Only a manifest compares the host. An answer that
            depends on a rule that no source of the platform settles, or on which sources
            disagree, is marked uncertain, with these sources: the rules are in
            Docs/app-links.md.

            Exits with status 1 if no app opens.
            """)

    @Argument(help: "The link.")
    var url: String

    @Option(
        help: ArgumentHelp("The file, or '-' for standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The app's manifest. A link opens the app only if the manifest accepts it too.",
            valueName: "file"), completion: .file())
    var manifest: String?

    @OptionGroup var platform: AppLinkPlatformOption
    @OptionGroup var device: AppLinkDeviceOption

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let file = try context.appLinkFile(file, platform.platform)
        let manifest = try manifest.map { try context.appManifest($0) }
        let explanation = try file.explain(url, apiLevel: device.apiLevel, manifest: manifest)
        context.noteErrors(of: file)
        let isOpened = explanation.apps.contains {
            $0.outcome == .opens || $0.outcome == .manifest
        }
        if !isOpened { context.setExitStatus(.no) }
        let facts = AppLinkExplanationOutput(explanation: explanation)
        try form.write(
            facts.object, orLines: facts.lines(global.style(in: context)), to: context.output)
    }
}

/// An explanation as it is written.
struct AppLinkExplanationOutput {
    let explanation: AppLinkExplanation

    var object: JSONObject {
        [
            "schema": 1, "url": .string(explanation.url),
            "platform": .string(explanation.platform.rawValue),
            "apiLevel": explanation.apiLevel.map { .int(Int64($0)) } ?? .null,
            "apps": .array(explanation.apps.map(Self.object)),
            "rules": UncertainRules(explanation.apps.flatMap(\.uncertain)).objects,
        ]
    }

    private static func object(_ app: AppLinkExplanation.App) -> JSONValue {
        [
            "app": .string(app.name), "outcome": .string(app.outcome.rawValue),
            "components": .array(
                app.steps.map { step in
                    [
                        "item": .string(step.item), "verdict": .string(step.verdict.rawValue),
                        "part": step.part.map { .string($0.rawValue) } ?? .null,
                        "wanted": step.wanted.map(JSONValue.string) ?? .null,
                        "found": step.found.map(JSONValue.string) ?? .null,
                    ]
                }),
            "untested": .int(Int64(app.untested)),
            "uncertain": UncertainRules(app.uncertain).names,
        ]
    }

    /// The explanation for people.
    func lines(_ style: TextStyle) -> [String] {
        guard !explanation.apps.isEmpty else { return ["The file names no app."] }
        return explanation.apps.flatMap { app in
            [PlainText.shown("\(app.name): \(summary(app))")]
                + app.steps.map { PlainText.shown("    \($0.item): \(Self.text(of: $0))") }
                + UncertainRules(app.uncertain).lines
        }
    }

    private func summary(_ app: AppLinkExplanation.App) -> String {
        switch app.outcome {
        case .opens:
            explanation.platform == .ios || explanation.knowsManifest
                ? "opens the link" : "opens the link, if the manifest takes it"
        case .excluded: "does not open the link, which a component excludes"
        case .unmatched: "does not open the link, which no component matches"
        case .manifest:
            app.untested == 0
                ? "the manifest decides, since there are no components"
                : "the manifest decides, since the device ignores components"
        }
    }

    private static func text(of step: AppLinkExplanation.Step) -> String {
        switch step.verdict {
        case .includes: return "matches, and includes"
        case .excludes: return "matches, and excludes"
        case .refused:
            guard let part = step.part, part != .nothing else { return "tests nothing" }
            let found = step.found.map { "'\($0)'" } ?? "not there"
            return "no: the \(part.rawValue) should match '\(step.wanted ?? "")', and is \(found)"
        }
    }
}
