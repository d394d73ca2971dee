/// A text with placeholders for values in braces, such as `user/{id}`.
struct ValueTemplate {
    /// A part of the text.
    private enum Piece {
        case text(Substring)
        case name(Substring)
    }

    private var pieces: [Piece] = []

    /// Reads a template; a brace without its partner is text.
    init(_ text: String) {
        var rest = text[...]
        // By bytes, since a combining mark after a brace would join it.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let name = rest[rest.utf8.index(after: open)..<close]
            if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
            pieces.append(.name(name))
            rest = rest[rest.utf8.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
    }

    /// The text with its placeholders filled.
    func filled<Failure: Error>(
        _ value: (_ name: String, _ before: String) throws(Failure) -> String
    ) throws(Failure) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .name(let name): text += try value(String(name), text)
            }
        }
        return text
    }

    /// The name, if the whole text is one placeholder.
    var wholeName: String? {
        guard pieces.count == 1, case .name(let name) = pieces[0] else { return nil }
        return String(name)
    }
}

/// Makes the screens of a match, after those of its prestack, recursively.
struct NavigationPlanner {
    private let table: RoutingTable
    /// The matches whose prestacks are being made, outermost first.
    private var open: [(route: RouteID, url: [UInt8])] = []
    private(set) var screens: [NavigationPlan.Screen] = []

    /// The owner of a presentation, as errors name it.
    private enum Owner {
        case route(RouteID)
        case fallback(target: String)

        var route: RouteID? {
            if case .route(let id) = self { id } else { nil }
        }

        var name: String {
            switch self {
            case .route(let id): "route #\(id.rawValue)"
            case .fallback(let target): "fallback target \(target.excerpt)"
            }
        }
    }

    init(table: RoutingTable) { self.table = table }

    /// Adds the screens of a match.
    mutating func add(
        _ resolution: Resolution, as presentation: RoutePresentation
    ) throws(PlanError) {
        guard let route = resolution.route else { return }
        let url = resolution.request.urlBytes
        if open.contains(where: { $0.route == route.id && $0.url == url }) {
            throw PlanError(
                code: .cycle, route: route.id,
                message: "The prestack of the route #\(route.id.rawValue) leads back to it.")
        }
        // Each open match adds a screen, so the limit also ends a prestack that keeps extending its
        // URL.
        let owner = Owner.route(route.id)
        try checkRoom(for: open.count + 1, of: owner)
        open.append((route.id, url))
        defer { open.removeLast() }
        // The context applies to the requested screen only.
        let values = open.count == 1 ? resolution.values : resolution.ownValues
        try add(route.target, of: owner, resolution, values, as: presentation)
    }

    /// Adds the screens of a fallback target, for a request that no route took.
    mutating func add(
        fallback target: String, of resolution: Resolution, as presentation: RoutePresentation
    ) throws(PlanError) {
        try add(
            target, of: .fallback(target: target), resolution, resolution.values, as: presentation)
    }

    /// Adds the screens of a prestack, and that of the target above them.
    private mutating func add(
        _ target: String, of owner: Owner, _ resolution: Resolution, _ values: JSONObject,
        as presentation: RoutePresentation
    ) throws(PlanError) {
        for underlay in presentation.container?.takesPrestack == false
            ? [] : presentation.prestack ?? []
        {
            try add(underlay, below: owner, resolution, values)
        }
        try append(
            NavigationPlan.Screen(
                source: .target(target), route: owner.route, values: values,
                key: presentation.key.flatMap { Self.text(of: values[$0]) },
                initializer: try presentation.initializer.map { (initializer) throws(PlanError) in
                    try Self.filled(initializer, values, of: owner)
                }),
            of: owner)
    }

