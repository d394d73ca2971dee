import RouteDBRouting

extension ResolutionRequest {
    /// Returns the request with the given time, unless it has a time already.
    func at(_ time: Int64?) -> ResolutionRequest {
        guard self.time == nil, let time else { return self }
        var request = self
        request.time = time
        return request
    }
}

extension RoutingTable {
    /// Resolves a request, reading the clock only if access rules need the time and the request has
    /// none.
    func resolve(_ request: ResolutionRequest, clock: () -> Int64) -> Resolution {
        asksForTime && request.time == nil ? resolve(request.at(clock())) : resolve(request)
    }
}
