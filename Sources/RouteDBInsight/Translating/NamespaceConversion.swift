public import RouteDBDatabase
public import RouteDBRouting
public import RouteDBStorage

/// A policy that a converted namespace keeps, because the native profile does not set it.
public struct KeptPolicy: Hashable, Sendable {
    /// The policy.
    public let policy: NamespacePolicy
    /// Its value.
    public let value: String
    /// Why the policy is kept.
    public let reason: Reason

    /// A reason to keep a policy.
    public enum Reason: Hashable, Sendable {
        /// The policy was set on the namespace explicitly.
        case chosen
        /// Without the policy, a URL would be answered differently.
        case difference(ResolutionDifference)
        /// Without the policy, two routes of one kind would have equal patterns, which is not
        /// allowed.
        case clash(RouteID, RouteID)
        /// Without the policy, a route could not be written in native syntax; the text says why.
        case obstacle(RouteID, String)
    }
}

/// Options for converting a namespace to native syntax and for verifying the result.
public struct ConversionOptions: Hashable, Sendable {
    /// The number of URLs generated for each route, before and after the conversion, possibly with
    /// duplicates; `nil` for 400, or for more if there are few routes, up to 6,000 in all.
    public var urlsPerRoute: Int?
    /// The seed of the generator: equal seeds generate equal URLs.
    public var seed: UInt64
    /// True if URLs that matched no route before may match one afterwards.
    public var allowsNewMatches: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - urlsPerRoute: The number of URLs generated for each route; `nil` for the default.
    ///   - seed: The seed of the generator.
    ///   - allowsNewMatches: Whether URLs that matched no route before may match one afterwards.
    public init(urlsPerRoute: Int? = nil, seed: UInt64 = 1, allowsNewMatches: Bool = false) {
        self.urlsPerRoute = urlsPerRoute
        self.seed = seed
        self.allowsNewMatches = allowsNewMatches
    }
}

/// The conversion of a namespace with patterns of a dialect to a native one that gives the same
/// answers.
///
/// Use it to move a namespace off the profile of a router it was imported from. The namespace gets
/// the profile `native`. As overrides it keeps the policies that were set explicitly, and a minimal
/// set of others without which some answer would change. Each pattern is rewritten in native
/// syntax.
///
/// The result is verified with generated URLs, which are derived from the routes before and after
/// the conversion: both namespaces must find the same matches, in the same order and with the same
/// values. Disabled routes are also compared as if they were enabled.
///
/// Creating a conversion changes nothing; `RegistryEditor.apply(_:)` applies it.
public struct NamespaceConversion: Sendable {
    /// The namespace before the conversion.
    public let namespace: RouteNamespace
    /// The namespace after the conversion.
    public let result: RouteNamespace
    /// The routes of the namespace, in the order of registration.
    public let routes: [RouteTranslation]
    /// The policies that are kept, in the order of `NamespacePolicy`.
    public let policies: [KeptPolicy]
    /// The policies that are dropped, because no answer depends on them.
    public let droppedPolicies: [NamespacePolicy]
    /// The number of URLs compared.
    public let urlCount: Int
    /// The number of compared URLs that matched a route before.
    public let hitCount: Int
    /// For each matched route, a URL that matches it.
    public let witnesses: [RouteID: String]

    /// Why the namespace cannot be converted with any policies; `nil` if it can.
    public let failure: KeptPolicy.Reason?

    /// True if the conversion can be applied.
    ///
    /// It can if no answer changes and no route has an obstacle. With obstacles, at least one other
    /// route must become native.
    public var isPossible: Bool {
        failure == nil && (obstacles.isEmpty || routes.contains(where: \.isChange))
    }

    /// The routes that cannot be written in native syntax; they keep their dialect.
    public var obstacles: [RouteTranslation] { routes.filter { $0.obstacle != nil } }

    /// The routes that no generated URL matched, for example because other routes shadow them.
    ///
    /// For these, nothing was verified.
    public var unhitRoutes: [RouteID] {
        routes.map(\.route.id).filter { witnesses[$0] == nil }
    }

