package import RouteDB
package import RouteDBRouting
package import RouteDBStorage

extension RouteRegistry {
    /// Reads what explains the answer to a request at a revision, or at the newest.
    ///
    /// Of more than ten thousand routes these are only those that come near to the URL, and a number of others;
    /// the counts of the snapshot tell how many there are.
    package func vicinity(
        of request: ResolutionRequest, at revision: RevisionReference? = nil,
        options: ExplainOptions = ExplainOptions()
    ) async throws(RouteDBError) -> RegistrySnapshot {
        let others = options.candidateLimit.asLimit
        let snapshot =
            if request.routeName != nil {
                try await snapshot(keptBy: RouteSieve(request), at: revision)
            } else if others == .max {
                // Whoever wants to see all candidates has all of them compared.
                try await snapshot(keptBy: nil, at: revision)
            } else {
                try await vicinity(of: request.url, others: others, at: revision)
            }
        if let name = request.namespace { _ = try snapshot.namespace(named: name) }
        return snapshot
    }

    /// Returns an explainer of what was read of the registry.
    package func explainer(of snapshot: RegistrySnapshot) -> Explainer {
        Explainer(
            RoutingTable(snapshot, functions: options.converters),
            disabled: snapshot.routes.filter { !$0.isEnabled })
    }
}
