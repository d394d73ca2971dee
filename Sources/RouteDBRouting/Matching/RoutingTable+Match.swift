extension RoutingTable {
    /// What matching a URL came to.
    public enum MatchOutcome: Sendable {
        /// A route matches.
        case matched
        /// None does.
        case unmatched
        /// The text is no URL that could be resolved.
        case invalid(InvalidURL)
    }

    /// Finds the first route that matches a URL, or the next one.
    ///
    /// The fast way, for loops over many URLs: it reports numbers, keeps no references, and for
    /// URLs in plain form allocates nothing. Matches come in the order of rank; those of a
    /// fallback namespace come after those of the namespace itself.
    ///
    /// ```swift
    /// var match = RouteMatch()
    /// if case .matched = table.match(url, into: &match) {
    ///     let target = table.route(of: match).target
    ///     let id = match.range(of: 0)      // offsets into url.utf8
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to begin with; `nil`: the one that the URL is bound to.
    ///   - previous: A match of the same URL and namespace; the search begins behind it.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    /// - Complexity: Linear in the URL, and in the number of routes that agree with it in the
    ///   segments that tell routes apart.
    public func match(
        _ url: String, in namespace: String? = nil, after previous: RouteMatch? = nil,
        into match: inout RouteMatch
    ) -> MatchOutcome {
        var url = url
        return url.withUTF8 { buffer in
            let span = unsafe RawSpan(_unsafeElements: buffer)
            return self.match(utf8: span, in: namespace, after: previous, into: &match)
        }
    }

    /// Finds the first route that matches a URL given as bytes, or the next one.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL as written, which may be anything.
    ///   - namespace: The namespace to begin with; `nil`: the one that the URL is bound to.
    ///   - previous: A match of the same URL and namespace; the search begins behind it.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    public func match(
        utf8 url: RawSpan, in namespace: String? = nil, after previous: RouteMatch? = nil,
        into match: inout RouteMatch
    ) -> MatchOutcome {
        // 90 words of stack. Every word is written before it is read: the scan writes the bounds
        // that it counts, the search reads only branches that it has put there.
        unsafe withUnsafeTemporaryAllocation(
            of: UInt32.self, capacity: PlainScan.capacity + RoutingShard.maximumPending
        ) { scratch in
            var bounds = unsafe MutableSpan(
                _unsafeElements: UnsafeMutableBufferPointer(
                    rebasing: scratch[..<PlainScan.capacity]))
            var pending = unsafe MutableSpan(
                _unsafeElements: UnsafeMutableBufferPointer(
                    rebasing: scratch[PlainScan.capacity...]))
            if url.byteCount <= URLLimits.bytes,
                let facts = PlainScan.scan(url, into: &bounds),
                let outcome = matchPlain(
                    url, bounds.span, facts, in: namespace, after: previous, &pending,
                    into: &match)
            {
                return outcome
            }
            return matchNormalForm(
                url, in: namespace, after: previous, &pending, into: &match)
        }
    }

    /// The route of a match.
    ///
    /// - Parameter match: A match that this table reported.
    /// - Returns: The route.
    public func route(of match: RouteMatch) -> Route {
        let shard = shard(of: match)
        return shard.routes[Int(shard.variants[Int(match.variant)].route)]
    }

    func shard(of match: RouteMatch) -> RoutingShard {
        tables.objects[Int(match.namespace)].shards.objects[Int(match.shard)]
    }

    // MARK: Plain URLs

    /// Matches a URL in plain form.
    ///
    /// - Returns: `nil` if a namespace needs the normal form.
    @inline(__always)
    private func matchPlain(
        _ url: RawSpan, _ bounds: Span<UInt32>, _ facts: URLFacts, in namespace: String?,
        after previous: RouteMatch?, _ pending: inout MutableSpan<UInt32>,
        into match: inout RouteMatch
    ) -> MatchOutcome? {
        if !bindings.bindsNothing, !PlainScan.hasPlainAuthority(url, facts) { return nil }
        var steps = Steps(self, url, facts, namespace: namespace, after: previous)
        match.namespace = steps.firstNamespace
        while let place = steps.next(self) {
            let rank = steps.rank
            let answer = tables.lend(place) { table in
                guard let facts = table.reading(facts, of: url) else {
                    return NamespaceTable.Answer.needsNormalForm
                }
                let answer = table.firstMatch(
                    bytes: url, bounds: bounds, facts: facts, raw: url, isNormal: false,
                    after: rank, pending: &pending, match: &match)
                if case .matched = answer {
                    table.fill(&match, url, bounds, facts)
                }
                return answer
            }
            switch answer {
            case .needsNormalForm: return nil
            case .unmatched: continue
            case .matched:
                match.namespace = UInt32(place)
                return .matched
            }
        }
        return .unmatched
    }

    // MARK: Any URL

    @inline(never)
    private func matchNormalForm(
        _ url: RawSpan, in namespace: String?, after previous: RouteMatch?,
        _ pending: inout MutableSpan<UInt32>, into match: inout RouteMatch
    ) -> MatchOutcome {
        do throws(InvalidURL) {
            var form = try NormalForm(url, policies: .native)
            var policies = NamespacePolicies.native
            var steps = Steps(
                self, form.bytes.span.bytes, form.facts, namespace: namespace, after: previous)
            match.namespace = steps.firstNamespace
            while let place = steps.next(self) {
                let table = tables.objects[place]
                if table.policies != policies {
                    policies = table.policies
                    form = try NormalForm(url, policies: policies)
                }
                let answer = table.firstMatch(
                    bytes: form.bytes.span.bytes, bounds: form.bounds.span, facts: form.facts,
                    raw: url, isNormal: true, after: steps.rank, pending: &pending, match: &match)
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

    /// The namespaces to ask, from the first along the fallbacks.
    private struct Steps {
        private var place: Int
        private var remaining: Int
        /// The rank behind which to search in the namespace that ``next(_:)`` gave.
        private(set) var rank: Rank?
        private var nextRank: Rank?

        @inline(__always)
        init(
            _ table: RoutingTable, _ bytes: RawSpan, _ facts: URLFacts, namespace: String?,
            after previous: RouteMatch?
        ) {
            remaining = table.tables.count
            if let previous {
                place = Int(previous.namespace)
                nextRank = table.shard(of: previous).ranks[Int(previous.variant)]
            } else if let namespace {
                place = table.place(of: namespace) ?? -1
            } else if table.bindings.bindsNothing {
                place = table.defaultPlace
            } else {
                place = table.bindings.namespace(bytes, facts) ?? table.defaultPlace
            }
        }

        /// What a match says of its namespace before there is one.
        @inline(__always)
        var firstNamespace: UInt32 { place < 0 ? RouteMatch.noNamespace : UInt32(place) }

        /// The place of the next namespace.
        ///
        /// A registry has no fallback cycle; the count keeps even a damaged one from hanging us.
        @inline(__always)
        mutating func next(_ table: RoutingTable) -> Int? {
            guard place >= 0, remaining > 0 else { return nil }
            let current = place
            place = table.tables.lend(current) { $0.fallback }
            remaining &-= 1
            rank = nextRank
            nextRank = nil
            return current
        }
    }
}

extension NamespaceTable {
    /// Puts the captures of a match of a plain URL into it.
    @inline(__always)
    func fill(
        _ match: inout RouteMatch, _ url: RawSpan, _ bounds: Span<UInt32>, _ facts: URLFacts
    ) {
        match.captureCount = 0
        match.hasRanges = true
        let variant = match.variant
        shards.lend(Int(match.shard)) { shard in
            shard.forEachCapture(
                of: variant, bytes: url, bounds: bounds, facts: facts, raw: url
            ) { match.append($0.range.lowerBound, $0.range.upperBound) }
        }
    }

    /// The facts of a plain URL as this namespace reads it; `nil` if it needs the normal form.
    @inline(__always)
    func reading(_ facts: URLFacts, of url: RawSpan) -> URLFacts? {
        if policies.host == .match && policies.fragment == .ignore { return facts }
        return readingOtherwise(facts, of: url)
    }

    private func readingOtherwise(_ facts: URLFacts, of url: RawSpan) -> URLFacts? {
        if policies.fragment != .ignore {
            for offset in facts.pathEnd..<url.byteCount
            where url.byte(at: offset) == UInt8(ascii: "#") {
                return nil
            }
        }
        guard policies.host != .match, facts.hasHost else { return facts }
        guard PlainScan.hasPlainAuthority(url, facts) else { return nil }
        var facts = facts
        if policies.host == .auto {
            let isWeb = url.extracting(0..<facts.schemeEnd).withUnsafeBytes {
                unsafe WebSchemes.contains($0)
            }
            if isWeb { return facts }
        }
        if policies.host != .ignore {
            facts.firstBound -= 1
            facts.segmentCount += 1
        }
        facts.hostEnd = facts.hostStart
        return facts
    }
}
