extension RoutingTable {
    /// The unmatched resolution of a request.
    ///
    /// - Parameter request: The request, whose URL must be valid.
    /// - Returns: An unmatched resolution in the namespace that is tried first.
    /// - Complexity: That of finding the namespace that the URL is bound to.
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
