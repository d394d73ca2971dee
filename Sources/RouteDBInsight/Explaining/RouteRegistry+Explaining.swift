package import RouteDB
package import RouteDBRouting
package import RouteDBStorage

extension RouteRegistry {
    /// Reads what explains the answer to a request at a revision, or at the newest.
    ///
    /// Of more than ten thousand routes these are only those that come close to the URL, and a number of others;
    /// the counts of the snapshot tell how many there are.
    package func vicinity(
        of request: ResolutionRequest, at revision: RevisionReference? = nil,
        options: ExplainOptions = ExplainOptions()
    ) async throws(RouteDBError) -> RegistrySnapshot {
        let others = options.candidateLimit.asLimit
        if request.routeName != nil {
            return try await snapshot(keptBy: RouteSieve(request), at: revision)
        }
        // Whoever wants to see all candidates has all of them compared.
        if others == .max { return try await snapshot(keptBy: nil, at: revision) }
        return try await vicinity(of: request.url, others: others, at: revision)
    }

    /// Returns an explainer of what was read of the registry for a request, whose namespace must exist.
    package func explainer(
        of snapshot: RegistrySnapshot, for request: ResolutionRequest
    ) throws(RouteDBError) -> Explainer {
        if let name = request.namespace { _ = try snapshot.namespace(named: name) }
        return Explainer(
            RoutingTable(snapshot, functions: options.converters),
            disabled: snapshot.routes.filter { !$0.isEnabled })
    }
}
