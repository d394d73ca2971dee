import ArgumentParser
import RouteDB

/// Shows everything about an access rule.
struct RuleShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about an access rule.",
        discussion: """
            EXAMPLES:
              routedb acl show 3
              routedb acl show 3 --json | routedb acl what-if - --db staging.db \\
                --requests requests.ndjson
            """)

    @Argument(
        help: ArgumentHelp("The number of the rule.", valueName: "number"),
        transform: NumberArgument.read)
    var number: Int64

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let rule = try snapshot.accessRule(RuleID(rawValue: number))
        let facts = RuleFacts(rule, in: RulePlaces(snapshot))
        guard !form.isText else {
            for (title, text) in Self.lines(facts) {
                let padding = String(repeating: " ", count: max(1, 11 - title.utf8.count))
                try context.output.writeLine(title + padding + PlainText.shown(text))
            }
            return
        }
        let whole: JSONObject = [
            "schema": 1, "revision": .int(snapshot.revision), "rule": .object(facts.object),
        ]
        try form.write(whole, to: context.output)
    }

    private static func lines(_ facts: RuleFacts) -> [(String, String)] {
        var lines = [
            ("id", "\(facts.rule.id.rawValue)"), ("effect", facts.effect),
            ("subject", facts.subject), ("place", facts.place),
        ]
        lines += facts.rule.conditions.map { ("condition", $0.description) }
        if !facts.until.isEmpty { lines.append(("until", facts.until)) }
        lines.append(("shadow", facts.rule.isShadow ? "yes" : "no"))
        if let code = facts.rule.code { lines.append(("code", code)) }
        if let message = facts.rule.message { lines.append(("message", message)) }
        return lines
    }
}

/// Removes access rules.
struct RuleRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove access rules.",
        discussion: """
            EXAMPLES:
              routedb acl remove 3
              routedb acl remove 3 4 --yes --message 'The beta is over'

            Removes all of them in one revision, or none. Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @Argument(
        help: ArgumentHelp("The numbers of the rules.", valueName: "number"),
        transform: NumberArgument.read)
    var numbers: [Int64]

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let ids = numbers.map(RuleID.init)
        let registry = try await global.openForWriting(in: context)
        let snapshot = try await registry.snapshot()
        let remove: @Sendable (RegistryEditor) throws -> [RuleChange] = { editor in
            try ids.map { RuleChange(outcome: "removed", rule: try editor.removeRule($0)) }
        }
        if !write.dryRun && !confirmation.yes {
            let places = RulePlaces(snapshot)
            let plan = try await registry.edit(dryRun: true, remove)
            try confirmation.require(
                plan.value.map { "remove \(RuleFacts($0.rule, in: places).text)" }, in: context)
        }
        let result = try await registry.edit(write, source: "acl remove", in: context, remove)
        await registry.close()
        try RuleChange.write(result, in: snapshot, write, global, context)
    }
}
