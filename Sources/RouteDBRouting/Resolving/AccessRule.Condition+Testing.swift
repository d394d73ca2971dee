/// The parameters of the routes that access rules cover, by scope.
package struct ScopeParameters {
    /// The types of each parameter, by the bytes of its name.
    private var types: [RouteScope: [[UInt8]: Set<ParameterType>]] = [:]

    /// Collects the parameters in the scopes of rules that test any.
    ///
    /// - Complexity: O(*n*) in the number of rules and routes.
    package init(of rules: [AccessRule], among routes: [Route] = []) {
        for rule in rules where !rule.parameterNames.isEmpty { types[rule.scope] = [:] }
        for route in routes { insert(route) }
    }

    /// Adds the parameters of a route.
    package mutating func insert(_ route: Route) {
        let own = route.pattern?.parameters ?? []
        guard !own.isEmpty else { return }
        var scopes: [RouteScope] = [.namespace(route.namespace), .route(route.id)]
        if let group = route.group { scopes.append(.group(route.namespace, group)) }
        for scope in scopes where types[scope] != nil {
            for parameter in own {
                types[scope]?[Array(parameter.name.utf8), default: []].insert(parameter.type)
            }
        }
    }

    /// Returns whether some route in the scope of a rule has each parameter that the rule tests, and can have
    /// the values that it requires; further routes do not change that.
    package func allow(_ rule: AccessRule) -> Bool {
        missingParameter(of: rule) == nil && impossibleValue(of: rule) == nil
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

/// The attributes of a request that take time to read, read when a rule first needs them.
struct AccessAttributes {
    private var parameters: JSONObject?
    private var query: [NormalizedURL.QueryItem]?

    /// The value of a parameter.
    fileprivate mutating func parameter(_ name: String, of resolution: Resolution) -> JSONValue? {
        let object = parameters ?? resolution.parameters
        parameters = object
        return object[name]
    }

    /// The values of a key in the query; null for a key without a value.
    fileprivate mutating func query(_ name: String, of resolution: Resolution) -> [JSONValue] {
        let items = query ?? resolution.query
        query = items
        return items.lazy.filter { $0.key.utf8.elementsEqual(name.utf8) }
            .map { $0.value.map(JSONValue.string) ?? .null }
    }
}

extension AccessRule.Condition {
    /// Tests a match.
    ///
    /// If a key occurs several times in the query, all of its values must give the same result,
    /// since the target may use any of them.
    func finding(
        _ resolution: Resolution, _ attributes: inout AccessAttributes,
        zones: [String: ZoneRules]
    ) -> Finding {
        switch attribute {
        case .parameter(let name):
            let value = attributes.parameter(name, of: resolution)
            return value.map { test.finding($0, zones: zones) } ?? .unknown
        case .query(let name):
            let findings = Set(
                attributes.query(name, of: resolution).map { test.finding($0, zones: zones) })
            return findings.count == 1 ? findings.first ?? .unknown : .unknown
        case .context, .principal, .time:
            return finding(for: resolution.request, zones: zones) ?? .unknown
        }
    }

    /// Tests what a request says beside its URL; `nil` if the condition is on the URL, or on a value
    /// that the request lacks.
    package func finding(
        for request: ResolutionRequest, zones: [String: ZoneRules]
    ) -> Finding? {
        let value: JSONValue? =
            switch attribute {
            case .parameter, .query: nil
            case .context(let name): request.contextValue(name)
            case .principal: request.principal.map { .string($0.id) }
            case .time: request.time.map { .int($0.microseconds) }
            }
        return value.map { test.finding($0, zones: zones) }
    }
}

extension AccessRule.Condition.Test {
    fileprivate func finding(
        _ value: JSONValue, zones: [String: ZoneRules]
    ) -> AccessRule.Condition.Finding {
        guard value != .null else { return .unknown }
        switch self {
        case .oneOf(let wanted):
            // It is not known which value of a list the target will use.
            guard value.isScalar else { return .unknown }
            return .init(wanted.contains { $0.matches(value) })
        case .range(let low, let high):
            return .init(value.number.map { $0 >= low ?? $0 && $0 <= high ?? $0 })
        case .prefix(let prefix):
            guard case .string(let text) = value else { return .unknown }
            return .init(text.utf8.starts(with: prefix.utf8))
        case .network(let ranges):
            guard case .string(let text) = value, let address = IPAddress(text) else {
                return .unknown
            }
            return .init(ranges.contains { $0.contains(address) })
        case .version(let low, let high):
            guard let version = VersionNumber(value.plainText) else { return .unknown }
            return .init(version >= low ?? version && version <= high ?? version)
        case .percent(let percent, let salt):
            let bucket = StableHash.bucket(of: value.plainText, salt: salt)
            return .init(Double(bucket) < (percent * 100).rounded())
        case .period(let start, let end):
            guard case .int(let time) = value else { return .unknown }
            let moment = Timestamp(microseconds: time)
            return .init(moment >= start ?? moment && moment <= end ?? moment)
        case .window(let window):
            guard case .int(let time) = value, let zone = zones[window.zone] else {
                return .unknown
            }
            let seconds = time.flooringDivision(by: 1_000_000).quotient
            return .init(window.contains(seconds, offset: zone.offset(at: seconds)))
        }
    }
}

extension AccessRule.Condition.Finding {
    /// Creates a finding from a test's result; `nil` means that the value cannot be tested.
    fileprivate init(_ answer: Bool?) {
        switch answer {
        case true?: self = .holds
        case false?: self = .fails
        case nil: self = .unknown
        }
    }
}

extension JSONValue {
    /// Returns whether a value of a request equals this one.
    ///
    /// A text equals the number or Boolean that it represents, since URLs contain only text.
    package func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string(let wanted), .string), (.string(let wanted), .int),
            (.string(let wanted), .double), (.string(let wanted), .bool):
            wanted.utf8.elementsEqual(value.plainText.utf8)
        case (.bool, .string(let text)): text.utf8.elementsEqual(plainText.utf8)
        // An integer may be written as a decimal, of which only the nearest double is known.
        case (.int(let wanted), .string(let text)):
            Int64(text).map { $0 == wanted } ?? (value.number?.nearest == Double(wanted))
        case (.double(let wanted), .string), (.double(let wanted), .int):
            value.number?.nearest == wanted
        case (.int(let wanted), .double(let number)): number == Double(wanted)
        default: self == value
        }
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .int, .double, .string: true
        }
    }

    /// A text as it is, anything else as JSON.
    package var plainText: String {
        switch self {
        case .string(let text): text
        // Avoids the JSON writer, which would cost more than the rest of a decision.
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        default: description
        }
    }

    /// The number that the value is, or that its whole text represents.
    package var number: ExactNumber? {
        switch self {
        case .int(let value): return .int(value)
        case .double(let value): return ExactNumber(value)
        case .string(let text):
            guard text.withBytes({ ParameterType.float.accepts($0) }) else { return nil }
            return ExactNumber(text)
        default: return nil
        }
    }
}
