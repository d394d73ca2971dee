import RouteDBRouting

/// Finds the routes that URLs reach before a change of a registry but not after it.
struct ReachabilitySearch<Routes: ReachabilityRoutes> {
    /// The URLs that the same chain of namespaces handles, before and after the change.
    private struct Group {
        let old: [NamespaceID]
        let new: [NamespaceID]
        /// Some of them.
        var examples: [URLOrigin]
    }

    /// The namespaces that URLs are looked up in first, before and after the change.
    private struct Pair: Hashable {
        let old: NamespaceChains.Start
        let new: NamespaceChains.Start
    }

    /// A group of URLs with one scheme.
    private struct Sort: Hashable {
        let place: Int
        let scheme: String?
    }

    /// A namespace, and the part of all URLs that some of its routes may match.
    private struct Key: Hashable {
        let old: NamespaceID
        let new: NamespaceID
        let part: OriginSpace.Part
    }

    /// The URLs that reached the routes of a key before the change.
    private struct Asked {
        /// URLs that no longer reach the namespace, or only after other namespaces than before.
        var lost: [URLOrigin] = []
        /// URLs that still reach the namespace.
        var kept: [URLOrigin] = []
    }

    /// A route that may have lost URLs.
    private struct Candidate {
        let route: Route
        /// The route before the change.
        let previous: Route
        let asked: Asked
    }

    /// A new route whose URLs another namespace gets.
    private struct Stranger {
        let route: Route
        let other: OriginOwners.Other
    }

    private let routes: Routes
    private let oldChains: NamespaceChains
    private let newChains: NamespaceChains
    private let space: OriginSpace
    /// Whether namespaces have enabled routes after the change.
    private var busy: [NamespaceID: Bool] = [:]
    private var known: [Key: Asked] = [:]
    /// Whether the search was cut short.
    private(set) var isBounded: Bool
    /// The number of URLs that may still be resolved.
    private var budget = 2_000_000

    /// The maximum number of origins with one scheme among those that are handled alike.
    private static var exampleLimit: Int { 8 }
    /// The maximum number of origins tried for a route.
    private static var originLimit: Int { 64 }
    /// The maximum number of variants tried for a route.
    private static var variantLimit: Int { 4 }

    init(_ routes: Routes) {
        self.routes = routes
        let (old, new) = (routes.oldNamespaces, routes.newNamespaces)
        oldChains = NamespaceChains(old)
        newChains = NamespaceChains(new)
        let (before, after) = (Set(old), Set(new))
        let changed =
            new.filter { !before.contains($0) } + old.filter { !after.contains($0) }
        space = OriginSpace(old + new, first: changed)
        isBounded = space.isBounded
    }

    /// Returns the losses, in the order of the routes after the change.
    mutating func losses() throws(Routes.Failure) -> [ReachabilityChange.Loss] {
        let groups = groups()
        var affected: Set<NamespaceID> = []
        for group in groups {
            for id in group.old where try isLost(id, id, group.old, group.new) {
                affected.insert(id)
            }
        }
        let oldPolicies = Self.policies(routes.oldNamespaces)
        let newPolicies = Self.policies(routes.newNamespaces)
        var owners = OriginOwners(newChains, of: space)
        var candidates: [Candidate] = []
        var strangers: [Stranger] = []
        let routes = routes
        let all = try routes.routes(of: affected) { id, pattern in
            Result { () throws(Routes.Failure) in
                guard let policies = oldPolicies[id] else { return false }
                let key = Key(old: id, new: id, part: OriginSpace.Part(of: pattern, policies))
                return try !asked(key, groups).lost.isEmpty
            }
        }
        for route in all where route.isEnabled {
            guard let pattern = route.pattern else { continue }
            let previous = routes.previous(route).flatMap { $0.isEnabled ? $0 : nil }
            if let previous, previous.pattern == pattern {
                let isMoved = previous.namespace != route.namespace
                guard isMoved || affected.contains(route.namespace),
                    let policies = oldPolicies[previous.namespace]
                else { continue }
                let key = Key(
                    old: previous.namespace, new: route.namespace,
                    part: OriginSpace.Part(of: pattern, policies))
                let asked = try asked(key, groups)
                if !asked.lost.isEmpty {
                    candidates.append(
                        Candidate(route: route, previous: previous, asked: asked))
                }
            } else if let policies = newPolicies[route.namespace] {
                let part = OriginSpace.Part(of: pattern, policies)
                guard part.isNarrow else { continue }
                if let other = owners.other(than: route.namespace, for: part) {
                    strangers.append(Stranger(route: route, other: other))
                }
            }
        }
        guard !candidates.isEmpty || !strangers.isEmpty else { return [] }
        let found = try judge(candidates, strangers)
        return all.compactMap { found[$0.id] }
    }

