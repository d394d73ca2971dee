import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Sets fields of routes.
struct SetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set fields of routes.",
        discussion: """
            EXAMPLES:
              routedb set user target=user.page priority=5
              routedb set '#12' 'pattern=myapp://users/{id:int}'
              routedb set user defaults.tab=posts defaults.page= requires.id=int
              routedb set user plan=user.json labels.owner=growth 'note=Until March'
              routedb set user redirect='/people/{id}' status=308
              routedb set namespace=web group=old --group legacy --yes

            Refer to a route by '#id', 'name', 'group/name' or its pattern, optionally
            prefixed with 'namespace:'. It keeps its id, its place in the order and every
            field that you do not give. All of the routes are changed in one revision, or
            none. Without routes, the options select them as those of 'routedb list' do;
            the command lists them and asks for confirmation on a terminal; elsewhere
            '--yes' is required.

            The fields are \(RouteAssignment.names[..<6].joined(separator: ", ")),
            \(RouteAssignment.names[6..<14].joined(separator: ", ")),
            \(RouteAssignment.names[14...].joined(separator: ", ")).
            'FIELD=' removes a value: 'pattern=' makes the route a task. Default values,
            requirements and labels are also set one by one: 'defaults.KEY=VALUE',
            'requires.KEY=TYPE' and 'labels.KEY=VALUE'. A plan is JSON, a file, or '-' for
            standard input. A pattern is in the syntax of the namespace's profile, unless
            'syntax=NAME' names another. The status 410 says that what was there is gone.
            """)

    /// The name of the arguments in the help.
    static let words = "route|field=value"

    @Argument(
        help: ArgumentHelp(
            "The routes, and the fields with their new values.", valueName: words),
        completion: NameCompletion.routes, transform: Word.init)
    var words: [Word] = []

    @OptionGroup var conditions: RouteFilterOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    /// An argument: a route, or a field with its new value.
    enum Word: Hashable, Sendable {
        case route(String)
        case assignment(RouteAssignment)

        init(_ text: String) throws {
            guard RouteAssignment.isWritten(in: text) else {
                self = .route(text)
                return
            }
            do {
                self = .assignment(try RouteAssignment(text))
            } catch {
                throw ValidationError("\(error.message) \(error.hint ?? "")")
            }
        }
    }

    private var routes: [String] {
        words.compactMap { if case .route(let text) = $0 { text } else { nil } }
    }

    private var assignments: [RouteAssignment] {
        words.compactMap { if case .assignment(let value) = $0 { value } else { nil } }
    }

    func validate() throws {
        if assignments.isEmpty {
            throw ValidationError(
                "Give a field with its new value, such as 'priority=5' or 'pattern=/new'.")
        }
        if routes.isEmpty && conditions.filter.isEmpty {
            throw ValidationError(
                "Name routes, or select them with options such as '--group' or '--target'.")
        }
        if !routes.isEmpty && !conditions.filter.isEmpty {
            throw ValidationError(
                "Name routes or select them with options, not both. A field to set has no"
                    + " dashes: 'target=shop'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let assignments = try assignments.map { try $0.withPlan(in: context) }
        let selection: RouteSelection =
            routes.isEmpty
            ? .matching(conditions.filter) : .named(routes.map { RouteReference($0) })
        try await context.edit(write, global, source: "set", confirming: confirmation) { editor in
            let result = try editor.set(assignments, of: selection)
            var edit = try CommandEdit(
                result.changes, from: result.before, to: result.after, in: editor)
            edit.question = nil
            edit.notes += result.moves.map(\.note)
            return edit.asking(to: "set", ifSelecting: selection)
        }
    }
}

extension RouteAssignment {
    /// Returns the assignment with the plan that its value names a file of.
    fileprivate func withPlan(in context: CommandContext) throws -> RouteAssignment {
        guard let plan = planFile else { return self }
        let presentation = try PlanArgument(plan).presentationOfRoute(in: context)
        return with(.object(presentation.json))
    }
}
