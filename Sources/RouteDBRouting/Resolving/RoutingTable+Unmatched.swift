extension RoutingTable {
    /// What a request comes to if no route takes it.
    ///
    /// - Parameter request: The request, which is not invalid.
    /// - Returns: A resolution that is unmatched, of the namespace that is asked first.
    /// - Complexity: That of finding the namespace which the URL is bound to.
    package func unmatched(_ request: ResolutionRequest) -> Resolution {
        let place: Int
        if let namespace = request.namespace {
            place = self.place(of: namespace) ?? -1
        } else if request.routeName == nil {
            place = request.withURL(boundPlace) ?? defaultPlace
        } else {
            place = defaultPlace
        }
        var match = RouteMatch()
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        return Resolution(
            request: request, outcome: .unmatched, invalidURL: nil, table: self, match: match)
    }
}
