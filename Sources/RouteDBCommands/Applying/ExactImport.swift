import RouteDB

/// What an import collects that makes a part of the registry just what its input says.
struct ExactImport {
    /// A route of the input.
    struct Entry {
        let route: ImportedRoute
        /// Its place among the routes of a document, from 0.
        let index: Int
        /// Where its fields stand.
        let place: (RouteField?) -> InputPlace
    }

    /// The part that was asked for, and that the document is about.
    var part: RouteSelection
    /// The place of the next route of a document.
    var next = 0
    /// The namespaces that the registry has.
    var present: Set<String> = []
    /// The namespaces that the input mentions.
    var mentioned: Set<String> = []
    /// The namespaces that the one of the part falls back to, by the document.
    var fallbacks: Set<String> = []
    /// The routes of the part.
    private(set) var routes: [Entry] = []
    /// How many routes are not of the part.
    private(set) var otherRoutes = 0
    /// Whether the routes of the input come in another order than they have in the registry.
    var isReordered = false
    /// The keys of default values that stay, by namespace and group.
    private var defaults: Set<[TextKey]> = []
    /// The access rules that stay.
    var rules: Set<RuleID> = []
    /// The suppressions that stay.
    var suppressions: Set<Int64> = []
    /// The route tests that stay.
    var cases: Set<CaseID> = []

    init(part: RouteSelection) {
        self.part = part
        if let name = part.namespace { mentioned = [name] }
    }

    /// Whether the part is all that the input mentions.
    var isWholeRegistry: Bool { part == RouteSelection() }

    /// The names of the namespaces of the part: of a group that is asked for, all of them.
    var namespaces: Set<String> {
        if let name = part.namespace { return [name] }
        return part.group == nil ? mentioned : mentioned.union(present)
    }

    /// Takes a route of the input.
    mutating func collect(
        _ route: ImportedRoute, _ place: @escaping (RouteField?) -> InputPlace
    ) {
        if part.namespace == nil { mentioned.insert(route.draft.namespace) }
        guard mentions(route.draft.namespace), hasGroup(route.draft.group) else {
            otherRoutes += 1
            return
        }
        routes.append(Entry(route: route, index: next, place: place))
    }

    /// Whether a namespace is one of the part.
    func mentions(_ namespace: String) -> Bool {
        part.namespace == nil || part.namespace == namespace
    }

    /// Whether a namespace is in the part with all that it has.
    func isWhole(_ namespace: String) -> Bool { part.group == nil && mentions(namespace) }

    /// Whether a namespace of the input is needed: those of the part, and their fallbacks.
    func needs(_ namespace: String) -> Bool {
        mentions(namespace) || fallbacks.contains(namespace)
    }

    /// Whether default values or access rules of a place are of the part; a route's are with it.
    func covers(_ place: DefaultPlace) -> Bool {
        switch place {
        case .namespace(let name): isWhole(name)
        case .group(let name, let group): mentions(name) && hasGroup(group)
        case .route: true
        }
    }

    /// Whether a suppression of the input is of the part; those of routes are with them.
    func covers(_ suppression: SuppressionDraft) -> Bool {
        if suppression.route != nil { return true }
        return suppression.namespace.map(isWhole) ?? isWholeRegistry
    }

    private func hasGroup(_ group: String?) -> Bool {
        guard let wanted = part.group else { return true }
        return group.map { TextKey($0) } == TextKey(wanted)
    }

    /// Notes that a default value stays.
    mutating func keep(_ key: String, in place: DefaultPlace) {
        defaults.insert(Self.key(key, in: place))
    }

    /// Whether a default value stays.
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
