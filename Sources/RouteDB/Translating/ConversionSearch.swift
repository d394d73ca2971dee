import RouteDBRouting

/// Looks for the policies that a namespace needs to be a native one with the same answers.
///
/// It begins with all that the namespace's own profile sets, and gives up one after the other as
/// long as nothing changes for the worse: so of those that stay, none can be given up alone.
struct ConversionSearch {
    /// One set of policies, and what came of it.
    struct Trial {
        var namespace: Namespace
        var routes: [RouteTranslation] = []
        var reason: KeptPolicy.Reason?

        /// The routes that cannot be written natively.
        var obstacles: Set<RouteID> {
            Set(routes.lazy.filter { $0.obstacle != nil }.map(\.route.id))
        }
    }

    /// Rewrites a pattern from one set of policies to another; `nil` if that cannot be.
    typealias Rewriting = (RoutePattern, NamespacePolicies, NamespacePolicies) -> RoutePattern?

    /// The policies in the order in which they are given up: first those that say how a URL is
    /// read, since what matches decides how much the others matter.
    private static let order =
        Policy.allCases.filter { !ordering.contains($0) } + ordering
    private static let ordering: [Policy] = [.groups, .choice, .refusal, .registration]
    /// What says how new patterns are read; each route knows how its own was.
    private static let marks: [Policy] = [.marks, .castMark]

    private let snapshot: RegistrySnapshot
    private let namespace: Namespace
    private let options: ConversionOptions
    private let converters: [Converter]
    /// The policies that stay whatever comes of it.
    private let chosen: [Policy: String]
    /// The policies that may be given up.
    let optional: [Policy: String]
    private(set) var comparison: ResolutionComparison
    /// What came of giving up each policy that stays.
    private var reasons: [Policy: KeptPolicy.Reason] = [:]
    private let rewrite: Rewriting

    init(
        of namespace: Namespace, in snapshot: RegistrySnapshot, options: ConversionOptions,
        rewriting rewrite: @escaping Rewriting
    ) {
        self.namespace = namespace
        self.rewrite = rewrite
        self.options = options
        let reachable = snapshot.reachable(from: namespace)
        self.snapshot = reachable
        converters = snapshot.converters.filter { $0.namespace == namespace.id }
        var chosen: [Policy: String] = [:]
        var optional: [Policy: String] = [:]
        for policy in Policy.allCases {
            let value = namespace.policies[policy]
            if namespace.profile == .native {
                chosen[policy] = namespace.overrides[policy]
            } else if !Self.marks.contains(policy), value != NamespacePolicies.native[policy] {
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
            reachable, namespace: namespace, allowsNewHits: options.allowsNewHits)
    }

    /// Finds the policies.
    mutating func run() -> Trial {
        // Where a namespace has no routes, those of its fallbacks are what it answers with.
        let routes = ownRoutes.isEmpty ? snapshot.routes : ownRoutes
        comparison.add(sampleURLs(of: routes.compactMap(\.pattern), policies: namespace.policies))
        while true {
            let found = smallest()
            let rewritten = found.routes.filter(\.isRewritten).compactMap(\.result.pattern)
            let known = comparison.urlCount
            comparison.add(sampleURLs(of: rewritten, policies: found.namespace.policies))
            // What was found may take URLs that nothing in the old patterns hints at. These are in
            // the sample now, so it is not found again.
            if found.reason != nil || comparison.difference(to: content(found), from: known) == nil
            {
                return found
            }
        }
    }

    /// The policies that stay with what was found, and the reasons.
    func keptPolicies(of found: Trial) -> [KeptPolicy] {
        Policy.allCases.compactMap { policy in
            guard let value = found.namespace.overrides[policy] else { return nil }
            return KeptPolicy(policy: policy, value: value, reason: reasons[policy] ?? .chosen)
        }
    }

    /// Gives up policies as long as the sample shows no difference.
    private mutating func smallest() -> Trial {
        var policies = optional
        var best = trial(policies)
        reasons = [:]
        // If nothing is given up and yet something changes, giving up more would not help.
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

    /// The namespace's routes that have patterns; the others stay as they are.
    private var ownRoutes: [Route] {
        snapshot.routes.filter { $0.namespace == namespace.id && $0.pattern != nil }
    }

    /// Converts the namespace with some of its policies, and compares.
    ///
    /// - Parameters:
    ///   - policies: Those of ``optional`` that stay.
    ///   - obstacles: The routes that may stay as they are; `nil`: any.
    /// - Returns: What came of it.
    private func trial(
        _ policies: [Policy: String], allowing obstacles: Set<RouteID>? = nil
    ) -> Trial {
        var result = namespace
        result.profile = .native
        result.overrides = chosen.merging(policies, uniquingKeysWith: { own, _ in own })
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

    private func translated(_ route: Route, for policies: NamespacePolicies) -> RouteTranslation {
        var result = route
        let obstacle: String?
        let pattern = route.pattern.flatMap { rewrite($0, namespace.policies, policies) }
        if let pattern {
            obstacle = NativeWriting.obstacle(of: pattern, converters: Set(converters.map(\.name)))
            result.pattern = pattern
            result.dialectText = nil
        } else {
            obstacle = "A literal is no text once it is percent-decoded."
        }
        return RouteTranslation(
            route: route, result: obstacle == nil ? result : route, obstacle: obstacle)
    }

    /// The first two routes of one kind with equal patterns.
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

    private func sampleURLs(of patterns: [RoutePattern], policies: NamespacePolicies) -> [String] {
        var sampler = URLSampler(
            patterns, policies: policies, schemes: namespace.schemes, hosts: namespace.hosts,
            converters: converters, seed: options.seed)
        let count = options.urlsPerRoute ?? max(400, 6_000 / max(1, patterns.count))
        return patterns.flatMap { sampler.urls(of: $0, count: count) }
    }
}

extension RegistrySnapshot {
    /// The same with the routes of one namespace and its fallbacks alone.
    fileprivate func reachable(from namespace: Namespace) -> RegistrySnapshot {
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
