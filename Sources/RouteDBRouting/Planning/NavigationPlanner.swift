/// Makes the screens of a match, those of its prestack first, and theirs before them.
struct NavigationPlanner {
    private let table: RoutingTable
    /// The matches whose prestacks are being made, the outermost first.
    private var open: [(route: RouteID, url: String)] = []
    private(set) var screens: [NavigationPlan.Screen] = []

    init(table: RoutingTable) { self.table = table }

    /// Adds the screens of a match.
    mutating func add(
        _ resolution: Resolution, as presentation: Presentation
    ) throws(PlanError) {
        guard let route = resolution.route else { return }
        let place = (route.id, resolution.request.url)
        if open.contains(where: { $0 == place }) {
            throw PlanError(
                code: .cycle, route: route.id,
                message: "The prestack of the route #\(route.id.rawValue) leads back to it.")
        }
        open.append(place)
        defer { open.removeLast() }
        let values = resolution.values
        for underlay in presentation.container?.takesPrestack == false
            ? [] : presentation.prestack ?? []
        {
            try add(underlay, below: route, resolution, values)
        }
        try append(
            NavigationPlan.Screen(
                source: .target(route.target), route: route.id, values: values,
                key: presentation.key.flatMap { values[$0]?.plainText },
                initializer: try presentation.initializer.map { (initializer) throws(PlanError) in
                    try Self.filled(initializer, values, of: route.id)
                }),
            of: route.id)
    }

    private mutating func add(
        _ underlay: Presentation.Underlay, below route: Route, _ resolution: Resolution,
        _ values: JSONObject
    ) throws(PlanError) {
        let namespace = resolution.namespace?.name
        switch underlay {
        case .target(let name):
            try append(.init(source: .target(name), values: [:]), of: route.id)
        case .instance(let token):
            try append(.init(source: .instance(token), values: [:]), of: route.id)
        case .named(let name):
            try add(ResolutionRequest(named: name, namespace: namespace), name, below: route)
        case .route(let text):
            let url = try ValueTemplate(text).filled { (name) throws(PlanError) in
                try Self.text(of: name, in: values, of: route.id).percentEncoded
            }
            // What has a scheme may be bound to another namespace.
            let isBound = url.utf8.contains(UInt8(ascii: ":")) && !table.bindings.bindsNothing
            try add(
                ResolutionRequest(url, namespace: isBound ? nil : namespace), url, below: route)
        }
    }

    private mutating func add(
        _ request: ResolutionRequest, _ text: String, below route: Route
    ) throws(PlanError) {
        let resolution = table.resolve(request)
        guard let found = resolution.route else {
            throw PlanError(
                code: .unresolved, route: route.id,
                message: "The prestack of the route #\(route.id.rawValue) has '\(text)', "
                    + "which is \(resolution.outcome.rawValue).")
        }
        try add(resolution, as: found.presentation ?? Presentation())
    }

    private mutating func append(
        _ screen: NavigationPlan.Screen, of route: RouteID
    ) throws(PlanError) {
        guard screens.count < NavigationPlan.maximumScreens else {
            throw PlanError(
                code: .tooManyScreens, route: route,
                message: "A plan has at most \(NavigationPlan.maximumScreens) screens.")
        }
        screens.append(screen)
    }

    private static func filled(
        _ initializer: Presentation.Initializer, _ values: JSONObject, of route: RouteID
    ) throws(PlanError) -> Presentation.Initializer {
        var filled = initializer
        for (index, argument) in initializer.arguments.enumerated() {
            guard case .string(let text) = argument else { continue }
            let template = ValueTemplate(text)
            if let name = template.wholeName {
                filled.arguments[index] = try value(of: name, in: values, of: route)
            } else {
                filled.arguments[index] = .string(
                    try template.filled { (name) throws(PlanError) in
                        try Self.text(of: name, in: values, of: route)
                    })
            }
        }
        return filled
    }

    private static func value(
        of name: String, in values: JSONObject, of route: RouteID
    ) throws(PlanError) -> JSONValue {
        if let value = values[name] { return value }
        throw PlanError(
            code: .missingValue, route: route,
            message: "The route #\(route.rawValue) has '{\(name)}' in its plan, and no such value.")
    }

    private static func text(
        of name: String, in values: JSONObject, of route: RouteID
    ) throws(PlanError) -> String {
        try value(of: name, in: values, of: route).plainText
    }
}

extension JSONValue {
    /// A text as it is, anything else as JSON.
    var plainText: String {
        if case .string(let text) = self { return text }
        return description
    }
}

extension Presentation.Container {
    /// Whether the container takes the screens below, too.
    fileprivate var takesPrestack: Bool {
        if case .custom = self { return false }
        return true
    }
}
