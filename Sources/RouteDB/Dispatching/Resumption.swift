public import RouteDBRouting

/// A request that a challenge holds up, with all that it takes to go on.
public struct Resumption: Sendable {
    /// The request as it came.
    public let request: DispatchRequest
    /// What it resolved to.
    public let resolution: Resolution
    /// The values that the match had.
    public var values: JSONObject { resolution.values }

    /// The request of somebody who is known by now.
    func request(as principal: Principal?) -> DispatchRequest {
        var request = request
        if let principal { request.request.principal = principal }
        return request
    }
}
