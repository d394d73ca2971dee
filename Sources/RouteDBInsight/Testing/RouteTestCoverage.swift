import RouteDBDatabase
public import RouteDBRouting

/// How much of a registry is covered by route tests.
public struct RouteTestCoverage: Hashable, Sendable {
    /// The kinds of goals.
    public enum Kind: String, CaseIterable, Sendable {
        /// An enabled route; covered if a case finds it.
        case route
        /// A typed parameter of an enabled route; covered if a case has a value that the type
        /// accepts.
        case accepted
        /// A typed parameter of an enabled route; covered if a case has a value that the type
        /// rejects, in a URL that would match the route without its types.
        case rejected
        /// An access rule, including shadow rules; covered if it applies in the decision of a case.
        case rule
    }

    /// The parts of a registry that have a percentage each.
    public enum Part: String, CaseIterable, Sendable {
        /// Routes.
        case routes
        /// Typed parameters, each counted twice: for accepted and for rejected values.
        case parameters
        /// Access rules.
        case rules
    }

    /// One thing to cover.
    public struct Goal: Hashable, Sendable {
        /// The kind of goal.
        public let kind: Kind
        /// The route, or `nil` for an access rule.
        public let route: RouteID?
        /// The name of the typed parameter, or `nil` for a route or an access rule.
        public var parameterName: String? { parameter?.name }
        /// The typed parameter, or `nil` for a route or an access rule.
        package let parameter: Parameter?
        /// The access rule, or `nil` for a route or a parameter.
        public let rule: RuleID?
        /// True if a case covers the goal.
        public internal(set) var isCovered = false
    }

    /// All goals: those of the routes in the order of registration, then those of the rules.
    public internal(set) var goals: [Goal]

    /// Counts the goals of a part.
    ///
    /// - Parameter part: The part.
    /// - Returns: The number of covered goals and the number of all goals.
    public func count(of part: Part) -> (covered: Int, total: Int) {
        let own = goals.filter { $0.kind.part == part }
        return (own.count { $0.isCovered }, own.count)
    }

    /// Returns the percentage of a part's goals that are covered.
    ///
    /// - Parameter part: The part.
    /// - Returns: The percentage, from 0 to 100; 100 if the part has no goals.
    public func percentage(of part: Part) -> Double {
        let (covered, total) = count(of: part)
        return total == 0 ? 100 : Double(covered) * 100 / Double(total)
    }
}

extension RouteTestCoverage.Kind {
    /// The part that goals of this kind belong to.
    public var part: RouteTestCoverage.Part {
        switch self {
        case .route: .routes
        case .accepted, .rejected: .parameters
        case .rule: .rules
        }
    }
}

/// Collects the coverage of route tests, case by case.
public struct CoverageCollector: Sendable {
    /// The maximum number of matches of one URL that are searched for rejected values.
    private static let matchLimit = 64

    /// The coverage so far.
    public private(set) var coverage: RouteTestCoverage
    private let snapshot: RegistrySnapshot
    private let routes: RouteIndex
    /// The indices of the goals in the coverage.
    private var places: [GoalKey: Int] = [:]
    /// The registry with untyped parameters and no access rules, or `nil` if it has no typed
    /// parameters.
    private let untyped: RoutingTable?

    private struct GoalKey: Hashable {
        let kind: RouteTestCoverage.Kind
        let number: Int64
        var parameter = TextKey("")
    }

    /// Creates a collector for the cases of one revision.
    ///
    /// - Parameter snapshot: The registry that is tested.
    /// - Complexity: O(*n*) in the size of the snapshot.
    public init(_ snapshot: RegistrySnapshot) {
        self.snapshot = snapshot
        routes = RouteIndex(snapshot.routes)
        var goals: [RouteTestCoverage.Goal] = []
        var places: [GoalKey: Int] = [:]
        func add(_ goal: RouteTestCoverage.Goal, _ key: GoalKey) {
            guard places.updateValue(goals.count, forKey: key) == nil else { return }
            goals.append(goal)
        }
        var typed: [Route] = []
        for route in snapshot.routes where route.isEnabled {
            add(
                .init(kind: .route, route: route.id, parameter: nil, rule: nil),
                .init(kind: .route, number: route.id.rawValue))
            let parameters = Self.selective(route, in: snapshot)
            if !parameters.isEmpty { typed.append(route) }
            for parameter in parameters {
                for kind in [RouteTestCoverage.Kind.accepted, .rejected] {
                    add(
                        .init(kind: kind, route: route.id, parameter: parameter, rule: nil),
                        .init(
                            kind: kind, number: route.id.rawValue,
                            parameter: TextKey(parameter.name)))
                }
            }
        }
        for rule in snapshot.accessRules {
            add(
                .init(kind: .rule, route: nil, parameter: nil, rule: rule.id),
                .init(kind: .rule, number: rule.id.rawValue))
        }
        coverage = RouteTestCoverage(goals: goals)
        self.places = places
        untyped = typed.isEmpty ? nil : Self.untyped(typed, of: snapshot)
    }

