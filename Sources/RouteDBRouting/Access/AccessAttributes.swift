/// The attributes of a request to a route, each looked up once, when a rule first asks for it.
struct AccessAttributes {
    private let resolution: Resolution
    private var parameters: JSONObject?
    private var query: JSONObject?

    init(_ resolution: Resolution) { self.resolution = resolution }

    var principal: Principal? { resolution.request.principal }

    /// The time of the request, in microseconds.
    var time: Int64? { resolution.request.time }

    /// What the request has for an attribute; `nil`, or null, is nothing.
    mutating func value(of attribute: AccessCondition.Attribute) -> JSONValue? {
        switch attribute {
        case .parameter(let name):
            if parameters == nil { parameters = resolution.parameters }
            return parameters?[name]
        case .query(let name):
            if query == nil { query = QueryItem.object(resolution.query) }
            return query?[name]
        case .context(let name): return resolution.request.context[name]
        case .principal: return principal.map { .string($0.id) }
        case .time: return time.map(JSONValue.int)
        }
    }
}
