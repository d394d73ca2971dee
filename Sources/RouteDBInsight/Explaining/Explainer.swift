public import RouteDB
public import RouteDBRouting

/// Explains how a routing table answers requests.
///
/// An explainer has no matching rules of its own: it asks the table's matcher, part by part, and
/// the table's resolver. Creating one visits every route, so keep it if you explain several
/// requests.
///
/// ```swift
/// let explanation = Explainer(table).explain(ResolutionRequest("myapp://user/x"))
/// for candidate in explanation.candidates { print(candidate.route.target, candidate.verdict) }
/// ```
public struct Explainer: Sendable {
    package let table: RoutingTable
    /// The tries of the shards, by namespace.
    let tries: [[VariantTrie]]
    /// A table of the disabled routes, as if enabled; `nil` if there are none.
    let disabled: RoutingTable?

    /// Creates an explainer.
    ///
    /// - Parameters:
    ///   - table: The table to explain.
    ///   - disabled: The registry's disabled routes. They are not candidates; if nothing matches, a
    ///     disabled route that would match is reported as a near miss.
    /// - Complexity: Linear in the table's patterns and their segments.
    public init(_ table: RoutingTable, disabled: [Route] = []) {
        // A trie holds a whole shard.
        self.table = table.flattened()
        let enabled = disabled.map { route in
            var route = route
            route.isEnabled = true
            return route
        }
        self.disabled = enabled.isEmpty ? nil : table.holding(enabled)
        tries = self.table.tables.objects.map { $0.shards.objects.map(VariantTrie.init) }
    }

    /// Explains the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: How detailed the explanation is.
    /// - Returns: The explanation. Its resolution is the one that
    ///   `RoutingTable.resolve(_:)` returns.
    /// - Complexity: That of resolving the request a few tens of times, plus linear in the number
    ///   of routes whose patterns share a prefix with the URL.
    public func explain(
        _ request: ResolutionRequest, options: ExplainOptions = ExplainOptions()
    ) -> Explanation {
        let resolution = table.resolve(request)
        guard request.routeName == nil else {
            return Explanation(
                resolution: resolution, namespaces: namedVisits(request, resolution),
                candidates: [], order: nil, elsewhere: [], nearMisses: [])
        }
        var search = CandidateSearch(self, request, resolution)
        search.run()
        let fits = search.fits.sorted { $0.isBefore($1) }
        let chosen = fits.firstIndex { search.isChosen($0) }
        var candidates = fits.enumerated().map { index, fit in
            search.candidate(
                fit, isBefore: chosen.map { index < $0 } ?? true, isChosen: index == chosen)
        }
        candidates += search.nearest(options.candidateLimit.asLimit)
        var order: OrderRule?
        if let chosen, chosen + 1 < fits.count {
            order = search.rule(fits[chosen], fits[chosen + 1])
        }
        let nearMisses =
            resolution.outcome == .unmatched
            ? NearMissSearch(self, request, search.readings).misses(options.nearMissLimit.asLimit)
            : []
        return Explanation(
            resolution: resolution, namespaces: search.visits, candidates: candidates, order: order,
            elsewhere: resolution.outcome == .unmatched ? elsewhere(request, search.visits) : [],
            nearMisses: nearMisses)
    }

    /// The routes that would match in namespaces that were not visited.
    private func elsewhere(
        _ request: ResolutionRequest, _ visits: [NamespaceVisit]
    ) -> [MatchElsewhere] {
        let asked = Set(visits.map(\.namespace.id))
        return table.namespaces.compactMap { namespace in
            guard !asked.contains(namespace.id) else { return nil }
            var request = request
            request.namespace = namespace.name
            guard let route = table.resolve(request).foundRoute, route.namespace == namespace.id
            else { return nil }
            return MatchElsewhere(namespace: namespace, route: route)
        }
    }

    /// The namespaces in which a route name was looked up, up to the one that has it.
    private func namedVisits(
        _ request: ResolutionRequest, _ resolution: Resolution
    ) -> [NamespaceVisit] {
        var visits: [NamespaceVisit] = []
        var place = request.namespace.map { table.place(of: $0) ?? -1 } ?? table.defaultPlace
        var reason: NamespaceVisit.Reason = request.namespace == nil ? .unbound : .named
        for _ in 0..<table.tables.count where place >= 0 {
            let namespace = table.tables.objects[place]
            visits.append(
                NamespaceVisit(
                    namespace: namespace.namespace, reason: reason, candidateCount: 0,
                    fitCount: 0, rejections: []))
            if resolution.foundRoute?.namespace == namespace.namespace.id { break }
            reason = .fallback(of: namespace.namespace.name)
            place = namespace.fallback
        }
        return visits
    }
}

extension RoutingTable {
    /// Explains the answer to a request.
    ///
    /// To explain several requests, create an ``Explainer`` once; this method creates one for each
    /// call.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: How detailed the explanation is.
    /// - Returns: The explanation.
    /// - Complexity: Linear in the table's patterns and their segments.
    public func explain(
        _ request: ResolutionRequest, options: ExplainOptions = ExplainOptions()
    ) -> Explanation {
        Explainer(self).explain(request, options: options)
    }
}

extension RouteRegistry {
    /// Explains how the current table resolves a request.
    ///
    /// If the request has no time, it is read from `RegistryOptions.now`.
    /// Each call makes a new ``Explainer``; to explain many requests, keep one for the `table`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: How much detail to include.
    /// - Returns: The explanation.
    /// - Complexity: Linear in the routes.
    public func explain(
        _ request: ResolutionRequest, options: ExplainOptions = ExplainOptions()
    ) -> Explanation {
        table.explain(request.at(self.options.now()), options: options)
    }
}