    /// Adds the coverage of a case.
    ///
    /// - Parameter result: The result of the case, from a run on the same snapshot.
    public mutating func add(_ result: RouteTestResult) {
        let resolution = result.resolution
        if let route = resolution.foundRoute {
            cover(.init(kind: .route, number: route.id.rawValue))
            let values = resolution.parameters
            for name in resolution.rawParameters.keys where values[name] != nil {
                cover(.init(kind: .accepted, number: route.id.rawValue, parameter: TextKey(name)))
            }
            let access = resolution.access
            for rule in access.rules + access.shadow {
                cover(.init(kind: .rule, number: rule.rawValue))
            }
        }
        addRefusals(of: resolution.request)
    }

    /// Finds the parameters whose type is the reason that a URL does not match.
    private mutating func addRefusals(of request: ResolutionRequest) {
        guard let untyped, request.routeName == nil else { return }
        var match = untyped.resolve(request)
        var count = 0
        while let route = match.foundRoute, count < Self.matchLimit {
            let texts = match.rawParameters
            for parameter in routes[route.id].map({ Self.selective($0, in: snapshot) }) ?? [] {
                guard let text = texts[parameter.name],
                    !snapshot.accepts(text, as: parameter.type, in: route.namespace)
                else { continue }
                cover(
                    .init(
                        kind: .rejected, number: route.id.rawValue,
                        parameter: TextKey(parameter.name)))
            }
            count += 1
            match = untyped.resolve(request, after: match)
        }
    }

    private mutating func cover(_ key: GoalKey) {
        if let place = places[key] { coverage.goals[place].isCovered = true }
    }

    /// Returns the parameters of a route whose type rejects some texts.
    private static func selective(_ route: Route, in snapshot: RegistrySnapshot) -> [Parameter] {
        (route.pattern?.parameters ?? []).filter {
            snapshot.isSelective($0.type, in: route.namespace)
        }
    }

    private static func untyped(
        _ routes: [Route], of snapshot: RegistrySnapshot
    ) -> RoutingTable {
        var changed = snapshot.withoutAccess
        changed.routes = routes.map { route in
            var route = route
            route.pattern = route.pattern?.withoutTypes
            return route
        }
        return RoutingTable(changed)
    }
}

extension RoutePattern {
    /// The pattern without types other than `path`, so that it matches texts that a type refuses.
    package var withoutTypes: RoutePattern {
        RoutePattern(
            scheme: scheme,
            host: host.map {
                HostPattern(elements: $0.elements.map(\.withoutTypes), port: $0.port)
            },
            path: path.map(\.withoutTypes), query: query.map(\.withoutTypes))
    }
}

extension PatternElement {
    fileprivate var withoutTypes: PatternElement {
        switch self {
        case .parameter(let parameter): .parameter(parameter.withoutType)
        case .optional(let content): .optional(content.map(\.withoutTypes))
        case .separator, .literal, .wildcard, .catchAll: self
        }
    }
}

extension QueryCondition {
    fileprivate var withoutTypes: QueryCondition {
        guard case .capture(let parameter) = test else { return self }
        return QueryCondition(key: key, test: .capture(parameter.withoutType))
    }
}

extension Parameter {
    fileprivate var withoutType: Parameter {
        type == .path ? self : Parameter(name: name, type: .string)
    }
}

extension RegistrySnapshot {
    /// Returns whether a type can refuse a text in a namespace.
    ///
    /// A type that accepts any text, or that code decides, does not count.
    package func isSelective(_ type: ParameterType, in namespace: NamespaceID) -> Bool {
        let type = valueType(type, in: namespace)
        return !type.isCode && !type.readsAnyBool && type.matched != .string
            && type.matched != .path
    }

    /// Returns whether a type accepts a text in a namespace.
    package func accepts(
        _ text: String, as type: ParameterType, in namespace: NamespaceID
    ) -> Bool {
        valueType(type, in: namespace).value(of: text) != nil
    }

    private func valueType(_ type: ParameterType, in namespace: NamespaceID) -> ValueType {
        let policies = namespaces.first { $0.id == namespace }?.policies ?? .native
        return ValueType(
            type, converters: converterRules(of: namespace), policies: policies)
    }
}
