/// The attributes of a request, read when a rule first needs them.
struct AccessAttributes {
    private var parameters: JSONObject?
    private var query: [QueryItem]?

    /// The values of an attribute.
    ///
    /// There may be none, one, or several for a key that occurs several times in the query. Null
    /// does not count as a value.
    mutating func values(
        of attribute: AccessCondition.Attribute, in resolution: Resolution
    ) -> [JSONValue] {
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
        case .principal: return Self.list(resolution.request.principal.map { .string($0.id) })
        case .time: return Self.list(resolution.request.time.map(JSONValue.int))
        }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] { value.map { [$0] } ?? [] }
}
