import RouteDB

/// A model that is wrong on purpose: it never hears what stands behind a `?`.
struct DeafModel<Model: RouterModel>: RouterModel {
    private let model: Model

    init(_ registry: ModelRegistry) { model = Model(registry) }

    func matches(of url: String) -> [JSONObject] {
        model.matches(of: ModelBytes(of: url).parted(at: "?").before.text)
    }

    static func facts(of match: Resolution) -> JSONObject { Model.facts(of: match) }
}
