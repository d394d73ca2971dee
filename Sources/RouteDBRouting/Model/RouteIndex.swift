/// Finds routes by their ids, in a list that need not be copied.
package struct RouteIndex: Sendable {
    private let routes: [Route]
    /// The places of the routes, if they are not in the order of their ids.
    private let places: [RouteID: Int]?

    /// Indexes routes; of those with one id, the first counts.
    ///
    /// - Complexity: Linear, without more memory if the routes are in the order of their ids, as those of a
    ///   registry are.
    package init(_ routes: [Route]) {
        self.routes = routes
        let isSorted = routes.indices.dropFirst().allSatisfy { routes[$0 - 1].id < routes[$0].id }
        places =
            isSorted
            ? nil
            : Dictionary(
                routes.indices.map { (routes[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The route with an id.
    ///
    /// - Complexity: Logarithmic in the number of routes, or constant.
    package subscript(id: RouteID) -> Route? {
        if let places { return places[id].map { routes[$0] } }
        var (low, high) = (0, routes.count)
        while low < high {
            let middle = (low + high) / 2
            if routes[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < routes.count && routes[low].id == id ? routes[low] : nil
    }
}

extension [RouteIndex] {
    /// Returns the route with an id in the first of the lists that has one.
    package func route(withID id: RouteID) -> Route? {
        for index in self {
            if let route = index[id] { return route }
        }
        return nil
    }
}