    // MARK: Where URLs are looked up

    private func groups() -> [Group] {
        var places: [Pair: Int] = [:]
        var counts: [Sort: Int] = [:]
        var groups: [Group] = []
        for origin in space.origins() {
            let pair = Pair(old: oldChains.start(of: origin), new: newChains.start(of: origin))
            let place = places[pair] ?? groups.count
            if place == groups.count {
                places[pair] = place
                groups.append(
                    Group(
                        old: oldChains.chain(from: pair.old), new: newChains.chain(from: pair.new),
                        examples: []))
            }
            let sort = Sort(place: place, scheme: origin.scheme)
            guard counts[sort, default: 0] < Self.exampleLimit else { continue }
            counts[sort, default: 0] += 1
            groups[place].examples.append(origin)
        }
        return groups
    }

    /// Returns whether a namespace no longer handles URLs, or only after other namespaces than
    /// before.
    private mutating func isLost(
        _ id: NamespaceID, _ newID: NamespaceID, _ old: [NamespaceID], _ new: [NamespaceID]
    ) throws(Routes.Failure) -> Bool {
        guard let place = old.firstIndex(of: id) else { return false }
        guard id == newID, let newPlace = new.firstIndex(of: newID) else { return true }
        // One without routes takes nothing from those behind it.
        return try busy(old[..<place]) != busy(new[..<newPlace])
    }

    /// Returns those of some namespaces that have enabled routes.
    private mutating func busy(
        _ namespaces: ArraySlice<NamespaceID>
    ) throws(Routes.Failure) -> [NamespaceID] {
        var found: [NamespaceID] = []
        for id in namespaces {
            let isBusy = if let known = busy[id] { known } else { try routes.isBusy(id) }
            busy[id] = isBusy
            if isBusy { found.append(id) }
        }
        return found
    }

    private mutating func asked(
        _ key: Key, _ groups: [Group]
    ) throws(Routes.Failure) -> Asked {
        if let asked = known[key] { return asked }
        var asked = Asked()
        if key.part.isNarrow {
            for origin in space.origins(key.part) {
                try add(
                    [origin], oldChains.chain(from: oldChains.start(of: origin)),
                    newChains.chain(from: newChains.start(of: origin)), of: key, to: &asked)
            }
        } else {
            for group in groups {
                try add(group.examples, group.old, group.new, of: key, to: &asked)
            }
        }
        known[key] = asked
        return asked
    }

    private mutating func add(
        _ origins: [URLOrigin], _ old: [NamespaceID], _ new: [NamespaceID], of key: Key,
        to asked: inout Asked
    ) throws(Routes.Failure) {
        guard old.contains(key.old) else { return }
        let isLost = try isLost(key.old, key.new, old, new)
        if isLost, asked.lost.count < Self.originLimit { asked.lost += origins }
        guard new.contains(key.new), asked.kept.count < Self.originLimit else { return }
        // Those that nothing changes for come first.
        if isLost { asked.kept += origins } else { asked.kept.insert(contentsOf: origins, at: 0) }
    }

