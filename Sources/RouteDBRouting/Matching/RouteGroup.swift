/// The routes of a namespace with one scheme and host, and the shards that hold them.
///
/// A small group is compiled anew when one of its routes changes. That would take a large one a tenth of a
/// second, so its compiled shard stays: a second, small shard holds what changed since, is searched
/// as well, and the routes that it replaces no longer count. Once a few hundred have changed, all are
/// compiled into one shard again.
package struct RouteGroup {
    /// When a group has a second shard.
    package struct Layering: Sendable {
        /// The least number of compiled routes.
        let smallestGroup: Int
        /// How many routes may be changed.
        let maximumChanges: Int

        package init(smallestGroup: Int, maximumChanges: Int) {
            self.smallestGroup = smallestGroup
            self.maximumChanges = maximumChanges
        }

        /// A smaller group compiles in about five milliseconds, and is searched faster as one shard.
        package static let standard = Layering(smallestGroup: 4096, maximumChanges: 256)
    }

    let key: ShardKey
    /// The compiled routes; `nil` until they are compiled.
    private(set) var main: RoutingShard?
    /// The numbers of the routes in `main` that were changed or removed since it was compiled.
    private(set) var replaced: Set<UInt32> = []
    /// The routes that are not in `main`, in the order of registration.
    private var others: [Route]
    /// The compiled `others`; `nil` if there are none, or until they are compiled.
    private(set) var recent: RoutingShard?

    /// Creates a group of routes in the order of registration.
    init(key: ShardKey, routes: [Route]) {
        self.key = key
        others = routes
    }

    /// True if there are other routes than those of the main shard, or fewer.
    var isLayered: Bool { recent != nil || !replaced.isEmpty }

    var isEmpty: Bool { others.isEmpty && replaced.count == main?.routes.count ?? 0 }

    /// Inserts a route in the order of registration.
    mutating func insert(_ route: Route) {
        others.insert(route, at: others.firstIndex(notBefore: route.id))
        recent = nil
    }

    /// Returns whether a route is among those that count.
    func contains(_ id: RouteID) -> Bool {
        if others.index(of: id) != nil { return true }
        return main?.routes.index(of: id).map { !replaced.contains(UInt32($0)) } ?? false
    }

    /// Removes a route, if present.
    mutating func remove(_ id: RouteID) {
        if let index = others.index(of: id) {
            others.remove(at: index)
            recent = nil
        } else if let number = main?.routes.index(of: id) {
            replaced.insert(UInt32(number))
        }
    }

    /// Compiles what changed since the last time.
    ///
    /// - Complexity: O(*n* log *n*) in the number of changed routes; in a small group, or once too many
    ///   have changed, in the number of all.
    mutating func compile(
        policies: NamespacePolicy.Values, converters: [String: ParameterConverter.Rule],
        layering: Layering
    ) {
        if let main, isWorthMerging(main, layering) {
            others = Self.merged(main.routes, without: replaced, others)
            self.main = nil
            recent = nil
            replaced = []
        }
        func shard(_ routes: [Route]) -> RoutingShard {
            ShardBuilder.shard(routes, policies: policies, converters: converters)
        }
        if main == nil {
            main = shard(others)
            others = []
        } else if recent == nil && !others.isEmpty {
            recent = shard(others)
        }
    }

    private func isWorthMerging(_ main: RoutingShard, _ layering: Layering) -> Bool {
        if others.isEmpty && replaced.isEmpty { return false }
        return main.routes.count < layering.smallestGroup
            || others.count + replaced.count > layering.maximumChanges
    }

    /// The routes of two lists in the order of registration, which have no route in common.
    private static func merged(
        _ routes: [Route], without replaced: Set<UInt32>, _ others: [Route]
    ) -> [Route] {
        var all: [Route] = []
        all.reserveCapacity(routes.count - replaced.count + others.count)
        var next = 0
        for (number, route) in routes.enumerated() where !replaced.contains(UInt32(number)) {
            while next < others.count && others[next].id < route.id {
                all.append(others[next])
                next += 1
            }
            all.append(route)
        }
        return all + others[next...]
    }
}

extension [Route] {
    /// The index of the first route that was not registered before another, in a list in the order of
    /// registration.
    func firstIndex(notBefore id: RouteID) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of a route in a list in the order of registration.
    func index(of id: RouteID) -> Int? {
        let index = firstIndex(notBefore: id)
        return index < count && self[index].id == id ? index : nil
    }
}
