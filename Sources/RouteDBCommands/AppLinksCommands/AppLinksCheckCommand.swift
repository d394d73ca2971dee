import ArgumentParser
import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTerminal

/// Finds mistakes in files that decide which links open an app.
struct AppLinksCheckCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find mistakes in the files that open apps for links.",
        discussion: """
            EXAMPLES:
              routedb app-links check .well-known/apple-app-site-association
              routedb app-links check aasa.json assetlinks.json --fail-on warning
              curl -s https://example.com/.well-known/assetlinks.json |
                routedb app-links check - --json
              routedb app-links check aasa.json --sarif links.sarif
              routedb app-links check app/src/main/AndroidManifest.xml

            Each finding comes with its place, the rule that is broken, where the platform
            documents it, and how to fix it. TSV fields: severity, code, file, line,
            column, item, message, rule, source, section and fix. At most 200 findings of a
            file are listed. Files that are checked together are compared: one list of
            components that is used for both platforms is reported where they read it in
            different ways, and a manifest that takes whole hosts beside the rules of an
            assetlinks.json. Exits with status 1 if a finding is at least as severe as
            '--fail-on'.
            """)

    @Argument(
        help: ArgumentHelp("The files, or '-' for standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup var platform: AppLinkPlatformOption

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            "The lowest severity that fails: error, warning, note or never.",
            valueName: "severity"))
    var threshold = LintThreshold.error

    @OptionGroup var sarif: SarifOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try sarif.validate(listing, global) }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        var facts: [AppLinkFindingOutput] = []
        var total = 0
        let read = try context.appLinkFiles(files, platform.platform)
        for named in read {
            let differences = named.findings(beside: read)
            total += named.file.findingCount + differences.count
            facts += (named.file.findings + differences).map {
                AppLinkFindingOutput(file: named.path, finding: $0)
            }
        }
        if let severity = threshold.severity,
            facts.contains(where: { $0.finding.severity <= severity })
        {
            context.setExitStatus(.no)
        }
        try sarif.write(AppLinkFindingOutput.sarif(facts), in: context)
        if sarif.isOutput { return }
        if format.isText {
            let style = global.style(in: context)
            for fact in facts {
                for line in fact.lines(style) { try context.output.writeLine(line) }
            }
        } else {
            try AppLinkFindingOutput.listing.write(
                facts, as: format, head: ["count": .int(Int64(total))], to: context.output)
        }
        guard format == .table || format == .plain else { return }
        let hidden = total == facts.count ? "" : ", \(facts.count) listed"
        context.printNote(
            total == 0
                ? "no findings" : "\(NumberText.counted(total, "finding"))\(hidden)")
    }
}

/// A finding about a file, as it is written.
struct AppLinkFindingOutput: Sendable {
    let file: String
    let finding: AppLinkFinding

    static let listing = Listing<AppLinkFindingOutput>(
        "findings",
        columns: [
            .init("severity") { $0.finding.severity.rawValue },
            .init("code") { $0.finding.code.rawValue },
            .init("file") { $0.file },
            .init("line") { $0.finding.line.map { "\($0)" } ?? "" },
            .init("column") { $0.finding.column.map { "\($0)" } ?? "" },
            .init("item") { $0.finding.item },
            .init("message") { $0.finding.message },
            .init("rule") { $0.finding.code.rule },
            .init("source") { $0.finding.source.url },
            .init("section") { $0.finding.source.section },
            .init("fix") { $0.finding.code.fix },
        ], object: { $0.object })

    private static func number(_ number: Int?) -> JSONValue {
        number.map { .int(Int64($0)) } ?? .null
    }

    var object: JSONObject {
        [
            "severity": .string(finding.severity.rawValue),
            "code": .string(finding.code.rawValue), "file": .string(file),
            "line": Self.number(finding.line), "column": Self.number(finding.column),
            "item": .string(finding.item), "message": .string(finding.message),
            "rule": .string(finding.code.rule), "source": .string(finding.source.url),
            "section": .string(finding.source.section), "fix": .string(finding.code.fix),
        ]
    }

    /// The finding for people.
    func lines(_ style: TextStyle) -> [String] {
        let place = finding.line.map { ":\($0):\(finding.column ?? 1)" } ?? ""
        let item = finding.item.isEmpty ? "" : "\(finding.item): "
        let word = finding.severity.rawValue
        let head = finding.severity == .error ? style.bad(word) : word
        return [
            "\(PlainText.shown(file + place)): \(head) \(finding.code.rawValue)",
            "    \(PlainText.shown(item + finding.message))",
            "    rule: \(finding.code.rule)",
            "    source: \(finding.source.text)",
            "    fix: \(finding.code.fix)",
        ]
    }

    /// The findings as SARIF.
    static func sarif(_ facts: [AppLinkFindingOutput]) -> JSONObject {
        let rules = AppLinkCode.allCases.map { code in
            SarifLog.Rule(
                id: code.rawValue, summary: code.rule, help: "\(code.rule) \(code.fix)",
                page: code.source.url, level: code.severity.rawValue)
        }
        return SarifLog(rules: rules, results: facts.map(\.result)).object
    }

    private var result: JSONValue {
        let index = AppLinkCode.allCases.firstIndex(of: finding.code) ?? 0
        var physical: JSONObject = ["artifactLocation": ["uri": SarifLog.uri(ofPath: file)]]
        if let line = finding.line {
            physical["region"] = [
                "startLine": .int(Int64(line)), "startColumn": Self.number(finding.column),
            ]
        }
        var location: JSONObject = ["physicalLocation": .object(physical)]
        if !finding.item.isEmpty {
            location["logicalLocations"] = [["fullyQualifiedName": .string(finding.item)]]
        }
        return [
            "ruleId": .string(finding.code.rawValue), "ruleIndex": .int(Int64(index)),
            "level": .string(finding.severity.rawValue),
            "message": ["text": .string("\(finding.message) \(finding.code.fix)")],
            "locations": [.object(location)],
        ]
    }
}
