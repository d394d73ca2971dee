import ArgumentParser
import RouteDB

/// Tries access rules on requests.
struct WhatIfCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if",
        abstract: "Show which decisions would change if rules were added.",
        discussion: """
            EXAMPLES:
              routedb acl what-if rule.json --requests requests.ndjson
              routedb acl what-if rule.json --requests - --fail-on-flip < requests.ndjson

            The rules are an object, in the form written by 'acl show --json' and 'export',
            or an array of such objects:

              {"route": "admin", "effect": "deny", "subject": {"role": "guest"},
               "conditions": ["context.ip network 10.0.0.0/8"]}

            The requests are one JSON object per line, with 'url' (or 'name') and
            optionally 'namespace', 'kind', 'principal', 'roles', 'claims', 'context',
            'defaults' and 'time' (default: now). Nothing is written.
            """)

    @Argument(
        help: ArgumentHelp("The file with the rules, or '-'.", valueName: "rules"),
        completion: .file())
    var rules: String

    @Option(
        help: ArgumentHelp("The file with the requests, or '-'.", valueName: "file"),
        completion: .file())
    var requests: String

    @Flag(
        name: .customLong("fail-on-flip"), help: "Exit with status 1 if any decision would change.")
    var failsOnFlip = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if rules == "-" && requests == "-" {
            throw ValidationError("Rules and requests cannot both be read from standard input.")
        }
    }

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let files = TrialFiles(rules: rules, requests: requests, context: context)
        let trial = try AccessTrial(of: try files.drafts(for: snapshot), in: snapshot)
        if trial.rules.contains(where: \.isShadow) {
            context.notify("note: a shadow rule changes no decision")
        }
        var flips: [FlipFacts] = []
        let count = try files.forEachRequest { line, request in
            if let flip = trial.flip(of: request) {
                flips.append(FlipFacts(line: line, flip: flip))
            }
        }
        if failsOnFlip && !flips.isEmpty { context.conclude(.no) }
        guard global.json else {
            for flip in flips { try context.output.writeLine(flip.text) }
            context.notify("\(flips.count) of \(count) \(count == 1 ? "request" : "requests") flip")
            return
        }
        let places = RulePlaces(snapshot)
        let object: JSONObject = [
            "schema": 1, "revision": .int(snapshot.revision), "requests": .int(Int64(count)),
            "rules": .array(
                trial.rules.map { .object(RuleFacts($0, in: places).object) }),
            "flips": .array(flips.map { .object($0.object) }),
        ]
        try context.output.writeLine(object.description)
    }
}
