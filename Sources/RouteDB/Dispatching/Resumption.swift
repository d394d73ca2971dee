public import RouteDBRouting

/// A challenged request, with everything needed to dispatch it again.
public struct Resumption: Sendable {
    /// The request as the caller made it.
    public let request: DispatchRequest
    /// The resolution of the request.
    public let resolution: Resolution
    /// The values of the match.
    public var values: JSONObject { resolution.values }

    /// Returns the request with a new principal, if one is given.
    func request(as principal: Principal?) -> DispatchRequest {
        var request = request
        if let principal { request.request.principal = principal }
        return request
    }
}
