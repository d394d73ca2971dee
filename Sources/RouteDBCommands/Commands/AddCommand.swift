public import ArgumentParser
public import RouteDB

/// Adds a route.
struct AddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a route.",
        discussion: """
            EXAMPLES:
              routedb add 'myapp://user/{id:int}' --target user.profile --name user
              routedb add '/shop/:category(/page/{n:int})' --target shop.list --default n=1
              routedb add '/old/**' --target gone --priority -10 --on-duplicate replace
              routedb add 'myapp://user/<int:id>' --target page --syntax urlnavigator
              routedb add --name pay --target cart.pay --namespace cart --require sum:int
              routedb add '/user/{id}' --target User --plan '{"verb": "present"}'

            The text is in the language of the namespace's profile, unless '--syntax' names
            another. Routes of different kinds may have one pattern.
            Without a pattern the route is a task, which is asked for by its name alone.
            Adding what is there already changes nothing, says so, and succeeds.
            """)

    @Argument(help: "The URL pattern; quote it for the shell. A task, by its '--name', has none.")
    var pattern: String?

    @Option(
        help: PatternSyntax.help, completion: PatternSyntax.completion,
        transform: PatternSyntax.read)
    var syntax: PatternSyntax?

    @Option(help: "The name of what the route leads to.")
    var target: String

    @Option(help: "A name, unique in the namespace and group.")
    var name: String?

    @Option(help: "A group, a tag that routes share.", completion: NameCompletion.groups)
    var group: String?

    @Option(help: "The kind of thing that the target is, such as 'view' or 'handler'.")
    var kind: String?

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = Namespace.defaultName

    @Option(parsing: .unconditional, help: "Higher ones match first.")
    var priority: Int32 = 0

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value; JSON is taken as such, all else as text.", valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    @OptionGroup var extras: PlanOptions

    @Flag(help: "Keep the route out of matching for now.")
    var disabled = false

    @Option(
        name: .customLong("on-duplicate"),
        help: """
            If the namespace has the pattern, or a task of the name: skip, error, replace or \
            keep-both.
            """)
    var duplicateRule: DuplicateRule?

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard pattern == nil else { return }
        if name == nil {
            throw ValidationError(
                "Give a pattern, or the '--name' of a task, which is asked for by that alone.")
        }
        if syntax != nil { throw ValidationError("'--syntax' is of a pattern: give one.") }
    }

    func run(in context: CommandContext) async throws {
        var draft = RouteDraft(
            pattern: pattern, syntax: syntax, target: target, name: name, group: group, kind: kind,
            namespace: namespace, priority: priority, isEnabled: !disabled,
            defaults: DefaultAssignment.object(defaults))
        extras.add(to: &draft.requirements)
        draft.presentation = try extras.plan?.presentationOfRoute(in: context)
        let (route, rule) = (draft, duplicateRule)
        let registry = try await global.openForAdding(write, in: context)
        let result = try await registry.edit(write, source: "add", in: context) { editor in
            [try RouteChange(try editor.add(route, onDuplicate: rule), in: editor)]
        }
        await registry.close()
        try result.write(write, global, in: context)
    }
}

extension DuplicateRule: ExpressibleByArgument {}
