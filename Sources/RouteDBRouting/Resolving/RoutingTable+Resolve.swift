extension RoutingTable {
    /// Resolves a URL.
    ///
    /// - Parameter url: The URL as written.
    /// - Returns: The resolution. An invalid URL is an outcome, not an error.
    public func resolve(_ url: String) -> Resolution { first(ResolutionRequest(plain: url)) }

    /// Resolves a request.
    ///
    /// This is a pure function of the table and the request: it returns the same answer at any time and
    /// on any thread, provided that converters in code are pure too.
    ///
    /// - Parameter request: The request.
    /// - Returns: The resolution.
    public func resolve(_ request: consuming ResolutionRequest) -> Resolution { first(request) }

    /// Finds the next match of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: A resolution of the same request by this table that matched; the search continues
    ///     after it. With `nil`, or a resolution by another table, the first match is found.
    /// - Returns: The resolution.
    public func resolve(
        _ request: ResolutionRequest, after previous: Resolution?
    ) -> Resolution {
        guard let previous, previous.table === self, previous.hasRoute else {
            return first(request)
        }
        // A refusal is final, and names are unique: nothing follows.
        if previous.isRefused { return previous }
        if request.routeName != nil { return unmatched(request) }
        // A route that was requested by name has no position among the matches of a URL.
        if previous.namedRoute != nil { return first(request) }
        return search(request, after: previous.match)
    }

    /// Resolves a request.
    ///
    /// Nearly always, the first match is the answer. Each resolution here is a constant, since the
    /// compiler makes these in place, and copies what may be changed.
    private func first(_ request: consuming ResolutionRequest) -> Resolution {
        if let name = request.routeName { return resolve(request, named: name) }
        let namespace = request.namespace
        var match = RouteMatch()
        let outcome = request.withURL { self.match(utf8: $0, in: namespace, into: &match) }
        switch outcome {
        case .matched where !request.wantsKind && !isConditional(match):
            let found = Resolution(
                request: request, outcome: .matched, table: self, match: match)
            guard let access else { return found }
            let outcome = access.outcome(for: found)
            return outcome == .matched ? found : Resolution(found, outcome: outcome)
        case .unmatched:
            return Resolution(request: request, outcome: .unmatched, table: self, match: match)
        case .invalid(let error):
            return Resolution(request: request, invalidURL: error, table: self)
        case .matched: return settled(request, match)
        }
    }

    /// Finds the first match that converters accept, and that takes requests of the kind at the time.
    @inline(never)
    private func settled(_ request: ResolutionRequest, _ match: RouteMatch) -> Resolution {
        var resolution = Resolution(
            request: request, outcome: .matched, table: self, match: match)
        if resolution.settle() { return resolution }
        return search(request, after: match, failures: resolution.conversionFailures)
    }

    /// Finds the next match that converters accept, and that takes requests of the kind at the time.
    private func search(
        _ request: ResolutionRequest, after previous: RouteMatch,
        failures: [ParameterConverter.Failure] = []
    ) -> Resolution {
        var (previous, failures) = (previous, failures)
        while true {
            var match = RouteMatch()
            let outcome = request.withURL { self.match(utf8: $0, after: previous, into: &match) }
            var resolution = Resolution(request, outcome, match, in: self)
            let isSettled = resolution.settle()
            failures += resolution.conversionFailures
            if isSettled {
                if !failures.isEmpty { resolution.conversionFailures = failures }
                return resolution
            }
            previous = match
        }
    }

    /// Finds what follows a match that a handler declined.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: The resolution of that match.
    /// - Returns: The next match, if the namespace's policy `refusal` is `next`; otherwise, and after
    ///   the last match, an unmatched resolution.
    public func resolve(_ request: ResolutionRequest, declining previous: Resolution) -> Resolution
    {
        guard previous.policies.refusal == .final, !previous.isRefused else {
            return resolve(request, after: previous)
        }
        return Resolution(
            request: request, outcome: .unmatched, table: self, match: previous.match)
    }

    /// Finds the route with a name, in the namespace and then in its fallbacks.
    private func resolve(_ request: ResolutionRequest, named name: String) -> Resolution {
        var place = request.namespace.map { self.place(of: $0) ?? -1 } ?? defaultPlace
        var match = RouteMatch()
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        var other: Route?
        for _ in 0..<tables.count where place >= 0 {
            let table = tables.objects[place]
            if let route = table.route(named: name) {
                if request.wants(route) {
                    match.namespace = UInt32(place)
                    var resolution = Resolution(
                        request: request, outcome: .matched, table: self, match: match,
                        namedRoute: route)
                    resolution.decide()
                    return resolution
                }
                if !RouteKind.route(of: route.kind, takes: request.kind) { other = other ?? route }
            }
            place = table.fallback
        }
        return Resolution(
            request: request, outcome: .unmatched, table: self, match: match, namedRoute: other)
    }

    func namespaceTable(of match: RouteMatch) -> NamespaceTable? {
        match.namespace == RouteMatch.noNamespace ? nil : tables.objects[Int(match.namespace)]
    }

    /// The fallback target for an unmatched URL: that of the first namespace in the chain of fallbacks
    /// that has one.
    package func fallbackTarget(for match: RouteMatch) -> String? {
        var table = namespaceTable(of: match)
        for _ in 0..<tables.count {
            guard let current = table else { return nil }
            if let target = current.namespace.fallbackTarget { return target }
            table = current.fallback < 0 ? nil : tables.objects[current.fallback]
        }
        return nil
    }

    /// The registry's default values for a route: its own take precedence over those of its group and
    /// its namespace.
    package func defaults(for route: Route) -> JSONObject {
        if defaults.isEmpty { return [:] }
        var merged = defaults[.namespace(route.namespace)] ?? [:]
        if let group = route.group, let values = defaults[.group(route.namespace, group)] {
            merged = merged.merging(values)
        }
        if let values = defaults[.route(route.id)] { merged = merged.merging(values) }
        return merged
    }

    /// The decoded items of a URL's query, and of its fragment where it is read as a query.
    package func queryItems(of url: RawSpan, policies: NamespacePolicy.Values) -> [NormalizedURL
        .QueryItem]
    {
        // Most URLs have neither, and are not read again.
        let mayHaveItems = (0..<url.byteCount).contains {
            let byte = url.byte(at: $0)
            return byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        }
        guard mayHaveItems else { return [] }
        return (try? NormalForm(url, policies: policies))?.queryItems(of: url) ?? []
    }
}

