import RouteDBRouting

extension ResolutionRequest {
    /// The request at a time, unless it tells one.
    func at(_ time: Int64?) -> ResolutionRequest {
        guard self.time == nil, let time else { return self }
        var request = self
        request.time = time
        return request
    }
}

extension RoutingTable {
    /// Resolves a request; if a rule asks for the time, and the request does not tell it, at that
    /// of a clock.
    func resolve(_ request: ResolutionRequest, clock: () -> Int64) -> Resolution {
        asksForTime && request.time == nil ? resolve(request.at(clock())) : resolve(request)
    }
}
