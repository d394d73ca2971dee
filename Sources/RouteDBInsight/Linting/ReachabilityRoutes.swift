package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

/// What a search for lost URLs reads of a registry before and after a change.
protocol ReachabilityRoutes {
    associatedtype Failure: Error

    /// The namespaces before the change, oldest first.
    var oldNamespaces: [RouteNamespace] { get }
    /// The namespaces after the change, oldest first.
    var newNamespaces: [RouteNamespace] { get }

    /// Returns whether a namespace has enabled routes with a pattern after the change.
    func isBusy(_ namespace: NamespaceID) throws(Failure) -> Bool

    /// Returns routes after the change, in the order of registration: at least those that changed, and,
    /// of some namespaces, those with patterns that a closure accepts, which decides by the scheme and
    /// the host.
    // The closure does not throw, which the compiler, 6.3, cannot pass on where nothing can fail.
    func routes(
        of namespaces: Set<NamespaceID>,
        where isWanted: (NamespaceID, RoutePattern) -> Result<Bool, Failure>
    ) throws(Failure) -> [Route]

    /// Returns a route before the change, or `nil` if it is new.
    func previous(_ route: Route) -> Route?

    /// Returns the tables before and after the change, with at least the routes that may match URLs which
    /// have no other words than those of some.
    func tables(
        for urls: () -> [[UInt8]]
    ) throws(Failure) -> (old: RoutingTable, new: RoutingTable)
}

/// The routes of two snapshots.
struct SnapshotRoutes: ReachabilityRoutes {
    let old: RegistrySnapshot
    let new: RegistrySnapshot
    private let before: [RouteID: Route]
    private let busy: Set<NamespaceID>

    init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        (self.old, self.new) = (old, new)
        before = Dictionary(
            old.routes.lazy.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        busy = Set(new.routes.lazy.filter { $0.isEnabled && $0.hasPattern }.map(\.namespace))
    }

    var oldNamespaces: [RouteNamespace] { old.namespaces }
    var newNamespaces: [RouteNamespace] { new.namespaces }

    func isBusy(_ namespace: NamespaceID) -> Bool { busy.contains(namespace) }

    func routes(
        of namespaces: Set<NamespaceID>,
        where isWanted: (NamespaceID, RoutePattern) -> Result<Bool, Never>
    ) -> [Route] { new.routes }

    func previous(_ route: Route) -> Route? { before[route.id] }

    func tables(for urls: () -> [[UInt8]]) -> (old: RoutingTable, new: RoutingTable) {
        (RoutingTable(old), RoutingTable(new))
    }
}

/// The routes of a registry during an edit, of which only those that the edit affects are read.
struct EditedRoutes: ReachabilityRoutes {
    private let editor: RegistryEditor
    let oldNamespaces: [RouteNamespace]
    let newNamespaces: [RouteNamespace]
    /// The changed routes before the edit, by id.
    private let before: [RouteID: Route]
    /// The changed and new routes after the edit, by id.
    private let after: [RouteID: Route]

    init(
        in editor: RegistryEditor, from oldNamespaces: [RouteNamespace]?, _ before: [Route],
        to after: [Route]
    ) throws(RouteDBError) {
        self.editor = editor
        newNamespaces = try editor.storedNamespaces()
        self.oldNamespaces = oldNamespaces ?? newNamespaces
        // A route may be changed several times.
        self.before = Dictionary(
            before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.after = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    }

    func isBusy(_ namespace: NamespaceID) throws(RouteDBError) -> Bool {
        try editor.hasEnabledRoute(in: namespace)
    }

    func routes(
        of namespaces: Set<NamespaceID>,
        where isWanted: (NamespaceID, RoutePattern) -> Result<Bool, RouteDBError>
    ) throws(RouteDBError) -> [Route] {
        var routes = after
        for namespace in namespaces.sorted() {
            for range in try editor.patternRanges(in: namespace)
            where try isWanted(namespace, range.first).get() {
                for route in try editor.enabledRoutes(in: range) { routes[route.id] = route }
            }
        }
        return routes.values.sorted { $0.id < $1.id }
    }

    func previous(_ route: Route) -> Route? { after[route.id] == nil ? route : before[route.id] }

    func tables(
        for urls: () -> [[UInt8]]
    ) throws(RouteDBError) -> (old: RoutingTable, new: RoutingTable) {
        let new = try editor.snapshot(
            forWordsOf: urls(), in: Set((oldNamespaces + newNamespaces).map(\.id)))
        var old = new
        old.namespaces = oldNamespaces
        old.routes.removeAll { after[$0.id] != nil }
        old.routes = (old.routes + before.values).sorted { $0.id < $1.id }
        return (RoutingTable(old), RoutingTable(new))
    }
}

extension ReachabilityChange {
    /// Compares a registry before an edit, or a part of it, with the one that the edit has made so far.
    ///
    /// The namespaces are those before the edit, or `nil` if it changed none; the routes are those that it
    /// changed, before it, and these with the new ones, after it.
    ///
    /// - Complexity: Linear in the namespaces; of the routes, only those are read that it changed, that lose
    ///   URLs, and that may match these URLs.
    package init(
        in editor: RegistryEditor, from namespaces: [RouteNamespace]? = nil,
        _ before: [Route] = [], to after: [Route] = []
    ) throws(RouteDBError) {
        var search = ReachabilitySearch(
            try EditedRoutes(in: editor, from: namespaces, before, to: after))
        losses = try search.losses()
        isBounded = search.isBounded
    }
}
