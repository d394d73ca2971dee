import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The state that an import collects in order to make a part of the registry equal to its input.
struct ExactImport {
    /// A route of the input.
    struct Entry {
        let route: ImportedRoute
        /// The index of the route in the document, from 0.
        let index: Int
        let origin: RegistryDocument.Origin
    }

    /// The part that was requested, limited to what the document covers.
    var part: RegistryDocument.Part
    /// The namespaces that exist in the registry.
    var present: Set<String> = []
    /// The namespaces that the input mentions.
    var mentioned: Set<String> = []
    /// The namespaces that the selected one falls back to, according to the document.
    var fallbacks: Set<String> = []
    /// The routes of the part.
    private(set) var routes: [Entry] = []
    /// The number of routes outside the part.
    private(set) var otherRoutes = 0
    /// True if the order of the routes differs between the input and the registry.
    var isReordered = false
    /// The keys of the default values to keep, by namespace and group.
    private var defaults: Set<[TextKey]> = []
    /// The access rules to keep.
    var rules: Set<RuleID> = []
    /// The suppressions to keep.
    var suppressions: Set<Int64> = []
    /// The route tests to keep.
    var cases: Set<CaseID> = []

    init(part: RegistryDocument.Part) {
        self.part = part
        if let name = part.namespace { mentioned = [name] }
    }

    /// True if no namespace or group was selected.
    var isWholeRegistry: Bool { part == RegistryDocument.Part() }

    /// The names of the namespaces of the part: the selected one, or all that the input mentions.
    var namespaces: Set<String> {
        if let name = part.namespace { return [name] }
        return part.group == nil ? mentioned : mentioned.union(present)
    }

    /// Adds a route of the input.
    mutating func collect(
        _ route: ImportedRoute, _ origin: RegistryDocument.Origin, at index: Int
    ) {
        guard covers(route.draft) else {
            otherRoutes += 1
            return
        }
        routes.append(Entry(route: route, index: index, origin: origin))
    }

    /// Returns whether a namespace belongs to the part.
    func mentions(_ namespace: String) -> Bool {
        part.namespace == nil || part.namespace == namespace
    }

    /// Returns whether everything in a namespace belongs to the part.
    func isWhole(_ namespace: String) -> Bool { part.group == nil && mentions(namespace) }

    /// Returns whether a namespace of the input is needed: as part of the selection or as a
    /// fallback.
    func needs(_ namespace: String) -> Bool {
        mentions(namespace) || fallbacks.contains(namespace)
    }

    /// Returns whether the default values or access rules of a place belong to the part; those of a
    /// route belong to it with the route.
    func covers(_ place: DefaultPlace) -> Bool {
        switch place {
        case .namespace(let name): isWhole(name)
        case .group(let name, let group): mentions(name) && hasGroup(group)
        case .route: true
        }
    }

    /// Returns whether a suppression of the input belongs to the part; one of a route belongs to it
    /// with the route.
    func covers(_ suppression: SuppressionDraft) -> Bool {
        if suppression.route != nil { return true }
        return suppression.namespace.map(isWhole) ?? isWholeRegistry
    }

    /// Returns whether a route belongs to the part.
    func covers(_ route: RouteDraft) -> Bool {
        mentions(route.namespace) && hasGroup(route.group)
    }

    private func hasGroup(_ group: String?) -> Bool {
        guard let wanted = part.group else { return true }
        return group.map { TextKey($0) } == TextKey(wanted)
    }

    /// Marks a default value to be kept.
    mutating func keep(_ key: String, in place: DefaultPlace) {
        defaults.insert(Self.key(key, in: place))
    }

    /// Returns whether a default value is to be kept.
    func keeps(_ key: String, in place: DefaultPlace) -> Bool {
        defaults.contains(Self.key(key, in: place))
    }

    private static func key(_ key: String, in place: DefaultPlace) -> [TextKey] {
        switch place {
        case .namespace(let name): [TextKey(name), TextKey(key)]
        case .group(let name, let group): [TextKey(name), TextKey(group), TextKey(key)]
        case .route: []
        }
    }
}
