import RouteDB

/// One of the other routers, as naively as what it does can be written down.
///
/// It answers with the matches whose handlers it asks, in order, if none of them accepts; no router
/// tells why there is none. A match is what the router hands over: `route`, the index of the route,
/// and more. It is compared with RouteDB's as the cases' facts are.
protocol RouterModel {
    init(_ registry: ModelRegistry)

    func matches(of url: String) -> [JSONObject]

    /// What RouteDB says of a match, without the route, in the words of the model.
    static func facts(of match: Resolution) -> JSONObject
}

extension RouterModel {
    static func match(_ route: Int, _ facts: JSONObject) -> JSONObject {
        facts.merging(["route": .int(Int64(route))])
    }

    /// RouteDB's matches in the words of the model's.
    static func matches(of url: String, in table: RoutingTable) -> [JSONObject] {
        let request = ResolutionRequest(url)
        var resolution = table.resolve(request)
        var matches: [JSONObject] = []
        while let route = resolution.route {
            matches.append(match(Int(route.target) ?? -1, facts(of: resolution)))
            resolution = table.resolve(request, declining: resolution)
        }
        return matches
    }
}