    private mutating func add(
        _ underlay: RoutePresentation.Underlay, below owner: Owner, _ resolution: Resolution,
        _ values: JSONObject
    ) throws(PlanError) {
        let namespace = resolution.namespace?.name
        switch underlay {
        case .target(let name):
            try append(.init(source: .target(name), values: [:]), of: owner)
        case .instance(let token):
            try append(.init(source: .instance(token), values: [:]), of: owner)
        case .named(let name):
            try add(
                ResolutionRequest(named: name, namespace: namespace), name, below: owner,
                as: resolution.request)
        case .route(let text):
            let policies = resolution.policies
            let url = try ValueTemplate(text).filled { (name, before) throws(PlanError) in
                let text = try Self.text(of: name, in: values, of: owner)
                return policies.decodes(behind: before) ? text.percentEncoded : text
            }
            let isBound = url.withBytes { table.boundPlace(of: $0) } != nil
            try add(
                ResolutionRequest(url, namespace: isBound ? nil : namespace), url, below: owner,
                as: resolution.request)
        }
    }

    private mutating func add(
        _ request: ResolutionRequest, _ text: String, below owner: Owner,
        as asked: ResolutionRequest
    ) throws(PlanError) {
        // Access to it is decided for the same principal.
        var request = request
        request.principal = asked.principal
        request.time = asked.time
        request.context = asked.context
        let resolution = table.resolve(request)
        guard let found = resolution.route else {
            throw PlanError(
                code: .unresolved, route: owner.route,
                message: "The prestack of the \(owner.name) has \(text.excerpt), "
                    + "which is \(resolution.outcome.rawValue).")
        }
        try add(resolution, as: found.presentation ?? RoutePresentation())
    }

    private mutating func append(
        _ screen: NavigationPlan.Screen, of owner: Owner
    ) throws(PlanError) {
        try checkRoom(for: 1, of: owner)
        screens.append(screen)
    }

    private func checkRoom(for count: Int, of owner: Owner) throws(PlanError) {
        guard screens.count + count > NavigationPlan.maximumScreens else { return }
        throw PlanError(
            code: .tooManyScreens, route: owner.route,
            message: "A plan has at most \(NavigationPlan.maximumScreens) screens.")
    }

    private static func filled(
        _ initializer: RoutePresentation.Initializer, _ values: JSONObject, of owner: Owner
    ) throws(PlanError) -> RoutePresentation.Initializer {
        var filled = initializer
        for (index, argument) in initializer.arguments.enumerated() {
            guard case .string(let text) = argument else { continue }
            let template = ValueTemplate(text)
            if let name = template.wholeName {
                filled.arguments[index] = try value(of: name, in: values, of: owner)
            } else {
                filled.arguments[index] = .string(
                    try template.filled { (name, _) throws(PlanError) in
                        try Self.text(of: name, in: values, of: owner)
                    })
            }
        }
        return filled
    }

    private static func value(
        of name: String, in values: JSONObject, of owner: Owner
    ) throws(PlanError) -> JSONValue {
        if let value = values[name] { return value }
        throw missing(name, of: owner)
    }

    private static func text(
        of name: String, in values: JSONObject, of owner: Owner
    ) throws(PlanError) -> String {
        if let text = text(of: values[name]) { return text }
        throw missing(name, of: owner)
    }

    /// A text unchanged, anything else as JSON; `nil` for null.
    private static func text(of value: JSONValue?) -> String? {
        switch value {
        case nil, .null?: nil
        case let value?: value.plainText
        }
    }

    private static func missing(_ name: String, of owner: Owner) -> PlanError {
        PlanError(
            code: .missingValue, route: owner.route,
            message: "The plan of the \(owner.name) uses '{\(name)}', which has no value.")
    }
}

extension RoutePresentation.Container {
    /// True if the container also contains the screens below.
    fileprivate var takesPrestack: Bool {
        if case .custom = self { return false }
        return true
    }
}

extension NamespacePolicy.Values {
    /// Returns whether a URL is decoded after a given beginning; otherwise values are written as they are.
    fileprivate func decodes(behind beginning: String) -> Bool {
        switch decoding {
        case .all, .parameters: true
        case .query: beginning.utf8.contains(UInt8(ascii: "?"))
        case .none: false
        }
    }
}
