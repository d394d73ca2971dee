import RouteDB

/// The matches whose handlers were asked, in order, until one accepts.
struct HandlerWalk {
    private(set) var asked: [Resolution] = []
    /// The last one of them, if it accepts.
    private(set) var accepted: Resolution?

    init(
        _ request: ResolutionRequest, in table: RoutingTable,
        accepts: (Resolution) throws -> Bool
    ) rethrows {
        var resolution = table.resolve(request)
        while resolution.outcome == .matched {
            asked.append(resolution)
            if try accepts(resolution) {
                accepted = resolution
                return
            }
            resolution = table.resolve(request, declining: resolution)
        }
    }
}
