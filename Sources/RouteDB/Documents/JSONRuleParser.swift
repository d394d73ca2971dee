import RouteDBDatabase
import RouteDBRouting
package import RouteDBStorage

/// Converts JSON objects to access rules.
package struct JSONRuleParser {
    package init() {}

    /// The known keys, including those that the tool adds when it prints rules.
    private static let keys =
        ["namespace", "group", "route"] + AccessRule.fields.map(\.name) + ["id", "schema"]

    /// Returns the rule of an object.
    package func draft(_ members: JSONReader<JSONText>, in place: DefaultPlace) throws(InputProblem)
        -> RuleDraft
    {
        try checkKeys(of: members)
        let name = try members.required("effect", of: "The rule")
        let target = try members.string("target")
        let effect = try value("effect", of: members) { () throws(RouteDBError) in
            try AccessRule.Effect(named: name, target: target)
        }
        let subject: AccessRule.Subject? = try members.value("subject").map {
            (json) throws(InputProblem) in
            try value("subject", of: members) { () throws(RouteDBError) in
                try AccessRule.Subject(json: json)
            }
        }
        return RuleDraft(
            effect, in: place, for: subject ?? .anyone, conditions: try conditions(of: members),
            isShadow: try members.boolean("shadow") ?? false, until: try members.time("until"),
            code: try members.string("code"), message: try members.string("message"))
    }

    /// Returns what the rule of an object covers, by names; a route by a reference.
    package func place(_ members: JSONReader<JSONText>) throws(InputProblem) -> DefaultPlace {
        let namespace = try members.string("namespace")
        if let route = try members.string("route") {
            let reference = RouteReference(route)
            return .route(namespace.map { RouteReference(reference, in: $0) } ?? reference)
        }
        if let group = try members.string("group") {
            return .group(namespace: namespace ?? RouteNamespace.defaultName, group: group)
        }
        if let namespace { return .namespace(namespace) }
        throw members.problem(
            nil, "The rule has no scope.",
            hint: "Give it a 'route', a 'group' or a 'namespace'.")
    }

    /// Rejects unknown keys: a misspelled condition must not widen a rule.
    private func checkKeys(of members: JSONReader<JSONText>) throws(InputProblem) {
        try members.requireKeys(among: Self.keys, of: "A rule")
        if members.value("route") != nil, try members.string("group") != nil {
            throw members.problem(
                "group", "A rule cannot cover both a route and a group.",
                hint: "Omit 'group', and write the 'route' as 'GROUP/NAME'.")
        }
    }

    private func conditions(of members: JSONReader<JSONText>) throws(InputProblem)
        -> [AccessRule.Condition]
    {
        var conditions: [AccessRule.Condition] = []
        for (text, path) in try members.elements("conditions", as: .string) ?? [] {
            do {
                conditions.append(try AccessRule.Condition(text))
            } catch {
                throw InputProblem(
                    RouteDBError(invalid: error), at: members.sink.place(of: path),
                    hint: error.hint)
            }
        }
        return conditions
    }

    private func value<Value>(
        _ key: String, of members: JSONReader<JSONText>, _ read: () throws(RouteDBError) -> Value
    ) throws(InputProblem) -> Value {
        do {
            return try read()
        } catch {
            throw InputProblem(error, at: members.place(of: key), hint: error.hint)
        }
    }
}
