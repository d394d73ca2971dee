import RouteDBHistory
import RouteDBRouting

/// Resolves the URLs of hits again, against another registry than at the time of recording.
///
/// Access is not decided again, because a hit does not contain the roles and claims of its
/// principal. A URL that matches a route keeps the recorded verdict.
struct Regrouping: Sendable {
    let table: RoutingTable

    /// Returns the namespace, the route and the outcome of a hit, as numbers of the file.
    func place(
        of url: UnsafeRawBufferPointer, principal: UnsafeRawBufferPointer?, time: Int64,
        recorded: Int64
    ) -> (namespace: Int64, route: Int64, outcome: Int64) {
        // The texts are copied before the function returns.
        var request = unsafe ResolutionRequest(utf8: Array(url))
        request.principal = unsafe principal.map {
            unsafe RequestPrincipal(String(decoding: $0, as: UTF8.self))
        }
        request.time = time
        let resolution = table.resolve(request)
        let namespace = resolution.namespace?.id.rawValue ?? 0
        guard let route = resolution.foundRoute else {
            return (namespace, 0, Int64(HitOutcome(resolution.outcome).rawValue))
        }
        let isRefused = [HitOutcome.denied, .challenged].contains { Int64($0.rawValue) == recorded }
        return (
            namespace, route.id.rawValue,
            isRefused ? recorded : Int64(HitOutcome.matched.rawValue)
        )
    }
}
