/// The attributes of a request to a route, each read once, when a rule first asks for it.
struct AccessAttributes {
    private let resolution: Resolution
    private var parameters: JSONObject?
    private var query: [QueryItem]?

    init(_ resolution: Resolution) { self.resolution = resolution }

    var principal: Principal? { resolution.request.principal }

    /// The time of the request, in microseconds.
    var time: Int64? { resolution.request.time }

    /// What the request has for an attribute: nothing, one value, or those of a key that the query
    /// has several times. Null is no value.
    mutating func values(of attribute: AccessCondition.Attribute) -> [JSONValue] {
        switch attribute {
        case .parameter(let name):
            let object = parameters ?? resolution.parameters
            parameters = object
            return Self.list(object[name])
        case .query(let name):
            let items = query ?? resolution.query
            query = items
            return items.lazy.filter { $0.key.utf8.elementsEqual(name.utf8) }
                .map { $0.value.map(JSONValue.string) ?? .null }
        case .context(let name): return Self.list(resolution.request.context[name])
        case .principal: return Self.list(principal.map { .string($0.id) })
        case .time: return Self.list(time.map(JSONValue.int))
        }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] { value.map { [$0] } ?? [] }
}
