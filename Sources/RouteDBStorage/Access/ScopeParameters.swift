import RouteDBRouting

/// The parameters of the routes that access rules cover, by scope.
struct ScopeParameters {
    /// The bytes of the names.
    private var names: [RouteScope: Set<[UInt8]>] = [:]

    /// Collects the parameters in the scopes of rules that ask for any.
    ///
    /// - Complexity: O(*n*) in the rules and the routes.
    init(of rules: [AccessRule], among routes: [Route]) {
        for rule in rules where !rule.parameterNames.isEmpty { names[rule.scope] = [] }
        for route in routes {
            let own = (route.pattern?.parameters ?? []).map { Array($0.name.utf8) }
            guard !own.isEmpty else { continue }
            var scopes: [RouteScope] = [.namespace(route.namespace), .route(route.id)]
            if let group = route.group { scopes.append(.group(route.namespace, group)) }
            for scope in scopes { names[scope]?.formUnion(own) }
        }
    }

    /// The first parameter that a rule asks for and no route of its scope has.
    func missingParameter(of rule: AccessRule) -> String? {
        rule.parameterNames.first { names[rule.scope]?.contains(Array($0.utf8)) != true }
    }

    /// The names in a scope, in order.
    func names(in scope: RouteScope) -> [String] {
        (names[scope] ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}