extension RoutingTable {
    /// The kinds for which routes answer a request, whatever kind it has itself.
    ///
    /// A server asks for them if no route takes a request: an HTTP server names the methods in `Allow`.
    ///
    /// ```swift
    /// print(table.resolve(ResolutionRequest("/cart", kind: "PUT")).outcome)  // unmatched
    /// let kinds = table.kinds(answering: ResolutionRequest("/cart"))  // ["GET", "POST"]
    /// ```
    ///
    /// - Parameter request: The request; its kind does not matter.
    /// - Returns: The kinds, in the order of the matches and with HTTP methods in capitals; last, `nil` if a
    ///   route answers requests of every other kind. Left out are kinds for which access is denied to the
    ///   request's principal. `GET` stands for `HEAD` too, which is listed only if a route for `HEAD` comes
    ///   first.
    /// - Complexity: That of finding every match of the URL.
    public func kinds(answering request: ResolutionRequest) -> [String?] {
        var request = request
        request.kind = nil
        var kinds: [String?] = []
        // Those that a match before takes, even if access is denied there.
        var taken: Set<TextKey> = []
        var found = first(request)
        while let route = found.foundRoute {
            let isOpen = found.outcome != .denied
            guard let kind = route.kind.map(RouteKind.canonical) else {
                if isOpen { kinds.append(nil) }
                break
            }
            if taken.insert(TextKey(kind)).inserted, isOpen { kinds.append(kind) }
            if kind == "GET" { taken.insert(TextKey("HEAD")) }
            if request.routeName != nil { break }
            found = search(request, after: found.match)
        }
        return kinds
    }

    /// The route that would take a request if its time were not over.
    ///
    /// A server asks for it if no route takes a request: what a URL led to is gone, rather than unknown.
    ///
    /// - Parameter request: The request. Without a time, nothing is over.
    /// - Returns: The first such route among the matches of the URL; `nil` if there is none.
    /// - Complexity: That of finding all matches of the URL.
    public func ended(answering request: ResolutionRequest) -> Route? {
        guard let time = request.time, request.routeName == nil else { return nil }
        var match = RouteMatch()
        let namespace = request.namespace
        var outcome = request.withURL { self.match(utf8: $0, in: namespace, into: &match) }
        while case .matched = outcome {
            let route = Resolution(request, outcome, match, in: self).foundRoute
            if let route, let end = route.period.ends, end <= time,
                RouteKind.route(of: route.kind, takes: request.kind)
            {
                return route
            }
            let previous = match
            outcome = request.withURL { self.match(utf8: $0, after: previous, into: &match) }
        }
        return nil
    }

    /// The enabled routes of a namespace that have no pattern.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The routes, in the order of registration; empty if there is no such namespace.
    public func tasks(of namespace: String) -> [Route] {
        place(of: namespace).map { tables.objects[$0].tasks } ?? []
    }
}

extension RoutingTable {
    /// The unmatched resolution of a request.
    ///
    /// - Complexity: That of finding the namespace that the URL is bound to.
    package func unmatched(_ request: ResolutionRequest) -> Resolution {
        let place: Int
        if let namespace = request.namespace {
            place = self.place(of: namespace) ?? -1
        } else if request.routeName == nil {
            place = request.withURL(boundPlace) ?? defaultPlace
        } else {
            place = defaultPlace
        }
        var match = RouteMatch()
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        return Resolution(request: request, outcome: .unmatched, table: self, match: match)
    }
}

extension Resolution {
    /// The resolution of a request for a URL, of which only the route is known.
    fileprivate init(
        _ request: ResolutionRequest, _ outcome: RoutingTable.MatchOutcome, _ match: RouteMatch,
        in table: RoutingTable
    ) {
        switch outcome {
        case .matched:
            self.init(request: request, outcome: .matched, table: table, match: match)
        case .unmatched:
            self.init(request: request, outcome: .unmatched, table: table, match: match)
        case .invalid(let error):
            self.init(request: request, invalidURL: error, table: table)
        }
    }

    /// Converts the values of a match, and decides about access.
    fileprivate mutating func settle() -> Bool {
        guard case .matched = outcome else { return true }
        guard table.lendRoute(of: match, request.wants), convert() else { return false }
        decide()
        return true
    }
}
