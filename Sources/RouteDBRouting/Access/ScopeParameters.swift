/// The parameters of the routes that access rules cover, by scope.
package struct ScopeParameters {
    /// The types of each parameter, by the bytes of its name.
    private var types: [RouteScope: [[UInt8]: Set<ParameterType>]] = [:]

    /// Collects the parameters in the scopes of rules that test any.
    ///
    /// - Complexity: O(*n*) in the number of rules and routes.
    package init(of rules: [AccessRule], among routes: [Route]) {
        for rule in rules where !rule.parameterNames.isEmpty { types[rule.scope] = [:] }
        for route in routes {
            let own = route.pattern?.parameters ?? []
            guard !own.isEmpty else { continue }
            var scopes: [RouteScope] = [.namespace(route.namespace), .route(route.id)]
            if let group = route.group { scopes.append(.group(route.namespace, group)) }
            for scope in scopes where types[scope] != nil {
                for parameter in own {
                    types[scope]?[Array(parameter.name.utf8), default: []].insert(parameter.type)
                }
            }
        }
    }

    /// The first parameter that a rule tests but no route in its scope has.
    package func missingParameter(of rule: AccessRule) -> String? {
        rule.parameterNames.first { types[rule.scope]?[Array($0.utf8)] == nil }
    }

    /// The first value that a rule requires but its parameter cannot have in any route in its
    /// scope.
    package func impossibleValue(of rule: AccessRule) -> (parameter: String, value: String)? {
        for condition in rule.conditions {
            guard case .parameter(let name) = condition.attribute,
                let types = types[rule.scope]?[Array(name.utf8)],
                let value = condition.impossibleValue(of: types)
            else { continue }
            return (name, value)
        }
        return nil
    }

    /// The parameter names in a scope, sorted.
    package func names(in scope: RouteScope) -> [String] {
        (types[scope] ?? [:]).keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}

extension AccessRule {
    /// The names of the parameters that the conditions test.
    package var parameterNames: [String] {
        conditions.compactMap { condition in
            if case .parameter(let name) = condition.attribute { name } else { nil }
        }
    }
}
