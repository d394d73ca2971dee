import ArgumentParser
import RouteDB

/// Changes fields of a route.
struct ReplaceCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace",
        abstract: "Change fields of a route.",
        discussion: """
            EXAMPLES:
              routedb replace user 'myapp://users/{id:int}'
              routedb replace '#12' --target user.page --priority 5
              routedb replace user --default tab=posts --unset-default page
              routedb replace user --plan user.json --require id:int
              routedb replace user --unplan --unrequire id
              routedb replace user --redirect '/people/{id}' --status 301
              routedb replace user --label tier=1 --unlabel owner --unnote

            Refer to a route by '#id', 'name', 'group/name' or its pattern, optionally
            prefixed with 'namespace:'. The route keeps its id, its place in the order and
            every field that you do not give. A new pattern begins with '/' or a scheme,
            and is in the syntax of the namespace's profile, unless '--syntax' names
            another. To change several routes, run the command once for each.
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @Argument(help: "The new pattern.")
    var pattern: String?

    @Flag(help: "Remove the pattern, which makes the route a task.")
    var unpattern = false

    @Option(
        help: PatternSyntax.help, completion: PatternSyntax.completion,
        transform: PatternSyntax.read)
    var syntax: PatternSyntax?

    @Option(help: "The new target.")
    var target: String?

    @Option(help: "The new name.")
    var name: String?

    @Flag(help: "Remove the name.")
    var unname = false

    @Option(help: "The new group.", completion: NameCompletion.groups)
    var group: String?

    @Flag(help: "Remove the group.")
    var ungroup = false

    @Option(help: "The new kind.")
    var kind: String?

    @Flag(help: "Remove the kind.")
    var unkind = false

    @Option(help: "The namespace to move the route to.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(parsing: .unconditional, help: "The new priority.")
    var priority: Int32?

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("A default value to set.", valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    @Option(
        name: .customLong("unset-default"),
        help: ArgumentHelp("The key of a default value to remove.", valueName: "key"))
    var unsetDefaults: [String] = []

    @OptionGroup var extras: PlanOptions

    @Option(
        name: .customLong("unrequire"),
        help: ArgumentHelp("The key of a value that is no longer required.", valueName: "key"))
    var unrequired: [String] = []

    @Flag(help: "Remove the plan.")
    var unplan = false

    @OptionGroup var redirect: RedirectOptions

    @Flag(help: "Remove the redirect.")
    var unredirect = false

    @OptionGroup var description: LabelOptions

    @Option(
        name: .customLong("unlabel"),
        help: ArgumentHelp("The key of a label to remove.", valueName: "key"))
    var unlabelled: [String] = []

    @Flag(help: "Remove the note.")
    var unnote = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if name != nil && unname {
            throw ValidationError("Use only one of '--name' and '--unname'.")
        }
        if group != nil && ungroup {
            throw ValidationError("Use only one of '--group' and '--ungroup'.")
        }
        if kind != nil && unkind {
            throw ValidationError("Use only one of '--kind' and '--unkind'.")
        }
        if unpattern && (pattern != nil || syntax != nil) {
            throw ValidationError("Choose one of a new pattern and '--unpattern'.")
        }
        if extras.plan != nil && unplan {
            throw ValidationError("Use only one of '--plan' and '--unplan'.")
        }
        if description.note != nil && unnote {
            throw ValidationError("Use only one of '--note' and '--unnote'.")
        }
        if !redirect.isEmpty && unredirect {
            throw ValidationError("Use only one of '--redirect' and '--unredirect'.")
        }
        let isEmpty =
            redirect.isEmpty && !unredirect && description.isEmpty && unlabelled.isEmpty && !unnote
            && extras.isEmpty && unrequired.isEmpty && !unplan && !unpattern
            && pattern == nil && syntax == nil && kind == nil && !unkind && target == nil
            && name == nil && !unname && group == nil && !ungroup
            && namespace == nil && priority == nil && defaults.isEmpty && unsetDefaults.isEmpty
        if isEmpty { throw ValidationError("Nothing to change: give a new pattern or an option.") }
    }

    /// Refuses a route in the place of the new pattern, meant as a second one to change.
    private func requirePattern() throws(CommandFailure) {
        guard let pattern, !pattern.isEmpty, !pattern.contains(where: Self.marks.contains) else {
            return
        }
        if case .pattern = RouteReference(pattern).key { return }
        throw .usage(
            "'\(pattern)' reads as a route, not as the new pattern of '\(route)'.",
            hint: "A new pattern begins with '/' or a scheme. 'replace' changes one route:"
                + " run it once for each of several.")
    }

    /// The characters that only patterns have.
    private static let marks: Set<Character> = ["{", "<", "*", "(", "?"]

    func run(in context: CommandContext) async throws {
        try requirePattern()
        let change = try change(in: context)
        let reference = RouteReference(route)
        try await context.edit(write, global, source: "replace") { editor in
            var draft = try editor.draft(of: reference)
            change(&draft)
            let before = try editor.storedRoute(reference)
            let outcome = try editor.replace(reference, with: draft)
            return try CommandEdit(
                [ItemChange(outcome, in: editor)], from: [before],
                to: [editor.storedRoute(RouteReference(outcome.item))], in: editor)
        }
    }

    /// Returns the change that the options describe.
    private func change(
        in context: CommandContext
    ) throws -> @Sendable (inout RouteDraft) -> Void {
        let (extras, unrequired, unplan, unpattern) = (extras, unrequired, unplan, unpattern)
        let presentation = try extras.plan?.presentationOfRoute(in: context)
        let (pattern, target, name, group) = (pattern, target, name, group)
        let (syntax, kind, unkind) = (syntax, kind, unkind)
        let (unname, ungroup, namespace, priority) = (unname, ungroup, namespace, priority)
        let (defaults, unsetDefaults) = (defaults, unsetDefaults)
        let (labels, note) = (description.labels, unnote ? nil : description.note)
        let (unlabelled, unnote) = (unlabelled, unnote)
        let (redirect, unredirect) = (redirect, unredirect)
        return { draft in
            if pattern != nil || syntax != nil || unpattern { draft.syntax = syntax }
            draft.pattern = unpattern ? nil : pattern ?? draft.pattern
            draft.target = target ?? draft.target
            draft.name = unname ? nil : name ?? draft.name
            draft.group = ungroup ? nil : group ?? draft.group
            draft.kind = unkind ? nil : kind ?? draft.kind
            draft.namespace = namespace ?? draft.namespace
            draft.priority = priority ?? draft.priority
            for key in unsetDefaults { draft.defaults[key] = nil }
            for assignment in defaults { draft.defaults[assignment.key] = assignment.value }
            draft.requirements.removeAll { old in
                unrequired.contains { $0.utf8.elementsEqual(old.key.utf8) }
            }
            extras.add(to: &draft.requirements)
            draft.presentation = unplan ? nil : presentation ?? draft.presentation
            draft.redirect = unredirect ? nil : redirect.redirect(replacing: draft.redirect)
            for key in unlabelled { draft.labels[key] = nil }
            for label in labels { draft.labels[label.key] = label.value }
            draft.note = unnote ? nil : note ?? draft.note
        }
    }
}
