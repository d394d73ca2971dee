#if Hummingbird
import RouteDB

/// The texts that stand for the routes of a registry in metrics and traces, so that a pattern is written as
/// text once for a revision, and not for each request.
final class EndpointPaths: Sendable {
    private struct State {
        var table: RoutingTable?
        var paths: [RouteID: String] = [:]
    }
    private let state = Locked(State())

    /// Returns what stands for the route of a dispatch; see ``Dispatcher/Report/endpointPath``.
    func path(of report: Dispatcher.Report) -> String {
        guard case .handled = report.outcome, let id = report.resolution.foundID else {
            return report.endpointPath
        }
        let table = report.resolution.routingTable
        let known = state.withLock { $0.table === table ? $0.paths[id] : nil }
        if let known { return known }
        let path = report.endpointPath
        // What was there is released after the lock.
        _ = state.withLock { state in
            let old = state
            if state.table !== table { state = State(table: table) }
            state.paths[id] = path
            return old
        }
        return path
    }
}
#endif
