import RouteDB

extension QueryItem {
    /// The items as routers without lists see them: the last value of each key, and no key that
    /// has none.
    static func map(_ items: [QueryItem]) -> JSONObject {
        var map = JSONObject()
        for item in items { if let value = item.value { map[item.key] = .string(value) } }
        return map
    }
}
