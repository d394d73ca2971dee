import RouteDBRouting

/// A small registry of screens, for tests of plans.
struct Planning {
    let table: RoutingTable

    /// Registers routes in the default namespace; their ids count from 1, their targets are their
    /// patterns without the slash at the start.
    init(_ routes: KeyValuePairs<String, String?>, rules: [AccessRule] = []) throws {
        let namespace = RouteNamespace(id: .init(rawValue: 1), name: RouteNamespace.defaultName)
        try self.init([namespace], routes, rules: rules)
    }

    /// Registers routes in several namespaces: `name|/pattern` is one in a namespace that is not
    /// the first.
    init(
        _ namespaces: [RouteNamespace], _ routes: KeyValuePairs<String, String?>,
        rules: [AccessRule] = []
    ) throws {
        let list = try routes.enumerated().map { index, route in
            let parts = route.key.split(separator: "|")
            let pattern = parts[parts.count - 1]
            let namespace =
                namespaces.first { parts.count > 1 && $0.name == parts[0] } ?? namespaces[0]
            let name = String(pattern.drop { $0 == "/" })
            return Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id, name: name,
                pattern: try PatternSyntax(namespace).parse(String(pattern)), target: name,
                presentation: try route.value.map(Self.presentation))
        }
        table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: namespaces, routes: list, accessRules: rules))
    }

    static func presentation(_ text: String) throws -> RoutePresentation {
        try RoutePresentation(json: JSONValue(parsing: text))
    }

    /// The plan of a request.
    func plan(
        _ request: ResolutionRequest, covering text: String? = nil,
        over entries: [NavigationPlan.StackEntry] = []
    ) throws -> NavigationPlan? {
        try table.resolve(request).plan(
            covering: text.map(Self.presentation), over: entries)
    }

    /// The screens of a URL's plan, bottom first; those that the app has in brackets.
    func screens(_ url: String, covering text: String? = nil) throws -> [String]? {
        try plan(ResolutionRequest(url), covering: text)?.screens.map { screen in
            switch screen.source {
            case .target(let name): name
            case .instance(let token): "[\(token)]"
            }
        }
    }
}
