public import RouteDBRouting

/// How a namespace with the patterns of a dialect becomes a native one that answers alike.
///
/// The namespace gets the profile `native`; of its other policies it keeps, as overrides, a set of
/// which none can be given up alone without a change of answers, and what somebody set by hand.
/// Each pattern is written natively. That nothing changes is proved as far as generated URLs can:
/// they are made from the routes as they were and as they become, and both must give the same
/// matches in the same order, with the same values. Disabled routes are compared as if enabled, too.
///
/// Making a conversion changes nothing; see ``RegistryEditor/apply(_:)``.
public struct NamespaceConversion: Sendable {
    /// The namespace as it was.
    public let namespace: Namespace
    /// The namespace as it becomes.
    public let result: Namespace
    /// The namespace's routes, in the order of registration.
    public let routes: [RouteTranslation]
    /// The policies that stay, in the order of ``Policy``.
    public let policies: [KeptPolicy]
    /// The policies that were not native and are given up, since nothing depends on them.
    public let droppedPolicies: [Policy]
    /// How many URLs were compared.
    public let urlCount: Int
    /// How many of them hit a route before.
    public let hitCount: Int
    /// A URL for each route that was hit.
    public let witnesses: [RouteID: String]

    /// Why the namespace cannot be converted whatever stays; `nil` if it can.
    public let failure: KeptPolicy.Reason?

    /// Whether the conversion can be applied: answers stay, and of the routes that are not native
    /// some become so.
    public var isPossible: Bool {
        failure == nil && (obstacles.isEmpty || routes.contains(where: \.isChange))
    }

    /// The routes that cannot be written natively; they keep the language that they have.
    public var obstacles: [RouteTranslation] { routes.filter { $0.obstacle != nil } }

    /// The routes that no generated URL hit, such as those that others cover: of these nothing was
    /// proved.
    public var unhitRoutes: [RouteID] {
        routes.map(\.route.id).filter { witnesses[$0] == nil }
    }

    /// Looks for the conversion of a namespace.
    ///
    /// - Parameters:
    ///   - namespace: One of the snapshot's namespaces.
    ///   - snapshot: The registry's content.
    ///   - options: How it is proved.
    /// - Complexity: Linear in the routes times ``ConversionOptions/urlsPerRoute``, times some
    ///   twenty.
    public init(
        of namespace: Namespace, in snapshot: RegistrySnapshot,
        options: ConversionOptions = ConversionOptions()
    ) {
        self.init(
            of: namespace, in: snapshot, options: options,
            rewriting: PatternTranslation.translated)
    }

    /// Looks for the conversion of a namespace by a way of its own to rewrite patterns.
    package init(
        of namespace: Namespace, in snapshot: RegistrySnapshot, options: ConversionOptions,
        rewriting rewrite:
            @escaping (RoutePattern, NamespacePolicies, NamespacePolicies) -> RoutePattern?
    ) {
        var search = ConversionSearch(
            of: namespace, in: snapshot, options: options, rewriting: rewrite)
        let found = search.run()
        failure = found.reason
        self.namespace = namespace
        result = found.namespace
        routes = found.routes
        policies = search.keptPolicies(of: found)
        droppedPolicies = Policy.allCases.filter { policy in
            search.optional[policy] != nil && found.namespace.overrides[policy] == nil
        }
        urlCount = search.comparison.urlCount
        hitCount = search.comparison.hitCount
        witnesses = search.comparison.witnesses
    }
}
