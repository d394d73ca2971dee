public import ArgumentParser
package import RouteDB
import RouteDBTerminal

/// Adds a route.
struct AddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a route.",
        discussion: """
            EXAMPLES:
              routedb add 'myapp://user/{id:int}' --target user.profile --name user
              routedb add '/shop/:category(/page/{n:int})' --target shop.list --default n=1
              routedb add '/old/**' --target archive --priority -10 --on-duplicate replace
              routedb add 'myapp://user/<int:id>' --target page --syntax urlnavigator
              routedb add --name pay --target cart.pay --namespace cart --require sum:int
              routedb add '/user/{id}' --target User --plan '{"verb": "present"}'
              routedb add /sale --target sale --label owner=growth --note 'Until March'
              routedb add '/user/{id}' --redirect '/people/{id}' --status 308
              routedb add '/old/**' --gone
              routedb add /sale --target s --starts 2026-11-27 --ends 2026-11-30

            The pattern is written in the syntax of the namespace's profile, unless
            '--syntax' names another. Routes of different kinds may share a pattern.
            A redirect needs no target; it has 'redirect' or 'gone' unless you give one.
            A route without a pattern is a task, which can only be resolved by name.
            Adding an identical route again succeeds and prints 'unchanged'. If the
            scheme or host is bound to a namespace that does not fall back to the route's,
            no URL would reach the route; '--yes' adds it anyway.
            """)

    @Argument(help: "The URL pattern; quote it for the shell. Omit it for a task.")
    var pattern: String?

    @Option(
        help: PatternSyntax.help, completion: PatternSyntax.completion,
        transform: PatternSyntax.read)
    var syntax: PatternSyntax?

    @Option(help: "The target: the name of what the route leads to.")
    var target: String?

    @Option(help: "A name, unique within the namespace and group.")
    var name: String?

    @Option(help: "The group, a tag shared by several routes.", completion: NameCompletion.groups)
    var group: String?

    @Option(
        help: "The kind of requests that it takes, such as GET or 'view' (default: every kind).")
    var kind: String?

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @Option(parsing: .unconditional, help: "Routes with a higher priority match first.")
    var priority: Int32 = 0

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value: JSON if it parses as JSON, otherwise text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    @OptionGroup var extras: PlanOptions
    @OptionGroup var redirect: RedirectOptions
    @OptionGroup var description: LabelOptions

    @Option(
        help: ArgumentHelp(
            "When it begins to match: a time, such as '2026-01-31T09:30:00Z', or a time from now, '7d'.",
            valueName: "time"),
        transform: TimeArgument.readEnd)
    var starts: Timestamp?

    @Option(
        help: ArgumentHelp(
            "When it no longer matches: a time, or a time from now.", valueName: "time"),
        transform: TimeArgument.readEnd)
    var ends: Timestamp?

    @Flag(help: "Add the route disabled, so that it does not match.")
    var disabled = false

    @Option(
        name: .customLong("on-duplicate"),
        help: """
            What to do if the pattern, or the name of the task, already exists: skip, error, \
            replace or keep-both.
            """)
    var duplicateRule: DuplicateRule?

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if target == nil, redirect.redirect == nil {
            throw ValidationError("Missing expected argument '--target <target>'")
        }
        guard pattern == nil else { return }
        if name == nil {
            throw ValidationError(
                "Give a pattern, or '--name' for a task, which has no pattern.")
        }
        if syntax != nil { throw ValidationError("'--syntax' needs a pattern.") }
    }

    func run(in context: CommandContext) async throws {
        var draft = RouteDraft(
            pattern: pattern, syntax: syntax,
            target: target ?? redirect.redirect?.usualTarget ?? "",
            name: name, group: group, kind: kind,
            namespace: namespace, priority: priority, isEnabled: !disabled,
            defaults: DefaultAssignment.object(defaults))
        extras.add(to: &draft.requirements)
        draft.redirect = redirect.redirect
        draft.starts = starts
        draft.ends = ends
        description.set(&draft)
        draft.presentation = try extras.plan?.presentationOfRoute(in: context)
        let (route, rule) = (draft, duplicateRule)
        try await context.edit(
            write, global, source: "add", creating: true, confirming: confirmation
        ) { editor in
            let outcome = try editor.add(route, onDuplicate: rule)
            let stored = try editor.storedRoute(RouteReference(outcome.item))
            let before: [Route] =
                switch outcome {
                case .added, .replaced: []
                case .unchanged, .skipped: [stored]
                }
            return try CommandEdit(
                [ItemChange(outcome, in: editor)], from: before, to: [stored], in: editor)
        }
    }
}

extension DuplicateRule: ExpressibleByArgument {}
