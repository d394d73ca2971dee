import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Findings in SARIF, the Static Analysis Results Interchange Format of OASIS, version 2.1.0: one
/// run of this tool.
struct SarifLog {
    /// A kind of finding.
    struct Rule {
        let id: String
        let summary: String
        let help: String
        /// A page about the rule.
        var page: String?
        /// `error`, `warning` or `note`.
        let level: String
    }

    let rules: [Rule]
    let results: [JSONValue]
    var properties: JSONObject = [:]

    /// The log.
    var object: JSONObject {
        let rules = rules.map { rule -> JSONValue in
            var object: JSONObject = [
                "id": .string(rule.id), "shortDescription": ["text": .string(rule.summary)],
                "help": ["text": .string(rule.help)],
            ]
            object["helpUri"] = rule.page.map(JSONValue.string)
            object["defaultConfiguration"] = ["level": .string(rule.level)]
            return .object(object)
        }
        let driver: JSONObject = [
            "name": "routedb", "version": .string(toolVersion), "rules": .array(rules),
        ]
        var run: JSONObject = ["tool": ["driver": .object(driver)], "columnKind": "utf16CodeUnits"]
        if !properties.members.isEmpty { run["properties"] = .object(properties) }
        run["results"] = .array(results)
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [.object(run)],
        ]
    }

    /// The path of a file as a relative or absolute URI.
    static func uri(ofPath path: String) -> JSONValue {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        return .string(pieces.map { String($0).percentEncoded }.joined(separator: "/"))
    }
}

/// The option for a file with findings.
struct SarifOption: ParsableArguments {
    @Option(
        name: .customLong("sarif"),
        help: ArgumentHelp(
            "Write the findings to this file as SARIF 2.1.0; '-' is standard output.",
            valueName: "file"),
        completion: .file())
    var path: String?

    /// True if the findings are written to standard output, in place of anything else.
    var isOutput: Bool { path == "-" }

    func validate() throws {
        if path == "" { throw ValidationError("The path after '--sarif' is empty.") }
    }

    /// Rejects another format beside findings on standard output.
    func validate(_ listing: ListingOptions, _ global: GlobalOptions) throws {
        guard isOutput, listing.isChosen(global) else { return }
        throw ValidationError("'--sarif -' cannot be combined with another output format.")
    }

    /// Writes the log of findings, if it was asked for.
    func write(_ log: @autoclosure () -> JSONObject, in context: CommandContext) throws {
        guard let path else { return }
        let line = log().description
        guard !isOutput else { return try context.output.writeLine(line) }
        try OutputFile.write(to: path, within: nil) { try $0.writeLine(line) }
    }
}
