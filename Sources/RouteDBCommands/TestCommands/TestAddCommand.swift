import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Stores a case.
struct TestAddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Store a route test in the registry.",
        discussion: """
            EXAMPLES:
              routedb test add 'myapp://user/42' --case 'a user'
              routedb test add 'myapp://user/x' --outcome unmatched
              routedb test add 'myapp://admin' --as eve --decision deny --code staff-only
              routedb test add 'myapp://user/42' --route user --value id=42
              routedb test add '/user/42' --redirect '/people/42' --status 301
              routedb test add '/user/42' --destination '/people/42'

            Without an expectation, the current result is expected, with the redirect and
            where it leads in the end. An identical case is left unchanged; '--replace'
            replaces a different case of the same name.
            """)

    @OptionGroup var subject: RequestArgument

    @Option(
        name: .customLong("case"), help: ArgumentHelp("The name of the case.", valueName: "name"))
    var caseName: String?

    @OptionGroup var options: RequestOptions

    @Option(help: "Expect this outcome: matched, unmatched, denied, challenged, invalid.")
    var outcome: String?

    @Option(
        help: ArgumentHelp("Expect this route: a name, a pattern or an id.", valueName: "route"),
        completion: NameCompletion.routes)
    var route: String?

    @Option(help: "Expect this target.")
    var target: String?

    @Option(
        name: .customLong("value"),
        help: ArgumentHelp(
            "Expect this value: JSON if it parses as JSON, otherwise text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var values: [DefaultAssignment] = []

    @Option(help: "Expect this access verdict: allow, deny or challenge.")
    var decision: String?

    @Option(help: "Expect the access decision to have this code.")
    var code: String?

    @Option(help: ArgumentHelp("Expect a redirect to this URL.", valueName: "url"))
    var redirect: String?

    @Option(
        help: ArgumentHelp(
            "Expect a redirect with this status; 410 for what is gone.", valueName: "number"))
    var status: Int64?

    @Option(
        help: ArgumentHelp("Expect redirects to end at this URL.", valueName: "url"))
    var destination: String?

    @Flag(help: "Replace the case of the same name.")
    var replace = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard let expected else { return }
        do {
            _ = try RouteTestCase(json: ["url": "", "expect": .object(expected)])
        } catch {
            let hint = error.hint.map { " " + $0 } ?? ""
            throw ValidationError(error.message + hint)
        }
    }

    /// The expectations; `nil` to expect the current answer of the registry.
    private var expected: JSONObject? {
        let texts = [
            ("outcome", outcome), ("route", route), ("target", target), ("decision", decision),
            ("code", code),
        ]
        var expected: JSONObject = [:]
        for (key, text) in texts { expected[key] = text.map(JSONValue.string) }
        if !values.isEmpty { expected["values"] = .object(DefaultAssignment.object(values)) }
        var redirected: JSONObject = [:]
        redirected["to"] = redirect.map(JSONValue.string)
        redirected["status"] = status.map(JSONValue.int)
        if !redirected.members.isEmpty { expected["redirect"] = .object(redirected) }
        if let destination { expected["destination"] = ["url": .string(destination)] }
        return expected.members.isEmpty ? nil : expected
    }

    func run(in context: CommandContext) async throws {
        let now = context.now()
        var request = options.completed(subject.request, in: context)
        // A case without a time is resolved at the time of each run.
        request.time = options.caller.time
        let (asked, name, replace) = (request, caseName, replace)
        let given = try testCase(request)
        try await context.edit(write, global, source: "test add") { editor in
            let content =
                try given
                ?? RouteTestRun(editor.snapshot(), time: now)
                .recorded(asked, name: name)
            let tested = TestedCase(content: content, label: content.name ?? "the case")
            return CommandEdit("cases", [try tested.store(with: editor, replacing: replace)])
        }
    }

    /// The case with the given expectations; `nil` without any.
    private func testCase(_ request: ResolutionRequest) throws -> RouteTestCase? {
        guard let expected else { return nil }
        var object = request.json
        object["case"] = caseName.map(JSONValue.string)
        object["expect"] = .object(expected)
        do {
            return try RouteTestCase(json: object)
        } catch {
            throw CommandFailure("invalidCase", error.message, hint: error.hint)
        }
    }
}
