public import RouteDBRouting
import RouteDBStorage

/// Collects what route tests reach, case by case.
public struct CoverageCollector: Sendable {
    /// How many matches of one URL are looked at for refused texts.
    private static let matchLimit = 64

    /// What there is to reach, and what was reached so far.
    public private(set) var coverage: RouteTestCoverage
    private let snapshot: RegistrySnapshot
    private let routes: [RouteID: Route]
    /// The places of goals.
    private var places: [GoalKey: Int] = [:]
    /// Answers as the registry would whose typed parameters took any text, with none of its access
    /// rules; `nil`: there are no such parameters.
    private let untyped: RoutingTable?

    private struct GoalKey: Hashable {
        let kind: RouteTestCoverage.Kind
        let number: Int64
        var parameter = TextKey("")
    }

    /// Prepares for the cases of one revision.
    ///
    /// - Parameter snapshot: What is tested.
    /// - Complexity: O(*n*) in what the snapshot holds.
    public init(_ snapshot: RegistrySnapshot) {
        self.snapshot = snapshot
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
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

    /// Adds what a case reached.
    ///
    /// - Parameter result: What became of the case, in a run on the same snapshot.
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

    /// Finds the routes that a URL fits but for a type.
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

    /// The parameters of a route that refuse some texts; of several with one name the last.
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
