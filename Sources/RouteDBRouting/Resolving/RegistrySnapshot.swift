/// Everything that a registry holds at one revision, as plain values.
public struct RegistrySnapshot: Hashable, Sendable {
    /// The number of the revision; 0 is the empty registry.
    public var revision: Int64
    /// The namespaces, by age.
    public var namespaces: [Namespace]
    /// The routes, in the order of registration, the disabled ones too.
    public var routes: [Route]
    /// The default values by scope.
    public var defaults: [RouteScope: JSONObject]
    /// The converters, by namespace and name.
    public var converters: [Converter]
    /// The access rules, by age.
    public var accessRules: [AccessRule]
    /// The time zones that access rules name, by name; a rule whose zone is not here cannot tell
    /// the time.
    public var zones: [String: ZoneRules]
    /// The findings of lint that somebody wants to keep, by age; they decide nothing.
    public var suppressions: [LintSuppression]
    /// The route tests, by age; they decide no answer.
    public var cases: [StoredCase]

    /// Makes a snapshot from its parts.
    ///
    /// - Parameters:
    ///   - revision: The number of the revision.
    ///   - namespaces: The namespaces, by age.
    ///   - routes: The routes, in the order of registration.
    ///   - defaults: The default values by scope.
    ///   - converters: The converters, by namespace and name.
    ///   - accessRules: The access rules, by age.
    ///   - zones: The time zones that access rules name, by name.
    ///   - suppressions: The findings of lint that somebody wants to keep, by age.
    ///   - cases: The route tests, by age.
    public init(
        revision: Int64, namespaces: [Namespace], routes: [Route],
        defaults: [RouteScope: JSONObject] = [:], converters: [Converter] = [],
        accessRules: [AccessRule] = [], zones: [String: ZoneRules] = [:],
        suppressions: [LintSuppression] = [],
        cases: [StoredCase] = []
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
    }

    /// What a namespace's converters do, by name.
    func converterRules(of namespace: NamespaceID) -> [String: Converter.Rule] {
        let own = converters.filter { $0.namespace == namespace }
        return Dictionary(own.map { ($0.name, $0.rule) }, uniquingKeysWith: { _, last in last })
    }
}
