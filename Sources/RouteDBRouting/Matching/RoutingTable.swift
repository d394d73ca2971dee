/// The compiled, immutable form of a registry at one revision.
///
/// It finds the routes that match a URL, in the order of rank. It never changes: a changed registry
/// compiles to another table, which shares unchanged parts with this one. It is safe to use from any
/// number of threads.
///
/// For single URLs, use ``resolve(_:)-(String)``; where each nanosecond counts, use
/// ``match(_:in:into:)``, which reports offsets and allocates nothing.
public final class RoutingTable: Sendable {
    /// The revision of the registry that the table was compiled from.
    public let revision: Int64

    /// The namespaces, in the order of the snapshot.
    package let tables: ReferenceArray<NamespaceTable>
    package let bindings: BindingIndex
    /// The index of the default namespace, or -1.
    package let defaultPlace: Int
    package let defaults: [RouteScope: JSONObject]
    /// The functions of converters in code, by name.
    let functions: [String: ParameterConverter.Function]
    /// True if an access rule or the period of a route depends on the time of requests.
    public let asksForTime: Bool
    /// The access rules; `nil` if there are none and every namespace is open.
    let access: AccessTable?
    private let placesByName: [String: Int]
    package let builders: [NamespaceBuilder]

    /// Compiles a registry.
    ///
    /// - Parameters:
    ///   - snapshot: The registry's content.
    ///   - functions: The functions of converters in code, by name.
    /// - Complexity: O(*n* log *n*) in the number of routes, about a microsecond for each.
    public convenience init(
        _ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function] = [:]
    ) {
        self.init(snapshot, functions: functions, layering: .standard)
    }

    /// Compiles a registry.
    package convenience init(
        _ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function] = [:],
        layering: RouteGroup.Layering
    ) {
        let places = Self.places(snapshot.namespaces)
        var enabled = [[Int]](repeating: [], count: snapshot.namespaces.count)
        let routes = snapshot.routes.span
        // Neighbors are mostly in the same namespace.
        var last: (id: NamespaceID, place: Int)?
        for index in routes.indices where routes[index].isEnabled {
            let id = routes[index].namespace
            if last?.id != id { last = places[id].map { (id, $0) } }
            if let last { enabled[last.place].append(index) }
        }
        let isOpen = snapshot.namespaces.allSatisfy { $0.access == .open }
        let access =
            isOpen && snapshot.accessRules.isEmpty
            ? nil
            : AccessTable(
                snapshot.accessRules, zones: snapshot.zones, namespaces: snapshot.namespaces)
        let converters = snapshot.converterRules
        let builders = zip(snapshot.namespaces, enabled).map {
            NamespaceBuilder(
                $0, $1, of: snapshot.routes, converters: converters[$0.id] ?? [:],
                layering: layering)
        }
        self.init(
            revision: snapshot.revision, namespaces: snapshot.namespaces, builders: builders,
            defaults: snapshot.defaults, functions: functions, access: access, old: nil)
    }

    private init(
        revision: Int64, namespaces: [RouteNamespace], builders: [NamespaceBuilder],
        defaults: [RouteScope: JSONObject], functions: [String: ParameterConverter.Function],
        access: AccessTable?, old: RoutingTable?
    ) {
        self.access = access
        self.revision = revision
        self.defaults = defaults
        self.functions = functions
        var builders = builders
        let places = Self.places(namespaces)
        tables = ReferenceArray(
            namespaces.indices.map { place in
                let fallback = namespaces[place].fallback.flatMap { places[$0] } ?? -1
                return builders[place].table(
                    replacing: old?.tables.objects[place], fallback: fallback)
            })
        asksForTime = access?.asksForTime ?? false || tables.objects.contains(where: \.isTimed)
        self.builders = builders
        bindings = BindingIndex(namespaces)
        placesByName = Dictionary(
            zip(namespaces.map(\.name), namespaces.indices), uniquingKeysWith: { first, _ in first }
        )
        defaultPlace = placesByName[RouteNamespace.defaultName] ?? -1
    }

    /// A table with some changed routes, which shares unaffected parts with this one.
    ///
    /// - Parameters:
    ///   - revision: The new revision.
    ///   - removed: The removed routes.
    ///   - upserted: The new or changed routes.
    ///   - routeDefaults: The default values of the upserted routes that have any.
    /// - Returns: The new table.
    /// - Complexity: Linear in the number of groups of routes that share a scheme and a host, and
    ///   O(*n* log *n*) in the number of routes in those that change. Of a group of more than 4,095
    ///   routes only those that changed are compiled, until there are a few hundred.
    public func changing(
        to revision: Int64, removing removed: [RouteID], upserting upserted: [Route],
        defaults routeDefaults: [RouteID: JSONObject] = [:]
    ) -> RoutingTable {
        let namespaces = namespaces
        let places = Self.places(namespaces)
        var builders = builders
        var defaults = defaults
        for id in removed + upserted.map(\.id) {
            for place in builders.indices { builders[place].remove(id) }
            if defaults[.route(id)] != routeDefaults[id] {
                defaults[.route(id)] = routeDefaults[id]
            }
        }
        for route in upserted {
            guard let place = places[route.namespace] else { continue }
            builders[place].insert(route)
        }
        return RoutingTable(
            revision: revision, namespaces: namespaces, builders: builders, defaults: defaults,
            functions: functions, access: access, old: self)
    }

    /// A table with the same namespaces, default values and rules, but other routes.
    ///
    /// - Complexity: O(*n* log *n*) in the number of routes, and linear in the namespaces.
    package func holding(
        _ routes: [Route], changing changed: RouteNamespace? = nil
    ) -> RoutingTable {
        let namespaces = namespaces.map { $0.id == changed?.id ? changed ?? $0 : $0 }
        let builders = builders.map { builder in
            let own = routes.indices.filter {
                routes[$0].isEnabled && routes[$0].namespace == builder.namespace.id
            }
            return NamespaceBuilder(
                builder.namespace.id == changed?.id
                    ? changed ?? builder.namespace : builder.namespace,
                own, of: routes, converters: builder.converters,
                layering: builder.layering)
        }
        return RoutingTable(
            revision: revision, namespaces: namespaces, builders: builders, defaults: defaults,
            functions: functions, access: access, old: nil)
    }

    /// The table without layers: each of its shards counts as a whole.
    ///
    /// - Complexity: O(*n* log *n*) in the number of routes if there are layers.
    package func flattened() -> RoutingTable {
        tables.objects.contains { !$0.layers.isEmpty } ? holding(content.routes) : self
    }

    /// The namespaces of the table.
    public var namespaces: [RouteNamespace] { tables.objects.map(\.namespace) }

    /// The index of a namespace by its name.
    package func place(of namespace: String) -> Int? { placesByName[namespace] }

    private static func places(_ namespaces: [RouteNamespace]) -> [NamespaceID: Int] {
        Dictionary(
            zip(namespaces.map(\.id), namespaces.indices), uniquingKeysWith: { first, _ in first })
    }
}

extension RoutingTable {
    /// True if routes have methods of HTTP as their kinds.
    ///
    /// - Complexity: Linear in the routes.
    package var usesMethods: Bool {
        func isMethod(_ route: Route) -> Bool { route.kind.map(RouteKind.isMethod) ?? false }
        return tables.objects.contains { table in
            table.tasks.contains(where: isMethod)
                || table.shards.objects.contains { $0.routes.contains(where: isMethod) }
        }
    }

    /// The content that the table was compiled from: its namespaces, enabled routes and converters.
    ///
    /// - Complexity: Linear in the routes.
    package var content: RegistrySnapshot {
        var routes: [Route] = []
        for table in tables.objects {
            for place in table.shards.objects.indices { routes += table.routes(ofShard: place) }
            routes += table.tasks
        }
        routes.sort { $0.id < $1.id }
        let converters = builders.flatMap { builder in
            builder.converters.map {
                ParameterConverter(namespace: builder.namespace.id, name: $0.key, rule: $0.value)
            }
        }
        return RegistrySnapshot(
            revision: revision, namespaces: namespaces, routes: routes, defaults: defaults,
            converters: converters)
    }
}
