import ArgumentParser
import RouteDB

/// The routes that a command changes: named as arguments, or selected by options.
struct RouteSelectionOptions: ParsableArguments {
    static let discussion = """
        Without arguments, the options select routes as those of 'routedb list'
        do. All of them change in one revision, or none.
        """

    @Argument(help: "The routes.", completion: NameCompletion.routes)
    var routes: [String] = []

    @OptionGroup var conditions: RouteFilterOptions

    func validate() throws {
        if routes.isEmpty && conditions.filter.isEmpty {
            throw ValidationError(
                "Name routes, or select them with options such as '--group' or '--target'.")
        }
        if !routes.isEmpty && !conditions.filter.isEmpty {
            throw ValidationError("Name routes or select them with options, not both.")
        }
    }

    var selection: RouteSelection {
        routes.isEmpty
            ? .matching(conditions.filter) : .named(routes.map { RouteReference($0) })
    }
}

extension CommandEdit {
    /// Returns the edit, which must be confirmed if the routes were not named one by one.
    func asking(to verb: String, ifSelecting selection: RouteSelection) -> CommandEdit {
        if case .matching = selection { asking(to: verb) } else { self }
    }
}
