import RouteDB
import RouteDBTestSupport

/// A registry without a file, and a dispatcher over it.
struct DispatchFixture {
    var namespaces = [
        RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
    ]
    var options = Dispatcher.Options()
    var rules: [AccessRule] = []
    private(set) var routes: [Route] = []

    /// The error that code of the tests throws.
    struct Failure: Error, Equatable {
        var text = "broken"
    }

    /// Adds a namespace, which the routes that are added later may be in.
    mutating func add(
        namespace name: String, overrides: NamespacePolicy.Overrides = [:], fallback: Int64? = nil,
        fallbackTarget: String? = nil
    ) {
        namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: Int64(namespaces.count) + 1), name: name,
                overrides: overrides, fallback: fallback.map(NamespaceID.init),
                fallbackTarget: fallbackTarget))
    }

    /// Adds a route.
    mutating func add(
        _ pattern: String?, _ target: String, name: String? = nil, kind: String? = nil,
        in namespace: Int64 = 1, priority: Int32 = 0, requires: [RouteRequirement] = [],
        presentation: RoutePresentation? = nil
    ) throws {
        routes.append(
            Route(
                id: RouteID(rawValue: Int64(routes.count) + 1),
                namespace: NamespaceID(rawValue: namespace), name: name, kind: kind,
                pattern: try pattern.map { try RoutePattern($0) }, target: target,
                priority: priority, requirements: requires, presentation: presentation))
    }

    /// Adds an access rule.
    mutating func add(
        rule effect: AccessRule.Effect, _ subject: AccessRule.Subject, on scope: RouteScope,
        until: Timestamp? = nil
    ) {
        rules.append(
            AccessRule(
                id: RuleID(rawValue: Int64(rules.count) + 1), scope: scope, effect: effect,
                subject: subject, until: until, code: "E1", message: "Members only."))
    }

    /// A dispatcher over what was added.
    func dispatcher() -> Dispatcher {
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: namespaces, routes: routes, accessRules: rules))
        return Dispatcher(options: options) { table }
    }

    /// A dispatcher over one route for each target, whose pattern is `/` and the target.
    static func dispatcher(
        _ targets: String..., options: Dispatcher.Options = .init()
    ) throws -> Dispatcher {
        var fixture = DispatchFixture()
        fixture.options = options
        for target in targets { try fixture.add("/\(target)", target) }
        return fixture.dispatcher()
    }
}

extension Dispatcher {
    /// Dispatches a URL.
    func dispatch(_ url: String) async -> Dispatcher.Report { await dispatch(DispatchRequest(url)) }
}

extension Dispatcher.Report {
    /// Each try as `target outcome`; the unmatched handler's target is `-`.
    var tries: [String] { attempts.map { "\($0.target ?? "-") \($0.outcome.rawValue)" } }

    /// The failure, if it is one.
    var failure: Dispatcher.Failure? {
        if case .failed(let error) = outcome { error } else { nil }
    }

    /// The error of a denial, if it is one.
    var denial: (any Error)? {
        if case .denied(let error) = outcome { error } else { nil }
    }
}
