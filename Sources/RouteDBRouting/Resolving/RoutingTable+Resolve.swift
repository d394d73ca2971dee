extension RoutingTable {
    /// Resolves a URL.
    ///
    /// - Parameter url: The URL as written.
    /// - Returns: The resolution; an invalid URL is an outcome too.
    public func resolve(_ url: String) -> Resolution { resolve(ResolutionRequest(url)) }

    /// Resolves a request, or finds its next match.
    ///
    /// A pure function of the table and the request: the same two give the same answer, at any
    /// time and on any thread, provided that the code behind converters is pure too.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: A resolution of the same request by this table that matched; the search
    ///     begins behind it. What another table resolved is not looked behind.
    /// - Returns: The resolution.
    public func resolve(
        _ request: ResolutionRequest, after previous: Resolution? = nil
    ) -> Resolution {
        let previous = previous.flatMap { $0.table === self && $0.hasRoute ? $0 : nil }
        // Behind a refusal is nothing: it is final.
        if let previous, previous.isRefused { return previous }
        if let name = request.routeName {
            var resolution = resolve(request, named: name, isBehind: previous != nil)
            resolution.decide()
            return resolution
        }
        var resolution = nextMatch(of: request, behind: previous)
        while case .matched = resolution.outcome {
            let isWanted = request.kind == nil || resolution.route.map(request.wants) == true
            if isWanted && resolution.convert() {
                resolution.decide()
                return resolution
            }
            let failures = resolution.conversionFailures
            resolution = nextMatch(of: request, behind: resolution)
            resolution.conversionFailures = failures
        }
        return resolution
    }

    /// Finds what comes after a match that a handler would not take.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: The resolution of that match.
    /// - Returns: The next match, if the namespace's policy `refusal` is `next`; otherwise, and
    ///   behind the last match, a resolution that is unmatched.
    public func resolve(_ request: ResolutionRequest, declining previous: Resolution) -> Resolution
    {
        guard previous.namespace?.policies.refusal == .final, !previous.isRefused else {
            return resolve(request, after: previous)
        }
        return Resolution(
            request: request, outcome: .unmatched, invalidURL: nil, table: self,
            match: previous.match)
    }

    private func nextMatch(
        of request: ResolutionRequest, behind previous: Resolution?
    ) -> Resolution {
        var match = RouteMatch()
        // A route that was asked for by name has no place among the matches.
        let behind = previous.flatMap { $0.namedRoute == nil ? $0.match : nil }
        let outcome = request.withURL { url in
            if let behind { return self.match(utf8: url, after: behind, into: &match) }
            return self.match(utf8: url, in: request.namespace, into: &match)
        }
        switch outcome {
        case .matched:
            return Resolution(
                request: request, outcome: .matched, invalidURL: nil, table: self, match: match)
        case .unmatched:
            return Resolution(
                request: request, outcome: .unmatched, invalidURL: nil, table: self, match: match)
        case .invalid(let error):
            return Resolution(
                request: request, outcome: .invalid, invalidURL: error, table: self,
                match: RouteMatch())
        }
    }

    /// Finds the route with a name: in the namespace, and then along its fallbacks.
    private func resolve(
        _ request: ResolutionRequest, named name: String, isBehind: Bool
    ) -> Resolution {
        var place = request.namespace.map { self.place(of: $0) ?? -1 } ?? defaultPlace
        var match = RouteMatch()
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        var other: Route?
        // Names are one to one, so there is nothing behind the first.
        for _ in 0..<tables.count where place >= 0 && !isBehind {
            let table = tables.objects[place]
            if let route = table.route(named: name) {
                if request.wants(route) {
                    match.namespace = UInt32(place)
                    return Resolution(
                        request: request, outcome: .matched, invalidURL: nil, table: self,
                        match: match, namedRoute: route)
                }
                other = other ?? route
            }
            place = table.fallback
        }
        return Resolution(
            request: request, outcome: .unmatched, invalidURL: nil, table: self, match: match,
            namedRoute: other)
    }

    func namespaceTable(of match: RouteMatch) -> NamespaceTable? {
        match.namespace == RouteMatch.noNamespace ? nil : tables.objects[Int(match.namespace)]
    }

    /// The fallback target for a URL that found nothing: that of the first namespace along the
    /// fallbacks that has one.
    func fallbackTarget(for match: RouteMatch) -> String? {
        var table = namespaceTable(of: match)
        for _ in 0..<tables.count {
            guard let current = table else { return nil }
            if let target = current.namespace.fallbackTarget { return target }
            table = current.fallback < 0 ? nil : tables.objects[current.fallback]
        }
        return nil
    }

    /// The registry's default values for a route: its own over its group's over its namespace's.
    func defaults(for route: Route) -> JSONObject {
        if defaults.isEmpty { return [:] }
        var merged = defaults[.namespace(route.namespace)] ?? [:]
        if let group = route.group, let values = defaults[.group(route.namespace, group)] {
            merged = merged.merging(values)
        }
        if let values = defaults[.route(route.id)] { merged = merged.merging(values) }
        return merged
    }

    /// The decoded items of a URL's query, and of its fragment where that is read as one.
    func queryItems(of url: RawSpan, policies: NamespacePolicies) -> [QueryItem] {
        guard let form = try? NormalForm(url, policies: policies) else { return [] }
        let ranges = form.facts.queryRanges(in: url)
        return QueryItem.items(in: url, ranges.query, policies: policies)
            + QueryItem.items(in: url, ranges.fragment, policies: policies)
    }
}
