import ArgumentParser
import RouteDB

/// Sets fields of routes.
struct SetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set fields of a route, or of all routes that options select.",
        discussion: """
            EXAMPLES:
              routedb set priority=5 --route '#12'
              routedb set target=shop.items --target shop.list --dry-run
              routedb set namespace=web group=old --group legacy --yes
              routedb set labels.owner=growth labels.tier= --namespace web

            The fields are \(RouteAssignment.names.prefix(6).joined(separator: ", ")),
            \(RouteAssignment.names.dropFirst(6).joined(separator: ", ")). 'FIELD='
            removes a value. Default values, requirements and labels are also set one by
            one: 'defaults.KEY=VALUE', 'requires.KEY=TYPE' and 'labels.KEY=VALUE'. To
            change a pattern, use 'routedb replace'.

            The options select routes as those of 'routedb list' do. All of the routes are
            changed in one revision, or none. Without '--route' the command lists them and
            asks for confirmation on a terminal; elsewhere '--yes' is required.
            """)

    @Argument(
        help: ArgumentHelp("The fields, with their new values.", valueName: "field=value"),
        transform: SetCommand.read)
    var assignments: [RouteAssignment]

    @Option(help: "Change this route.", completion: NameCompletion.routes)
    var route: String?

    @OptionGroup var conditions: RouteFilterOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if route == nil && conditions.filter.isEmpty {
            throw ValidationError(
                "Give '--route', or select routes with options such as '--group' or '--target'.")
        }
        if route != nil && !conditions.filter.isEmpty {
            throw ValidationError("Give '--route' or options that select routes, not both.")
        }
    }

    private static func read(_ text: String) throws -> RouteAssignment {
        do {
            return try RouteAssignment(text)
        } catch {
            throw ValidationError("\(error.message) \(error.hint ?? "")")
        }
    }

    func run(in context: CommandContext) async throws {
        let assignments = assignments
        let selection: RouteSelection =
            route.map { .named([RouteReference($0)]) } ?? .matching(conditions.filter)
        try await context.edit(write, global, source: "set", confirming: confirmation) { editor in
            let result = try editor.set(assignments, of: selection)
            var edit = try CommandEdit(
                result.changes, from: result.before, to: result.after, in: editor)
            edit.question = nil
            return edit.asking(to: "set", ifSelecting: selection)
        }
    }
}
