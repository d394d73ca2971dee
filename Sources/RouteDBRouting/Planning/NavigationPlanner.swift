/// Makes the screens of a match, those of its prestack first, and theirs before them.
struct NavigationPlanner {
    private let table: RoutingTable
    /// The matches whose prestacks are being made, the outermost first.
    private var open: [(route: RouteID, url: [UInt8])] = []
    private(set) var screens: [NavigationPlan.Screen] = []

    init(table: RoutingTable) { self.table = table }

    /// Adds the screens of a match.
    mutating func add(
        _ resolution: Resolution, as presentation: Presentation
    ) throws(PlanError) {
        guard let route = resolution.route else { return }
        let url = resolution.request.urlBytes
        if open.contains(where: { $0.route == route.id && $0.url == url }) {
            throw PlanError(
                code: .cycle, route: route.id,
                message: "The prestack of the route #\(route.id.rawValue) leads back to it.")
        }
        // Each match that is open will have a screen, so a prestack that grows its URL without end
        // has an end.
        try checkRoom(for: open.count + 1, of: route.id)
        open.append((route.id, url))
        defer { open.removeLast() }
        // The context is for the screen that was asked for.
        let values = open.count == 1 ? resolution.values : resolution.ownValues
        for underlay in presentation.container?.takesPrestack == false
            ? [] : presentation.prestack ?? []
        {
            try add(underlay, below: route, resolution, values)
        }
        try append(
            NavigationPlan.Screen(
                source: .target(route.target), route: route.id, values: values,
                key: presentation.key.flatMap { Self.text(of: values[$0]) },
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
            try add(
                ResolutionRequest(named: name, namespace: namespace), name, below: route,
                as: resolution.request)
        case .route(let text):
            let policies = resolution.policies
            let url = try ValueTemplate(text).filled { (name, before) throws(PlanError) in
                let text = try Self.text(of: name, in: values, of: route.id)
                return policies.decodes(behind: before) ? text.percentEncoded : text
            }
            let isBound = url.withBytes { table.boundPlace(of: $0) } != nil
            try add(
                ResolutionRequest(url, namespace: isBound ? nil : namespace), url, below: route,
                as: resolution.request)
        }
    }

    private mutating func add(
        _ request: ResolutionRequest, _ text: String, below route: Route,
        as asked: ResolutionRequest
    ) throws(PlanError) {
        // Access to it is decided for whoever asked.
        var request = request
        request.principal = asked.principal
        request.time = asked.time
        request.context = asked.context
        let resolution = table.resolve(request)
        guard let found = resolution.route else {
            throw PlanError(
                code: .unresolved, route: route.id,
                message: "The prestack of the route #\(route.id.rawValue) has \(text.excerpt), "
                    + "which is \(resolution.outcome.rawValue).")
        }
        try add(resolution, as: found.presentation ?? Presentation())
    }

    private mutating func append(
        _ screen: NavigationPlan.Screen, of route: RouteID
    ) throws(PlanError) {
        try checkRoom(for: 1, of: route)
        screens.append(screen)
    }

    private func checkRoom(for count: Int, of route: RouteID) throws(PlanError) {
        guard screens.count + count > NavigationPlan.maximumScreens else { return }
        throw PlanError(
            code: .tooManyScreens, route: route,
            message: "A plan has at most \(NavigationPlan.maximumScreens) screens.")
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
                    try template.filled { (name, _) throws(PlanError) in
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
        throw missing(name, of: route)
    }

    private static func text(
        of name: String, in values: JSONObject, of route: RouteID
    ) throws(PlanError) -> String {
        if let text = text(of: values[name]) { return text }
        throw missing(name, of: route)
    }

    /// A text as it is, anything else as JSON; `nil` for null, which says nothing.
    private static func text(of value: JSONValue?) -> String? {
        switch value {
        case nil, .null?: nil
        case let value?: value.plainText
        }
    }

    private static func missing(_ name: String, of route: RouteID) -> PlanError {
        PlanError(
            code: .missingValue, route: route,
            message: "The route #\(route.rawValue) has '{\(name)}' in its plan, and no such value.")
    }
}

extension Presentation.Container {
    /// Whether the container takes the screens below, too.
    fileprivate var takesPrestack: Bool {
        if case .custom = self { return false }
        return true
    }
}

extension NamespacePolicies {
    /// Whether a URL is decoded behind its beginning; where it is not, a value is what is written.
    fileprivate func decodes(behind beginning: String) -> Bool {
        switch decoding {
        case .all, .parameters: true
        case .query: beginning.utf8.contains(UInt8(ascii: "?"))
        case .none: false
        }
    }
}