    /// Computes the conversion of a namespace.
    ///
    /// - Parameters:
    ///   - namespace: A namespace of the snapshot.
    ///   - snapshot: The contents of the registry.
    ///   - options: How the result is verified.
    /// - Complexity: Proportional to the number of routes times ``ConversionOptions/urlsPerRoute``,
    ///   with a factor of about twenty.
    public init(
        of namespace: RouteNamespace, in snapshot: RegistrySnapshot,
        options: ConversionOptions = ConversionOptions()
    ) {
        self.init(
            of: namespace, in: snapshot, options: options,
            rewriting: PatternTranslation.translated)
    }

    /// Computes the conversion with a custom function that rewrites patterns.
    package init(
        of namespace: RouteNamespace, in snapshot: RegistrySnapshot, options: ConversionOptions,
        rewriting rewrite:
            @escaping (RoutePattern, NamespacePolicy.Values, NamespacePolicy.Values) ->
            RoutePattern?
    ) {
        var search = ConversionSearch(
            of: namespace, in: snapshot, options: options, rewriting: rewrite)
        let found = search.run()
        failure = found.reason
        self.namespace = namespace
        result = found.namespace
        routes = found.routes
        policies = search.keptPolicies(of: found)
        droppedPolicies = NamespacePolicy.allCases.filter { policy in
            search.optional[policy] != nil && found.namespace.overrides[policy] == nil
        }
        urlCount = search.comparison.urlCount
        hitCount = search.comparison.hitCount
        witnesses = search.comparison.witnesses
    }
}

extension RegistrySnapshot {
    /// Returns the contents of the registry as a conversion would change them, for example to
    /// replay hits against them.
    ///
    /// - Parameter conversion: The conversion of one of the namespaces.
    /// - Returns: A copy with that namespace and its routes converted.
    public func applying(_ conversion: NamespaceConversion) -> RegistrySnapshot {
        converting(conversion.result, conversion.routes)
    }

    /// Returns a copy in which a namespace and some of its routes are replaced.
    func converting(
        _ namespace: RouteNamespace, _ translations: [RouteTranslation]
    ) -> RegistrySnapshot {
        let results = Dictionary(
            translations.map { ($0.route.id, $0.result) }, uniquingKeysWith: { first, _ in first })
        var snapshot = self
        snapshot.namespaces = namespaces.map { $0.id == namespace.id ? namespace : $0 }
        snapshot.routes = routes.map { results[$0.id] ?? $0 }
        return snapshot
    }
}

extension RegistryEditor {
    /// Applies a conversion: makes its namespace native and rewrites its routes.
    ///
    /// Routes with an obstacle are left unchanged. The registry must not have changed since the
    /// conversion was computed: pass the snapshot's revision to
    /// `RouteRegistry.edit(_:author:source:expecting:dryRun:_:)`.
    ///
    /// - Parameter conversion: The conversion.
    /// - Throws: The errors of `replace(_:with:)` and `updateNamespace(_:_:)`.
    public func apply(_ conversion: NamespaceConversion) throws(RouteDBError) {
        let changes = conversion.routes.filter(\.isChange)
        if !changes.isEmpty {
            // While routes are replaced one by one, two may temporarily have equal patterns.
            try updateNamespace(conversion.namespace.name) { (draft) throws(RouteDBError) in
                draft.overrides[.registration] =
                    NamespacePolicy.Registration.keepBoth.rawValue
            }
        }
        for change in changes {
            let reference = RouteReference(change.route.id)
            var draft = try draft(of: reference)
            draft.syntax = .native
            draft.pattern = change.result.pattern?.description
            try replace(reference, with: draft)
        }
        try updateNamespace(conversion.namespace.name) { (draft) throws(RouteDBError) in
            draft.profile = conversion.result.profile
            draft.overrides = conversion.result.overrides
        }
    }
}
