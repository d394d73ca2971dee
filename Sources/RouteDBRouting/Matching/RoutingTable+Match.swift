extension RoutingTable {
    /// The result of matching a URL.
    public enum MatchOutcome: Sendable {
        /// A route matches.
        case matched
        /// No route matches.
        case unmatched
        /// The text is not a valid URL.
        case invalid(InvalidURL)
    }

    /// Finds the first route that matches a URL.
    ///
    /// This is the fast way, for loops over many URLs: it reports numbers, keeps no references, and
    /// allocates nothing for URLs in plain form.
    ///
    /// ```swift
    /// var match = RouteMatch()
    /// if case .matched = table.match(url, into: &match) {
    ///     // The range of the first value is one of offsets into url.utf8.
    ///     print(table.route(of: match).target, match.range(of: 0))
    /// }
    /// ```
    ///
    /// Access rules are not evaluated; ``resolve(_:)-(ResolutionRequest)`` does that.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    /// - Complexity: Linear in the URL, and in the number of routes that agree with it in the segments
    ///   that distinguish routes.
    public func match(
        _ url: String, in namespace: String? = nil, into match: inout RouteMatch
    ) -> MatchOutcome {
        url.withBytes { self.match(utf8: $0, in: namespace, into: &match) }
    }

    /// Finds the first route that matches a URL given as bytes.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL as written, which need not be valid.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    public func match(
        utf8 url: RawSpan, in namespace: String? = nil, into match: inout RouteMatch
    ) -> MatchOutcome {
        // 106 words of stack. Every word is written before it is read: the scan writes the bounds that
        // it counts, and the search reads only branches that it has stored.
        let answer = unsafe withUnsafeTemporaryAllocation(
            of: UInt32.self, capacity: PlainScan.capacity + RoutingShard.maximumPending
        ) { scratch in
            let start = unsafe scratch.baseAddress.unsafelyUnwrapped
            var search = unsafe ShardSearch(
                url, bounds: start, boundCount: PlainScan.capacity, raw: url,
                pending: start + PlainScan.capacity)
            guard url.byteCount <= URLLimits.bytes,
                unsafe PlainScan.scan(url, into: start, &search.urlBounds)
            else { return NamespaceTable.Answer.needsNormalForm }
            return matchPlain(url, &search, in: namespace, into: &match)
        }
        switch answer {
        case .matched: return .matched
        case .unmatched: return .unmatched
        case .needsNormalForm:
            return matchNormalForm(url, in: namespace, after: nil, into: &match)
        }
    }

    /// Finds the next route that matches a URL, after a match that was found.
    ///
    /// Matches come in the order of rank; those of a fallback namespace come after those of the
    /// namespace itself.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL as written.
    ///   - previous: A match of the same URL by this table.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    /// - Complexity: As for the first match, plus that of normalizing the URL.
    public func match(
        utf8 url: RawSpan, after previous: RouteMatch, into match: inout RouteMatch
    ) -> MatchOutcome {
        matchNormalForm(url, in: nil, after: previous, into: &match)
    }

    /// The route of a match.
    ///
    /// - Parameter match: A match that this table reported.
    /// - Returns: The route.
    public func route(of match: RouteMatch) -> Route {
        shard(of: match).routes[Int(match.route)]
    }

    package func shard(of match: RouteMatch) -> RoutingShard {
        tables.objects[Int(match.namespace)].shards.objects[Int(match.shard)]
    }

    // MARK: Plain URLs

    /// Finds the first match of a URL in plain form.
    @inline(__always)
    private func matchPlain(
        _ url: RawSpan, _ search: inout ShardSearch, in namespace: String?,
        into match: inout RouteMatch
    ) -> NamespaceTable.Answer {
        var place = defaultPlace
        var isChecked = false
        if namespace != nil || !bindings.bindsNothing {
            guard PlainScan.hasPlainAuthority(url, search.urlBounds) else {
                return .needsNormalForm
            }
            isChecked = true
            place = firstPlace(url, search.urlBounds, in: namespace)
        }
        match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
        // A registry has no fallback cycle; the count ends the loop even if a damaged one has.
        var remaining = tables.count
        while place >= 0 && remaining > 0 {
            let answer = tables.lend(place) {
                $0.firstPlainMatch(&search, isChecked: isChecked, &match)
            }
            switch answer {
            case .needsNormalForm: return .needsNormalForm
            case .matched:
                match.namespace = UInt32(place)
                return .matched
            case .unmatched:
                place = tables.lend(place) { $0.fallback }
                remaining &-= 1
            }
        }
        return .unmatched
    }

    /// The index of the namespace to start in, or -1.
    private func firstPlace(_ bytes: RawSpan, _ urlBounds: URLBounds, in namespace: String?) -> Int
    {
        if let namespace { return place(of: namespace) ?? -1 }
        return bindings.namespace(bytes, urlBounds) ?? defaultPlace
    }

    // MARK: Any URL

    private static func normalForm(
        _ url: RawSpan, _ policies: NamespacePolicy.Values, reusing form: NormalForm?
    ) throws(InvalidURL) -> NormalForm {
        if let form, form.policies == policies { return form }
        return try NormalForm(url, policies: policies)
    }

    /// The index of the namespace to start in, or -1.
    package func firstPlace(_ url: RawSpan, in namespace: String?) -> Int {
        if let namespace { return place(of: namespace) ?? -1 }
        return boundPlace(of: url) ?? defaultPlace
    }

    /// The index of the namespace that a URL is bound to, or `nil`.
    package func boundPlace(of url: RawSpan) -> Int? {
        guard !bindings.bindsNothing else { return nil }
        let origin = NormalForm(originOf: url)
        return bindings.namespace(origin.bytes.span.bytes, origin.urlBounds)
    }

    /// Returns whether the variant with a rank matches a URL in a namespace, even if another variant comes
    /// first.
    ///
    /// - Complexity: As for the first match; logarithmic in the number of higher-ranked variants.
    package func hasMatch(utf8 url: RawSpan, of rank: Rank, at place: Int) -> Bool {
        let table = tables.objects[place]
        guard let form = try? NormalForm(url, policies: table.policies) else { return false }
        var scratch = [UInt32](repeating: 0, count: RoutingShard.maximumPending)
        var pending = scratch.mutableSpan
        var observer = NoObserver()
        var match = RouteMatch()
        let answer = table.firstMatch(
            bytes: form.bytes.span.bytes, bounds: form.bounds.span, urlBounds: form.urlBounds,
            raw: url,
            isNormal: true, after: rank.predecessor, pending: &pending, match: &match,
            observer: &observer)
        guard case .matched = answer else { return false }
        return table.shards.objects[Int(match.shard)].ranks[Int(match.variant)] == rank
    }

    /// Returns whether a URL is looked up in a namespace, if no namespace before it has a match.
    package func asks(namespaceAt wanted: Int, about url: RawSpan) -> Bool {
        var place = firstPlace(url, in: nil)
        for _ in 0..<tables.count where place >= 0 {
            if place == wanted { return true }
            place = tables.objects[place].fallback
        }
        return false
    }

    @inline(never)
    private func matchNormalForm(
        _ url: RawSpan, in namespace: String?, after previous: RouteMatch?,
        into match: inout RouteMatch
    ) -> MatchOutcome {
        do throws(InvalidURL) {
            var scratch = [UInt32](repeating: 0, count: RoutingShard.maximumPending)
            var pending = scratch.mutableSpan
            var observer = NoObserver()
            var form: NormalForm?
            var place = previous.map { Int($0.namespace) } ?? firstPlace(url, in: namespace)
            if place < 0 { _ = try NormalForm(url, policies: .native) }
            var rank = previous.map { shard(of: $0).ranks[Int($0.variant)] }
            match.namespace = place < 0 ? RouteMatch.noNamespace : UInt32(place)
            for _ in 0..<tables.count where place >= 0 {
                let table = tables.objects[place]
                defer {
                    place = table.fallback
                    rank = nil
                }
                let current = try Self.normalForm(url, table.policies, reusing: form)
                form = current
                let answer = table.firstMatch(
                    bytes: current.bytes.span.bytes, bounds: current.bounds.span,
                    urlBounds: current.urlBounds, raw: url, isNormal: true, after: rank,
                    pending: &pending, match: &match, observer: &observer)
                guard case .matched = answer else { continue }
                match.namespace = UInt32(place)
                match.hasRanges = false
                match.captureCount = shard(of: match).captureCount(of: match.variant)
                return .matched
            }
            return .unmatched
        } catch {
            return .invalid(error)
        }
    }
}

