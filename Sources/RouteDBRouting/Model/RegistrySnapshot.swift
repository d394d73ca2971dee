/// The content of a registry at one revision, as plain values.
public struct RegistrySnapshot: Hashable, Sendable {
    /// The number of the revision; 0 is the empty registry.
    public var revision: Int64
    /// The namespaces, oldest first.
    public var namespaces: [RouteNamespace]
    /// The routes, in the order of registration, the disabled ones too.
    public var routes: [Route]
    /// The default values by scope.
    public var defaults: [RouteScope: JSONObject]
    /// The converters, by namespace and name.
    public var converters: [ParameterConverter]
    /// The access rules, oldest first.
    public var accessRules: [AccessRule]
    /// The time zones that access rules name, by name; a rule whose zone is missing here cannot
    /// evaluate times.
    public var zones: [String: ZoneRules]
    /// The suppressed lint findings, oldest first; they do not affect resolving.
    public var suppressions: [LintSuppression]
    /// The route tests, oldest first; they do not affect resolving.
    public var cases: [RouteTestCase.Stored]
    /// The apps that open the links of each namespace, by platform and identifier; they do not affect
    /// resolving.
    public var apps: [NamespaceID: [LinkedApp]]
    /// The numbers of routes of the namespaces in the registry, where ``routes`` has only some of them.
    private var countedRoutes: [NamespaceID: Int]?

    /// Creates a snapshot from its parts.
    ///
    /// - Parameters:
    ///   - revision: The number of the revision.
    ///   - namespaces: The namespaces, oldest first.
    ///   - routes: The routes, in the order of registration.
    ///   - defaults: The default values by scope.
    ///   - converters: The converters, by namespace and name.
    ///   - accessRules: The access rules, oldest first.
    ///   - zones: The time zones that access rules name, by name.
    ///   - suppressions: The suppressed lint findings, oldest first.
    ///   - cases: The route tests, oldest first.
    ///   - apps: The apps that open the links of each namespace.
    public init(
        revision: Int64, namespaces: [RouteNamespace], routes: [Route],
        defaults: [RouteScope: JSONObject] = [:], converters: [ParameterConverter] = [],
        accessRules: [AccessRule] = [], zones: [String: ZoneRules] = [:],
        suppressions: [LintSuppression] = [],
        cases: [RouteTestCase.Stored] = [], apps: [NamespaceID: [LinkedApp]] = [:]
    ) {
        self.revision = revision
        self.namespaces = namespaces
        self.routes = routes
        self.defaults = defaults
        self.converters = converters
        self.accessRules = accessRules
        self.zones = zones
        self.suppressions = suppressions
        self.cases = cases
        self.apps = apps
    }

    /// The numbers of routes of the namespaces; set them where ``routes`` has only some of the registry's.
    package var routeCounts: [NamespaceID: Int] {
        get { countedRoutes ?? Dictionary(routes.map { ($0.namespace, 1) }, uniquingKeysWith: +) }
        set { countedRoutes = newValue }
    }

    /// The numbers of routes of the namespaces that ``routes`` lacks, where it has only some of the registry's.
    package var unreadCounts: [NamespaceID: Int] {
        guard let countedRoutes else { return [:] }
        var counts = countedRoutes
        for route in routes { counts[route.namespace, default: 0] -= 1 }
        return counts.filter { $0.value > 0 }
    }

    /// The number of routes up to which a registry is read whole to answer about one of them.
    package static let wholeReadLimit = 10_000

    /// The rules of the converters of each namespace, by name.
    package var converterRules: [NamespaceID: [String: ParameterConverter.Rule]] {
        Dictionary(grouping: converters, by: \.namespace).mapValues { own in
            Dictionary(own.map { ($0.name, $0.rule) }, uniquingKeysWith: { _, last in last })
        }
    }

    /// The rules of a namespace's converters, by name.
    package func converterRules(of namespace: NamespaceID) -> [String: ParameterConverter.Rule] {
        let own = converters.filter { $0.namespace == namespace }
        return Dictionary(own.map { ($0.name, $0.rule) }, uniquingKeysWith: { _, last in last })
    }
}
