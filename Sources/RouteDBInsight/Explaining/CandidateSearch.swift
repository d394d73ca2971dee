import RouteDBRouting

/// Examines all candidates in the namespaces where a request is looked up.
struct CandidateSearch {
    /// A variant that fits the URL.
    struct Fit {
        /// The number of namespaces visited before this one.
        let visit: Int
        let shard: Int
        let variant: UInt32
        let rank: Rank

        func isBefore(_ other: Fit) -> Bool {
            visit == other.visit ? rank < other.rank : visit < other.visit
        }
    }

    /// Variants of a shard that do not fit.
    private struct Missed {
        let visit: Int
        let shard: Int
        /// The number of leading segments that fit; negative if the shard was not searched.
        let depth: Int
        let miss: VariantTrie.Miss
    }

    /// A namespace that was visited.
    struct Reading {
        let place: Int
        let url: URLReading
        /// The shards that the search visits.
        let asked: [Int]
    }

    private let explainer: Explainer
    private let request: ResolutionRequest
    private let resolution: Resolution
    private(set) var fits: [Fit] = []
    private(set) var visits: [NamespaceVisit] = []
    private(set) var readings: [Reading] = []
    private var missed: [Missed] = []

    init(_ explainer: Explainer, _ request: ResolutionRequest, _ resolution: Resolution) {
        self.explainer = explainer
        self.request = request
        self.resolution = resolution
    }

    private var table: RoutingTable { explainer.table }

    /// Visits the namespaces in order.
    mutating func run() {
        let url = request.urlBytes
        var place = table.firstPlace(url.span.bytes, in: request.namespace)
        var reason: NamespaceVisit.Reason =
            request.namespace != nil
            ? .named : table.boundPlace(of: url.span.bytes) == nil ? .unbound : .bound
        for _ in 0..<table.tables.count where place >= 0 {
            let namespace = table.tables.objects[place]
            guard let reading = try? URLReading(url, namespace.policies) else { return }
            let asked = reading.askedShards(of: namespace)
            readings.append(Reading(place: place, url: reading, asked: asked))
            look(reading, at: place, asked, reason)
            reason = .fallback(of: namespace.namespace.name)
            place = namespace.fallback
        }
    }

    private mutating func look(
        _ reading: URLReading, at place: Int, _ asked: [Int], _ reason: NamespaceVisit.Reason
    ) {
        let namespace = table.tables.objects[place]
        let visit = visits.count
        var found: [Fit] = []
        var missed: [Missed] = []
        var total = 0
        for (number, shard) in namespace.shards.objects.enumerated() {
            let trie = explainer.tries[place][number]
            total += shard.variants.count
            guard asked.contains(number) else {
                let code = reading.shardRejection(shard).code
                missed.append(
                    Missed(
                        visit: visit, shard: number, depth: -1,
                        miss: VariantTrie.Miss(
                            depth: 0, code: code, node: 0, variant: 0,
                            count: shard.variants.count)))
                continue
            }
            trie.walk(reading, shard) { variant in
                let rank = shard.ranks[Int(variant)]
                found.append(Fit(visit: visit, shard: number, variant: variant, rank: rank))
            } miss: { miss in
                var miss = miss
                // For these the walk knows only that something fails.
                if miss.code == .query || miss.code == .rest {
                    miss.code = reading.rejection(of: miss.variant, in: shard)?.code ?? miss.code
                }
                missed.append(
                    Missed(visit: visit, shard: number, depth: miss.depth, miss: miss))
            }
        }
        visits.append(
            NamespaceVisit(
                namespace: namespace.namespace, reason: reason, candidateCount: total,
                fitCount: found.count, rejections: Self.counts(missed)))
        fits += found
        self.missed += missed
    }

    /// Counts the rejections by place and reason, those that fit the longest first.
    private static func counts(_ missed: [Missed]) -> [RejectionCount] {
        var counts: [(depth: Int, code: RouteRejection.Code, count: Int)] = []
        // Consecutive entries mostly fail in the same way.
        var last = 0
        for entry in missed {
            func isSame(_ index: Int) -> Bool {
                counts[index].depth == entry.depth && counts[index].code == entry.miss.code
            }
            if last < counts.count, isSame(last) {
                counts[last].count += entry.miss.count
            } else if let index = counts.indices.first(where: isSame) {
                counts[index].count += entry.miss.count
                last = index
            } else {
                last = counts.count
                counts.append((entry.depth, entry.miss.code, entry.miss.count))
            }
        }
        return counts.sorted { $0.depth > $1.depth }.map { depth, code, count in
            RejectionCount(
                code: code, segment: code.concernsSegment ? depth + 1 : nil, count: count)
        }
    }

    // MARK: Candidates