extension NamespaceTable {
    /// Finds the first match of a URL in plain form, and its captures.
    ///
    /// The facts of the search are those of the native reading, and are left as they were.
    // Not inlined, nor is what few URLs need: in one function with the scan or with these, most of what
    // it reads would be on the stack.
    @inline(never)
    func firstPlainMatch(
        _ search: inout ShardSearch, isChecked: Bool, _ match: inout RouteMatch
    ) -> Answer {
        readsPlainly
            ? matchAsRead(&search, isChecked: isChecked, &match)
            : matchAdapted(search, isChecked: isChecked, &match)
    }

    /// Reads the URL of a search by the policies of the namespace, and finds the first match.
    @inline(never)
    private func matchAdapted(
        _ search: ShardSearch, isChecked: Bool, _ match: inout RouteMatch
    ) -> Answer {
        let urlBounds = search.urlBounds
        guard let adapted = search.withBytes({ adaptedFacts(urlBounds, of: $0) }) else {
            return .needsNormalForm
        }
        var search = search
        search.urlBounds = adapted
        search.mayHaveEmpty = policies.keepsEmptySegments
        // A namespace that does not match the host as a host has already checked it.
        let isChecked = isChecked || urlBounds.hasHost && !adapted.hasHost
        return matchAsRead(&search, isChecked: isChecked, &match)
    }

    /// Searches the shards by the facts of a search, and finds the captures of the first match.
    @inline(__always)
    private func matchAsRead(
        _ search: inout ShardSearch, isChecked: Bool, _ match: inout RouteMatch
    ) -> Answer {
        search.begin()
        var observer = NoObserver()
        let answer = visitShards(&search, isNormal: isChecked, observer: &observer)
        guard case .matched = answer else { return answer }
        let variant = search.variant
        match.take(variant, ofShard: search.shard)
        if variant.isSimple && variant.flags.isEmpty {
            // Nearly all: there is a segment for each token, and captures are whole segments.
            unsafe match.take(segments: variant.captures, search.bounds)
        } else {
            takeCaptures(of: search, &match)
        }
        return answer
    }

    /// Finds the captures of the match of a search.
    @inline(never)
    private func takeCaptures(of search: ShardSearch, _ match: inout RouteMatch) {
        match.captureCount = 0
        match.hasRanges = true
        shards.lend(Int(search.shard)) { shard in
            search.forEachCapture(of: search.variant, in: shard) {
                match.append($0.range.lowerBound, $0.range.upperBound)
            }
        }
    }
}
