import RouteDB

/// A model that is wrong on purpose: it has the routes in the opposite order.
struct ReorderedModel<Model: RouterModel>: RouterModel {
    private let model: Model
    private let count: Int

    init(_ registry: ModelRegistry) {
        var registry = registry
        registry.routes.reverse()
        model = Model(registry)
        count = registry.routes.count
    }

    func matches(of url: String) -> [JSONObject] {
        model.matches(of: url).map { match in
            let route = match.integer("route").map { JSONValue.int(Int64(count) - 1 - $0) }
            return match.merging(["route": route ?? .null])
        }
    }

    static func facts(of match: Resolution) -> JSONObject { Model.facts(of: match) }
}
