import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// The output for a request whose access decision rules would change.
struct FlipOutput: Sendable {
    /// The line of the request in the file.
    let line: Int
    let change: AccessTrial.Change

    private var request: ResolutionRequest { change.after.request }

    /// The change as JSON.
    var object: JSONObject {
        [
            "line": .int(Int64(line)),
            "url": request.routeName == nil ? .string(request.url) : .null,
            "name": request.routeName.map(JSONValue.string) ?? .null,
            "principal": request.principal.map { .string($0.id) } ?? .null,
            "route": change.after.foundRoute.map { .int($0.id.rawValue) } ?? .null,
            "from": .object(change.before.access.json), "to": .object(change.after.access.json),
            "rules": .array(change.rules.map { .int($0.rawValue) }),
        ]
    }

    /// The URL or the name that was asked for.
    private var subject: String { request.routeName ?? request.url }

    static let listing = Listing<FlipOutput>(
        "flips",
        columns: [
            .init("line") { "\($0.line)" },
            .init("before") { $0.change.before.access.verdict.rawValue },
            .init("after") { $0.change.after.access.verdict.rawValue },
            .init("request") { $0.subject },
            .init("principal") { $0.request.principal?.id ?? "(anonymous)" },
            .init("rules") { $0.change.rules.map { "\($0.rawValue)" }.joined(separator: " ") },
        ], object: { $0.object })
}

/// Tests access rules on requests before they are added.
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

            Exits with status 1 with '--fail-on-flip' if any decision would change, and
            with 2 if fewer requests than '--min-requests' match a route.

            TSV fields: line of the request, decision before, decision after, URL or name,
            principal, rules.
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

    @Option(
        name: .customLong("min-requests"),
        help: ArgumentHelp(
            """
            Exit with status 2 if fewer requests match a route (default: 1 with \
            '--fail-on-flip', else 0).
            """, valueName: "number"))
    var minimumRequests: Int?

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if rules == "-" && requests == "-" {
            throw ValidationError("Rules and requests cannot both be read from standard input.")
        }
        if let minimumRequests, minimumRequests < 0 {
            throw ValidationError("'--min-requests' cannot be negative.")
        }
    }

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context)
        let snapshot = list.snapshot
        let files = TrialFiles(rules: rules, requests: requests, context: context)
        let drafts = try files.drafts(for: snapshot)
        let trial = try AccessTrial(of: drafts, in: snapshot)
        if trial.rules.contains(where: \.isShadow) {
            context.printNote("note: a shadow rule changes no decision")
        }
        var flips: [FlipOutput] = []
        var decided = 0
        let count = try files.forEachRequest { line, request in
            let outcome = trial.outcome(of: request)
            if outcome.isDecided { decided += 1 }
            if let change = outcome.change { flips.append(FlipOutput(line: line, change: change)) }
        }
        try report(flips, of: trial, requests: count, to: list)
        try requireEvidence(rules: drafts.count, decided: decided, requests: count)
    }

    /// Throws if too little was tested: a decision that was not made did not prove anything.
    private func requireEvidence(rules: Int, decided: Int, requests: Int) throws {
        let minimum = minimumRequests ?? (failsOnFlip ? 1 : 0)
        let hint = "Use '--min-requests 0' to pass anyway."
        guard minimum > 0 else { return }
        guard rules > 0 else {
            throw CommandFailure("noRules", "There are no rules to try.", hint: hint)
        }
        guard decided < minimum else { return }
        throw CommandFailure(
            "tooFewRequests",
            "\(decided) of \(NumberText.counted(requests, "request matches", "requests match")) a"
                + " route, fewer than \(minimum): too few to tell"
                + " what the rules would change.", hint: hint)
    }

    private func report(
        _ flips: [FlipOutput], of trial: AccessTrial, requests count: Int, to list: RevisionList
    ) throws {
        if failsOnFlip && !flips.isEmpty { list.context.setExitStatus(.no) }
        let places = SnapshotNames(list.snapshot)
        let head: JSONObject = [
            "requests": .int(Int64(count)),
            "rules": .array(trial.rules.map { .object(RuleOutput($0, in: places).object) }),
        ]
        try list.write(FlipOutput.listing.rows(flips), head: head)
        guard list.format == .table || list.format == .plain else { return }
        let requests = NumberText.counted(count, "request flips", "requests flip")
        list.context.printNote("\(flips.count) of \(requests)")
    }
}

/// Converts JSON objects to requests.
struct JSONRequestParser {
    /// The time of requests that do not contain one.
    let time: Timestamp

    /// Returns the request of an object.
    func request(_ members: JSONReader<JSONText>) throws(InputProblem) -> ResolutionRequest {
        var request = try members.read(ResolutionRequest.init(json:))
        request.time = request.time ?? time
        return request
    }

    /// Returns the unknown keys of an object.
    func ignoredKeys(_ members: JSONReader<JSONText>) -> [String] {
        members.object.members.map(\.key).filter { !ResolutionRequest.jsonKeys.contains($0) }
    }
}

/// The rules and requests of a trial, read from files.
struct TrialFiles {
    /// The path of the file with the rules, or `-`.
    let rules: String
    /// The path of the file with the requests, or `-`.
    let requests: String
    let context: CommandContext

    /// Reads the rules, and checks each against a snapshot.
    func drafts(for snapshot: RegistrySnapshot) throws -> [RuleDraft] {
        try context.reading(rules) { reader throws(InputProblem) in
            let text = try JSONText(try reader.rest(limit: InputLimits.smallDocument), firstLine: 1)
            let entries: [(JSONValue, [JSONStep])]
            switch text.value {
            case .array(let values):
                entries = values.enumerated().map { ($1, [.index($0)]) }
            case .object(let object) where object["effect"] == nil && object["rule"] != nil:
                entries = [(object["rule"] ?? .null, [.key("rule")])]
            default: entries = [(text.value, [])]
            }
            var drafts: [RuleDraft] = []
            let parser = JSONRuleParser()
            for (value, path) in entries {
                let members = try JSONReader(value, at: path, of: text)
                if case .int? = members.value("route") {
                    throw members.problem(
                        "route", "A route is not referred to by a number.",
                        hint: "Write its name, or '#' and its id.")
                }
                let draft = try parser.draft(members, in: try parser.place(members))
                do throws(RouteDBError) {
                    _ = try snapshot.rule(RuleID(rawValue: 1), of: draft)
                } catch {
                    throw InputProblem(error, at: members.place(of: nil), hint: error.hint)
                }
                drafts.append(draft)
            }
            return drafts
        }
    }

    /// Calls a closure with each request and its line number.
    func forEachRequest(_ body: (Int, ResolutionRequest) -> Void) throws -> Int {
        let parser = JSONRequestParser(time: context.now())
        var ignored: [String] = []
        let count = try context.forEachObject(of: requests) { line, members throws(InputProblem) in
            body(line, try parser.request(members))
            for key in parser.ignoredKeys(members)
            where ignored.count < IgnoredFields.limit && !ignored.contains(key) {
                ignored.append(key)
            }
        }
        note(ignored)
        return count
    }

    private func note(_ ignored: [String]) {
        guard !ignored.isEmpty else { return }
        let names = ignored.map { "'\($0)'" }.joined(separator: ", ")
        context.printNote("note: ignored \(PlainText.shown(names))")
    }
}