    private static func policies(
        _ namespaces: [RouteNamespace]
    ) -> [NamespaceID: NamespacePolicies] {
        Dictionary(
            namespaces.map { ($0.id, $0.policies) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: What the matcher says

    private mutating func judge(
        _ candidates: [Candidate], _ strangers: [Stranger]
    ) throws(Routes.Failure) -> [RouteID: ReachabilityChange.Loss] {
        let tables = try routes.tables { urls(of: candidates, strangers) }
        var found: [RouteID: ReachabilityChange.Loss] = [:]
        var writers = Self.writers(tables.old, candidates.map(\.previous))
        for candidate in candidates {
            guard budget > 0 else {
                isBounded = true
                break
            }
            found[candidate.route.id] = writers[candidate.previous.namespace]?.loss(
                of: candidate.route, candidate.asked.lost, candidate.asked.kept, tables.new,
                &budget)
        }
        writers = Self.writers(tables.new, strangers.map(\.route))
        for stranger in strangers {
            let (route, other) = (stranger.route, stranger.other)
            let url = writers[route.namespace]?.url(named: route, at: other.origin)
            found[route.id] = ReachabilityChange.Loss(
                route, .new, url: url, in: other.namespace, isBound: other.isBound,
                of: tables.new)
        }
        return found
    }

    /// Returns URLs that have the words of all that are asked of the matcher.
    private func urls(of candidates: [Candidate], _ strangers: [Stranger]) -> [[UInt8]] {
        func table(_ namespaces: [RouteNamespace], _ routes: [Route]) -> RoutingTable {
            RoutingTable(RegistrySnapshot(revision: 0, namespaces: namespaces, routes: routes))
        }
        let previous = candidates.map(\.previous), new = strangers.map(\.route)
        var urls: Set<[UInt8]> = []
        for (table, routes) in [
            (table(self.routes.oldNamespaces, previous), previous),
            (table(self.routes.newNamespaces, new), new),
        ] {
            var writers = Self.writers(table, routes)
            for route in routes {
                urls.formUnion(writers[route.namespace]?.paths(of: route) ?? [])
            }
        }
        let origins =
            candidates.flatMap { $0.asked.lost + $0.asked.kept } + strangers.map(\.other.origin)
        return urls + Set(origins).map(\.bytes)
    }

    private static func writers(
        _ table: RoutingTable, _ routes: [Route]
    ) -> [NamespaceID: RouteWitnesses] {
        let wanted = Dictionary(grouping: routes, by: \.namespace)
        var writers: [NamespaceID: RouteWitnesses] = [:]
        for namespace in table.tables.objects {
            let id = namespace.namespace.id
            if let routes = wanted[id] {
                writers[id] = RouteWitnesses(
                    table, namespace, Set(routes.map(\.id)), variantLimit: variantLimit)
            }
        }
        return writers
    }
}

/// Generates URLs for routes of a namespace, and tests which of them reach the routes.
private struct RouteWitnesses {
    private let table: RoutingTable
    /// The name of the namespace.
    private let name: String
    private let search: WitnessSearch
    private var classes: ClassPool
    private var variants: [RouteID: [LintVariant]] = [:]

    init(
        _ table: RoutingTable, _ namespace: NamespaceTable, _ routes: Set<RouteID>,
        variantLimit: Int
    ) {
        self.table = table
        name = namespace.namespace.name
        search = WitnessSearch(table, namespace.namespace)
        classes = ClassPool(hasEmpty: namespace.policies.keepsEmptySegments)
        for variant in LintVariant.all(
            of: namespace, &classes, where: { routes.contains($0.id) })
        where variants[variant.route.id, default: []].count < variantLimit {
            variants[variant.route.id, default: []].append(variant)
        }
    }

    /// Returns the loss of a route, if any.
    mutating func loss(
        of route: Route, _ lost: [URLOrigin], _ kept: [URLOrigin], _ other: RoutingTable,
        _ budget: inout Int
    ) -> ReachabilityChange.Loss? {
        let all = (variants[route.id] ?? []).map { WitnessSearch.Parts($0, &classes) }
        for parts in all {
            for origin in lost {
                guard let url = url(of: route, parts, at: origin, &budget) else { continue }
                let isLed = { (url: [UInt8]) in
                    other.firstRoute(utf8: url, where: route.isAsked)?.id == route.id
                }
                if isLed(url) { continue }
                let keeps = all.contains { parts in
                    kept.contains { origin in
                        self.url(of: route, parts, at: origin, &budget).map(isLed) ?? false
                    }
                }
                let place = other.firstPlace(url.span.bytes, in: nil)
                return ReachabilityChange.Loss(
                    route, keeps ? .some : .all, url: url,
                    in: place < 0 ? nil : other.tables.objects[place].namespace,
                    isBound: other.boundPlace(of: url.span.bytes) != nil, of: other)
            }
        }
        return nil
    }

    /// Returns a URL with an origin that reaches a route.
    private func url(
        of route: Route, _ parts: WitnessSearch.Parts, at origin: URLOrigin, _ budget: inout Int
    ) -> [UInt8]? {
        search.urls(of: parts, at: origin).first { url in
            budget -= 1
            return table.firstRoute(utf8: url, where: route.isAsked)?.id == route.id
        }
    }

    /// Returns the paths of the URLs that are tried for a route.
    mutating func paths(of route: Route) -> [[UInt8]] {
        (variants[route.id] ?? []).flatMap { variant in
            search.urls(of: WitnessSearch.Parts(variant, &classes), at: URLOrigin())
        }
    }

    /// Returns a URL with an origin that a route matches if the request names its namespace.
    mutating func url(named route: Route, at origin: URLOrigin) -> [UInt8]? {
        for variant in variants[route.id] ?? [] {
            let urls = search.urls(of: WitnessSearch.Parts(variant, &classes), at: origin)
            let found = urls.first { search.probe($0, in: name).fits(variant) }
            if let found { return found }
        }
        return nil
    }
}
