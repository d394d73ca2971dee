import RouteDBRouting

/// Finds the policies that a native namespace needs to give the same answers as the original one.
///
/// The search starts with all policies of the namespace's profile and drops one after the other as
/// long as no answer changes. The result is minimal: none of the remaining policies can be dropped
/// alone.
struct ConversionSearch {
    /// A set of policies, with the result of converting with it.
    struct Trial {
        var namespace: RouteNamespace
        var routes: [RouteTranslation] = []
        var reason: KeptPolicy.Reason?

        /// The routes that cannot be written in native syntax.
        var obstacles: Set<RouteID> {
            Set(routes.lazy.filter { $0.obstacle != nil }.map(\.route.id))
        }
    }

    /// Rewrites a pattern from one set of policies for another; `nil` if that is impossible.
    typealias Rewriting = (RoutePattern, NamespacePolicy.Values, NamespacePolicy.Values) ->
        RoutePattern?

    /// The policies in the order in which they are dropped: first those that determine how a URL is
    /// read, because what matches decides how much the others matter.
    private static let order =
        NamespacePolicy.allCases.filter { !ordering.contains($0) } + ordering
    private static let ordering: [NamespacePolicy] = [.groups, .choice, .refusal, .registration]
    /// The policies for parsing new patterns; each stored pattern is parsed already.
    private static let marks: [NamespacePolicy] = [.marks, .castMark]

    private let snapshot: RegistrySnapshot
    private let namespace: RouteNamespace
    private let options: ConversionOptions
    private let converters: [ParameterConverter]
    /// The policies that are always kept.
    private let chosen: [NamespacePolicy: String]
    /// The policies that may be dropped.
    let optional: [NamespacePolicy: String]
    private(set) var comparison: ResolutionComparison
    /// Why each remaining policy could not be dropped.
    private var reasons: [NamespacePolicy: KeptPolicy.Reason] = [:]
    private let rewrite: Rewriting

    init(
        of namespace: RouteNamespace, in snapshot: RegistrySnapshot, options: ConversionOptions,
        rewriting rewrite: @escaping Rewriting
    ) {
        self.namespace = namespace
        self.rewrite = rewrite
        self.options = options
        let reachable = snapshot.reachable(from: namespace)
        self.snapshot = reachable
        converters = snapshot.converters.filter { $0.namespace == namespace.id }
        var chosen: [NamespacePolicy: String] = [:]
        var optional: [NamespacePolicy: String] = [:]
        for policy in NamespacePolicy.allCases {
            let value = namespace.policies[policy]
            if namespace.profile == .native {
                chosen[policy] = namespace.overrides[policy]
            } else if !Self.marks.contains(policy), value != NamespacePolicy.Values.native[policy] {
                if namespace.overrides[policy] == nil {
                    optional[policy] = value
                } else {
                    chosen[policy] = value
                }
            }
        }
        self.chosen = chosen
        self.optional = optional
        comparison = ResolutionComparison(
            reachable, namespace: namespace, allowsNewMatches: options.allowsNewMatches)
    }

    /// Runs the search.
    mutating func run() -> Trial {
        // A namespace without routes answers with those of its fallbacks.
        let routes = ownRoutes.isEmpty ? snapshot.routes : ownRoutes
        comparison.add(sampleURLs(of: routes.compactMap(\.pattern), policies: namespace.policies))
        while true {
            let found = smallest()
            let rewritten = found.routes.filter(\.isRewritten).compactMap(\.result.pattern)
            let known = comparison.urlCount
            comparison.add(sampleURLs(of: rewritten, policies: found.namespace.policies))
            // The result may match URLs that the old patterns do not suggest. These are in the
            // sample now, so the same result is not found again.
            if found.reason != nil || comparison.difference(to: content(found), from: known) == nil
            {
                return found
            }
        }
    }

    /// Returns the policies that a result keeps, with the reasons.
    func keptPolicies(of found: Trial) -> [KeptPolicy] {
        NamespacePolicy.allCases.compactMap { policy in
            guard let value = found.namespace.overrides[policy] else { return nil }
            return KeptPolicy(policy: policy, value: value, reason: reasons[policy] ?? .chosen)
        }
    }