    private func shard(_ visit: Int, _ shard: Int) -> RoutingShard {
        table.tables.objects[readings[visit].place].shards.objects[shard]
    }

    /// Returns whether a variant is the one that the resolver chose.
    func isChosen(_ fit: Fit) -> Bool {
        resolution.hasRoute && Int(resolution.match.namespace) == readings[fit.visit].place
            && Int(resolution.match.shard) == fit.shard && resolution.match.variant == fit.variant
    }

    /// The candidate for a variant that fits.
    func candidate(_ fit: Fit, isBefore: Bool, isChosen: Bool) -> RouteCandidate {
        let ranked = shard(fit.visit, fit.shard).rankedPattern(of: fit.variant)
        let verdict: RouteCandidate.Verdict =
            isChosen ? .chosen : isBefore ? .rejected(passedOver(ranked.route)) : .behind
        return RouteCandidate(route: ranked.route, pattern: ranked.pattern, verdict: verdict)
    }

    /// Why a route was passed over although its pattern fits.
    private func passedOver(_ route: Route) -> RouteRejection {
        guard RouteKind.route(of: route.kind, takes: request.kind) else {
            return RouteRejection(.kind, found: request.kind, wanted: "'\(route.kind ?? "")'")
        }
        if let absence = route.period.absence(at: request.time) {
            return RouteRejection(.period, found: nil, wanted: absence)
        }
        let failure = resolution.conversionFailures.first { $0.route == route.id }
        return RouteRejection(
            .converter, found: failure?.parameter,
            wanted: failure.map { "'\($0.converter)' (\($0.reason))" } ?? "of its parameters")
    }

    /// The candidates that fit the longest, up to a limit.
    func nearest(_ limit: Int) -> [RouteCandidate] {
        var candidates: [RouteCandidate] = []
        var depth = missed.map(\.depth).max() ?? -1
        while depth >= -1, candidates.count < limit {
            // By index, which avoids copying thousands of entries to keep a few tens.
            for place in missed.indices where missed[place].depth == depth {
                guard candidates.count < limit else { break }
                add(missed[place], to: &candidates, limit)
            }
            depth -= 1
        }
        return candidates
    }

    /// Adds candidates that fail in the same place, up to the limit.
    private func add(_ entry: Missed, to candidates: inout [RouteCandidate], _ limit: Int) {
        let limit = limit - candidates.count
        let shard = shard(entry.visit, entry.shard)
        let trie = explainer.tries[readings[entry.visit].place][entry.shard]
        let reading = readings[entry.visit].url
        var variants: [UInt32] = []
        trie.forEachVariant(of: entry.miss) { variant in
            variants.append(variant)
            return variants.count / 4 < limit
        }
        variants.sort()
        for variant in variants.prefix(limit) {
            let rejection =
                entry.depth < 0
                ? reading.shardRejection(shard) : reading.rejection(of: variant, in: shard)
            guard let rejection else { continue }
            let ranked = shard.rankedPattern(of: variant)
            candidates.append(
                RouteCandidate(
                    route: ranked.route, pattern: ranked.pattern, verdict: .rejected(rejection)))
        }
    }

    // MARK: Order

    /// The rule by which one variant ranks before another.
    func rule(_ first: Fit, _ second: Fit) -> OrderRule {
        let namespaces = [first, second].map { visits[$0.visit].namespace }
        let choice = namespaces[0].policies.choice
        guard first.visit == second.visit else {
            return OrderRule(
                code: .namespace, choice: choice, part: nil, first: namespaces[0].name,
                second: namespaces[1].name)
        }
        let patterns = [first, second].map { fit in
            shard(fit.visit, fit.shard).rankedPattern(of: fit.variant)
        }
        return first.rank.rule(over: second.rank, choice: choice, patterns[0], patterns[1])
    }
}

extension RouteRejection.Code {
    /// True if a single segment is at fault.
    fileprivate var concernsSegment: Bool {
        [.segment, .type, .missingSegment, .extraSegment, .rest].contains(self)
    }
}

extension URLReading {
    /// Why the search does not visit a shard.
    func shardRejection(_ shard: RoutingShard) -> RouteRejection {
        let pattern = shard.routes[0].pattern
        let wanted = pattern?.scheme
        if let wanted, scheme?.utf8.elementsEqual(wanted.utf8) != true {
            return RouteRejection(.scheme, found: scheme, wanted: "'\(wanted)'")
        }
        if wanted == nil, form.policies.scheme == .exact, let scheme {
            return RouteRejection(.scheme, found: scheme, wanted: "none")
        }
        let text = pattern.flatMap { form.policies.matchedHost(of: $0) }?.literalText ?? ""
        return RouteRejection(.host, found: host, wanted: text.isEmpty ? "none" : "'\(text)'")
    }
}
