import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for default values.
struct DefaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Set, unset and list default values.",
        discussion: """
            EXAMPLES:
              routedb default set lang=en --namespace default
              routedb default set tab=posts --route user
              routedb default list --route user

            The default value of a route overrides that of its group, which overrides that
            of the namespace.
            """,
        subcommands: [
            DefaultSetCommand.self, DefaultUnsetCommand.self, DefaultListCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The options for what default values apply to.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Apply to all routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "Apply to all routes in this group, in '--namespace' (default: 'default').",
            valueName: GroupArgument.valueName),
        completion: NameCompletion.groups)
    var group: GroupArgument?

    @Option(help: "Apply to one route.", completion: NameCompletion.routes)
    var route: String?

    func validate() throws {
        if route != nil && (namespace != nil || group != nil) {
            throw ValidationError("'--route' cannot be combined with '--namespace' or '--group'.")
        }
        _ = try group?.place(in: namespace)
    }

    /// The place; `nil` if none was given.
    var place: DefaultPlace? {
        if let route { return .route(RouteReference(route)) }
        if let group { return try? group.place(in: namespace) }
        return namespace.map(DefaultPlace.namespace)
    }

    /// Returns the place; throws if none was given.
    func requirePlace() throws(CommandFailure) -> DefaultPlace {
        if let place { return place }
        throw .usage(
            "The default value has no scope.",
            hint: "Add '--namespace NAME', '--group [NAMESPACE:]GROUP' or '--route ROUTE'.")
    }
}

/// Lists default values.
struct DefaultListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List default values, with their origin.",
        discussion: """
            EXAMPLES:
              routedb default list
              routedb default list --group web:shop
              routedb default list --route user --json

            '--route' lists all values that apply to the route, whatever their origin. TSV
            fields: key, value, origin.
            """)

    @OptionGroup var place: PlaceOptions
    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.openItems(and: place.place, global, in: context)
        let snapshot = list.snapshot
        let facts: [DefaultOutput]
        switch place.place {
        case nil: facts = snapshot.defaultFacts()
        case .route(let reference)?:
            facts = snapshot.defaultFacts(for: try snapshot.route(reference))
        case .namespace(let name)?:
            facts = snapshot.defaultFacts().filter { $0.namespace == name && $0.route == nil }
        case .group(let name, let group)?:
            facts = snapshot.defaultFacts().filter { $0.namespace == name && $0.group == group }
        }
        try list.write(
            Self.listing.rows(facts),
            whenEmpty: EmptyListNote(
                noun: ("default value", "default values"), total: snapshot.defaultFacts().count,
                command: "routedb default set"))
    }

    private static let listing = Listing<DefaultOutput>(
        "defaults",
        columns: [
            .init("key") { $0.key }, .init("value") { $0.value.description },
            .init("origin") { $0.place },
        ], object: { $0.object })
}

/// Sets default values.
struct DefaultSetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set default values.",
        discussion: """
            EXAMPLES:
              routedb default set lang=en --namespace default
              routedb default set page=1 tags='["a","b"]' --group web:shop
              routedb default set code='"007"' --route user

            A value that is valid JSON is stored as JSON, any other value as text.
            """)

    @Argument(
        help: ArgumentHelp("The values.", valueName: "key=value"),
        transform: DefaultAssignment.init)
    var values: [DefaultAssignment]

    @OptionGroup var place: PlaceOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (place, values) = (try place.requirePlace(), values)
        try await context.edit(write, global, source: "default set", creating: true) { editor in
            let changes = try values.map { assignment in
                let (key, value) = (assignment.key, assignment.value)
                let isNew = try editor.setDefault(key, to: value, in: place)
                return ItemChange(isNew ? "set" : "unchanged", default: key, value)
            }
            return CommandEdit("defaults", changes)
        }
    }
}

/// Removes default values.
struct DefaultUnsetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove default values.",
        discussion: """
            EXAMPLES:
              routedb default unset lang --namespace default
              routedb default unset tab page --route user
            """)

    @Argument(help: ArgumentHelp("The keys.", valueName: "key"))
    var keys: [String]

    @OptionGroup var place: PlaceOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (place, keys) = (try place.requirePlace(), keys)
        try await context.edit(write, global, source: "default unset") { editor in
            let changes = try keys.map { key in
                let wasThere = try editor.unsetDefault(key, in: place)
                return ItemChange(wasThere ? "unset" : "unchanged", default: key, nil)
            }
            return CommandEdit("defaults", changes)
        }
    }
}