    /// Drops policies as long as the sample shows no difference.
    private mutating func smallest() -> Trial {
        var policies = optional
        var best = trial(policies)
        reasons = [:]
        // If something changes even with all policies, dropping some would not help.
        var isSettled = best.reason != nil
        while !isSettled {
            isSettled = true
            for policy in Self.order where policies[policy] != nil {
                var fewer = policies
                fewer[policy] = nil
                let trial = trial(fewer, allowing: best.obstacles)
                reasons[policy] = trial.reason
                if trial.reason != nil { continue }
                policies = fewer
                best = trial
                isSettled = false
            }
        }
        return best
    }

    private func content(_ trial: Trial) -> RegistrySnapshot {
        snapshot.converting(trial.namespace, trial.routes)
    }

    /// The routes of the namespace that have patterns; others are left unchanged.
    private var ownRoutes: [Route] {
        snapshot.routes.filter { $0.namespace == namespace.id && $0.hasPattern }
    }

    /// Converts the namespace with some of its policies, and compares the answers.
    private func trial(
        _ policies: [NamespacePolicy: String], allowing obstacles: Set<RouteID>? = nil
    ) -> Trial {
        var result = namespace
        result.profile = .native
        result.overrides = NamespacePolicy.Overrides(
            chosen.merging(policies, uniquingKeysWith: { own, _ in own }))
        var trial = Trial(namespace: result)
        trial.routes = ownRoutes.map { translated($0, for: result.policies) }
        if let obstacles {
            for route in trial.routes where !obstacles.contains(route.route.id) {
                guard let obstacle = route.obstacle else { continue }
                trial.reason = .obstacle(route.route.id, obstacle)
                return trial
            }
        }
        if !result.policies.registration.allowsTwins, let clash = Self.clash(trial.routes) {
            trial.reason = clash
            return trial
        }
        trial.reason = comparison.difference(to: content(trial)).map(KeptPolicy.Reason.difference)
        return trial
    }

    private func translated(_ route: Route, for policies: NamespacePolicy.Values)
        -> RouteTranslation
    {
        var result = route
        let obstacle: String?
        let pattern = route.pattern.flatMap { rewrite($0, namespace.policies, policies) }
        if let pattern {
            obstacle = NativeWriting.obstacle(of: pattern, converters: Set(converters.map(\.name)))
            result.pattern = pattern
            result.dialectText = nil
        } else {
            obstacle = "A literal is not valid UTF-8 once it is percent-decoded."
        }
        return RouteTranslation(
            route: route, result: obstacle == nil ? result : route, obstacle: obstacle)
    }

    /// Returns the first two routes of one kind with equal patterns, as a reason.
    private static func clash(_ routes: [RouteTranslation]) -> KeptPolicy.Reason? {
        var seen: [[UInt8]: RouteID] = [:]
        for route in routes.map(\.result) {
            let kind = route.kind.map { "\($0) " } ?? ""
            let key = Array("\(kind)\(route.pattern?.description ?? "")".utf8)
            if let other = seen[key] { return .clash(other, route.id) }
            seen[key] = route.id
        }
        return nil
    }

    private func sampleURLs(of patterns: [RoutePattern], policies: NamespacePolicy.Values)
        -> [String]
    {
        var sampler = URLSampler(
            patterns, policies: policies, schemes: namespace.schemes, hosts: namespace.hosts,
            converters: converters, seed: options.seed)
        let count = options.urlsPerRoute ?? max(400, 6_000 / max(1, patterns.count))
        return patterns.flatMap { sampler.urls(of: $0, count: count) }
    }
}

extension RegistrySnapshot {
    /// Returns a copy with only the routes of a namespace and its fallbacks.
    fileprivate func reachable(from namespace: RouteNamespace) -> RegistrySnapshot {
        var reached: Set<NamespaceID> = []
        var next: NamespaceID? = namespace.id
        while let id = next, reached.insert(id).inserted {
            next = namespaces.first { $0.id == id }?.fallback
        }
        var snapshot = self
        snapshot.routes = routes.filter { reached.contains($0.namespace) }
        return snapshot
    }
}
