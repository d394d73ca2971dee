import RouteDB

/// The handler of a case's route, as far as it accepts and declines.
struct CaseHandler {
    private let route: JSONObject

    /// The handler of the route that a resolution found; its target says which one that is.
    init?(_ resolution: Resolution, in test: ConformanceCase) {
        guard let index = resolution.route.flatMap({ Int($0.target) }) else { return nil }
        route = test.routes[index]
    }

    /// Whether it accepts a match, of which the router hands values to it by name.
    func accepts(_ resolution: Resolution, values: JSONObject) throws -> Bool {
        if route.flag("declines") == true { return false }
        guard let condition = route.object("accepts") else { return true }
        if let name = condition.text("param") {
            let value = values[name]
            if let wanted = condition["equals"] { return value == wanted }
            if let bound = condition["greaterThan"]?.number {
                return value?.number.map { $0 > bound } ?? false
            }
        } else if let index = condition.integer("wildcardAt").map({ Int($0) }),
            let wanted = condition.text("equals")
        {
            let wildcards = resolution.wildcards
            return wildcards.indices.contains(index) && wildcards[index] == wanted
        } else if let key = condition.text("queryPresent") {
            return resolution.query.contains { $0.key == key && $0.value != nil }
        }
        throw UnsupportedCase("the condition \(condition)")
    }
}
