extension RoutingTable {
    /// What a request comes to if no route takes it.
    ///
    /// - Parameter request: The request, which is not invalid.
    /// - Returns: A resolution that is unmatched, of the namespace that is asked first.
    /// - Complexity: That of finding the namespace which the URL is bound to.
    package func unmatched(_ request: ResolutionRequest) -> Resolution {
        let place =
            if request.routeName == nil {
                request.withURL { firstPlace($0, in: request.namespace) }
            } else {
                request.namespace.map { self.place(of: $0) ?? -1 } ?? defaultPlace
            }
        var match = RouteMatch()
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        return Resolution(
            request: request, outcome: .unmatched, invalidURL: nil, table: self, match: match)
    }
}
