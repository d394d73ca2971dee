import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Adds an allow rule.
struct AllowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allow requests to reach routes, and close the routes to all others.",
        discussion: """
            EXAMPLES:
              routedb acl allow admin --role admin
              routedb acl allow --namespace web --authenticated
              routedb acl allow --group shop:beta --when 'principal percent 20 salt beta'
              routedb acl allow admin --role admin --when 'context.ip network 10.0.0.0/8'

            \(RuleOptions.discussion)
            """)

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.allow, in: try scope.requirePlace())
        try await draft.add(source: "acl allow", write, global, in: context)
    }
}

/// Adds a deny rule.
struct DenyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny requests access to routes.",
        discussion: """
            EXAMPLES:
              routedb acl deny admin --anonymous --code login-needed
              routedb acl deny --namespace web --principal mallory --reason-message 'Abuse'
              routedb acl deny user --when 'param.id in 13,666' --shadow
              routedb acl deny --group sale --when 'time period ..2026-11-27T08:00:00Z'

            \(RuleOptions.discussion)
            """)

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.deny, in: try scope.requirePlace())
        try await draft.add(source: "acl deny", write, global, in: context)
    }
}

/// Adds a challenge rule.
struct ChallengeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Send requests for routes to another target first.",
        discussion: """
            EXAMPLES:
              routedb acl challenge account --anonymous --target login
              routedb acl challenge --group shop:adult --claim checked=false --target age

            \(RuleOptions.discussion)
            """)

    @Option(help: "The target to visit first.")
    var target: String

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.challenge(target), in: try scope.requirePlace())
        try await draft.add(source: "acl challenge", write, global, in: context)
    }
}

/// The options for what a new access rule covers.
struct RuleScopeOptions: ParsableArguments {
    @Argument(help: "The route that the rule covers.", completion: NameCompletion.routes)
    var route: String?

    @Option(help: "Cover all routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "Cover all routes in this group, in '--namespace' (default: 'default').",
            valueName: GroupArgument.valueName),
        completion: NameCompletion.groups)
    var group: GroupArgument?

    /// Returns the place; throws if none was given.
    func requirePlace() throws -> DefaultPlace {
        switch (route, namespace, group) {
        case (let route?, nil, nil): return .route(RouteReference(route))
        case (_?, _, _):
            throw CommandFailure.usage(
                "A route cannot be combined with '--namespace' or '--group'.")
        case (nil, let namespace, let group?): return try group.place(in: namespace)
        case (nil, let namespace?, nil): return .namespace(namespace)
        case (nil, nil, nil):
            throw CommandFailure.usage(
                "The rule has no scope.",
                hint: "Add a route, '--group [NAMESPACE:]GROUP' or '--namespace NAME'.")
        }
    }
}

/// The options for the subject, conditions and further fields of a new access rule.
struct RuleOptions: ParsableArguments {
    static let discussion = """
        Without an option for the subject ('--anyone' to '--claim'), the rule applies
        to everyone. Every '--when' condition must hold. If the request lacks the
        attribute, the condition fails in an allow rule, and holds in any other. A
        condition is 'ATTRIBUTE TEST', with the attributes param.NAME, query.NAME,
        context.NAME, principal and time, and the tests

          = VALUE               in VALUE,VALUE        prefix TEXT
          range 1..9            version 2.1..3        percent 20 salt TEXT
          network 10.0.0.0/8    period 2026-01-01..   window mon-fri 09:00-17:00 ZONE
        """

    @Flag(help: "Apply to everyone.")
    var anyone = false

    @Flag(help: "Apply to requests without a principal.")
    var anonymous = false

    @Flag(help: "Apply to requests with a principal.")
    var authenticated = false

    @Option(help: ArgumentHelp("Apply to the principal with this id.", valueName: "id"))
    var principal: String?

    @Option(help: ArgumentHelp("Apply to principals with this role.", valueName: "name"))
    var role: String?

    @Option(
        help: ArgumentHelp(
            """
            Apply to principals with this claim, and with this value if you give one: JSON if it \
            parses as JSON, otherwise text.
            """, valueName: "name[=value]"))
    var claim: String?

    @Option(
        name: .customLong("when"),
        help: ArgumentHelp(
            "A condition that must hold; may be repeated.", valueName: "condition"))
    var conditions: [String] = []

    @Flag(help: "Evaluate and report the rule without enforcing it.")
    var shadow = false

    @Option(
        help: ArgumentHelp(
            "When the rule expires: a time, such as '2026-01-31T09:30:00Z', or a time from now, '7d'.",
            valueName: "time"),
        transform: TimeArgument.readEnd)
    var until: Timestamp?

    @Option(help: ArgumentHelp("A code for programs.", valueName: "text"))
    var code: String?

    @Option(
        name: .customLong("reason-message"),
        help: ArgumentHelp("A message for people.", valueName: "text"))
    var reasonMessage: String?

    func validate() throws {
        let count = [
            anyone, anonymous, authenticated, principal != nil, role != nil, claim != nil,
        ].count { $0 }
        guard count < 2 else {
            throw ValidationError(
                "A rule has one subject: '--anyone', '--anonymous', '--authenticated', '--principal',"
                    + " '--role' and '--claim': add a rule for each.")
        }
    }

    private var subject: AccessRule.Subject {
        if anonymous { return .anonymous }
        if authenticated { return .authenticated }
        if let principal { return .principal(principal) }
        if let role { return .role(role) }
        guard let claim else { return .anyone }
        guard let equals = claim.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return .claim(claim, nil)
        }
        let written = String(claim[claim.utf8.index(after: equals)...])
        return .claim(String(claim[..<equals]), JSONValue(written: written))
    }

    /// Returns the rule that the options describe.
    func draft(
        _ effect: AccessRule.Effect, in place: DefaultPlace
    ) throws -> RuleDraft {
        var conditions: [AccessRule.Condition] = []
        for text in self.conditions {
            do {
                conditions.append(try AccessRule.Condition(text))
            } catch {
                throw RouteDBError(
                    .invalidRule, "\(text.excerpt) is not a valid condition: \(error.message)",
                    hint: error.hint, underlying: error)
            }
        }
        return RuleDraft(
            effect, in: place, for: subject, conditions: conditions, isShadow: shadow,
            until: until, code: code, message: reasonMessage)
    }
}
