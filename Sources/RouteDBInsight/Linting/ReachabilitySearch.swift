import RouteDBRouting

/// Finds the routes that URLs reach in one snapshot but not in another.
struct ReachabilitySearch {
    /// The URLs that the same chain of namespaces handles, before and after the change.
    private struct Group {
        let old: [NamespaceID]
        let new: [NamespaceID]
        /// Some of them.
        var examples: [URLOrigin]
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
        let oldNamespace: NamespaceID
        let asked: Asked
    }

    private let old: RegistrySnapshot
    private let new: RegistrySnapshot
    private let oldChains: NamespaceChains
    private let newChains: NamespaceChains
    private let space: OriginSpace
    /// The namespaces that have enabled routes after the change.
    private let busy: Set<NamespaceID>
    private var known: [Key: Asked] = [:]
    /// True if the search was cut short.
    private(set) var isBounded: Bool
    /// The number of URLs that may still be resolved.
    private var budget = 2_000_000

    /// The maximum number of origins with one scheme among those that are handled alike.
    private static let exampleLimit = 8
    /// The maximum number of origins tried for a route.
    private static let originLimit = 64
    /// The maximum number of variants tried for a route.
    private static let variantLimit = 4

    init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        self.old = old
        self.new = new
        oldChains = NamespaceChains(old.namespaces)
        newChains = NamespaceChains(new.namespaces)
        let (before, after) = (Set(old.namespaces), Set(new.namespaces))
        let changed =
            new.namespaces.filter { !before.contains($0) }
            + old.namespaces.filter { !after.contains($0) }
        space = OriginSpace(
            old.namespaces + new.namespaces, first: changed,
            patterns: new.routes.lazy.compactMap(\.pattern))
        isBounded = space.isBounded
        busy = Set(new.routes.lazy.filter { $0.isEnabled && $0.hasPattern }.map(\.namespace))
    }

    /// Returns the losses, in the order of the routes after the change.
    mutating func losses() -> [ReachabilityChange.Loss] {
        let groups = groups()
        var affected: Set<NamespaceID> = []
        for group in groups {
            for id in group.old where isLost(id, id, group.old, group.new) { affected.insert(id) }
        }
        let before = RouteIndex(old.routes)
        let oldPolicies = Self.policies(old), newPolicies = Self.policies(new)
        var candidates: [Candidate] = []
        var owners = OriginOwners(newChains, of: space)
        var strangers: [(route: Route, other: OriginOwners.Other)] = []
        for route in new.routes where route.isEnabled {
            guard let pattern = route.pattern else { continue }
            let previous = before[route.id].flatMap { $0.isEnabled ? $0 : nil }
            if let previous, previous.pattern == pattern {
                let isMoved = previous.namespace != route.namespace
                guard isMoved || affected.contains(route.namespace),
                    let policies = oldPolicies[previous.namespace]
                else { continue }
                let key = Key(
                    old: previous.namespace, new: route.namespace,
                    part: OriginSpace.Part(of: pattern, policies))
                let asked = asked(key, groups)
                if !asked.lost.isEmpty {
                    candidates.append(
                        Candidate(
                            route: route, oldNamespace: previous.namespace, asked: asked))
                }
            } else if let policies = newPolicies[route.namespace] {
                let part = OriginSpace.Part(of: pattern, policies)
                guard part.isNarrow else { continue }
                if let other = owners.other(than: route.namespace, for: part) {
                    strangers.append((route, other))
                }
            }
        }
        guard !candidates.isEmpty || !strangers.isEmpty else { return [] }
        return judge(candidates, strangers)
    }

    // MARK: Where URLs are looked up

    private func groups() -> [Group] {
        struct Pair: Hashable {
            let old: NamespaceChains.Start
            let new: NamespaceChains.Start
        }
        struct Sort: Hashable {
            let place: Int
            let scheme: String?
        }
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
    private func isLost(
        _ id: NamespaceID, _ newID: NamespaceID, _ old: [NamespaceID], _ new: [NamespaceID]
    ) -> Bool {
        guard let place = old.firstIndex(of: id) else { return false }
        guard id == newID, let newPlace = new.firstIndex(of: newID) else { return true }
        // One without routes takes nothing from those behind it.
        return old[..<place].filter(busy.contains) != new[..<newPlace].filter(busy.contains)
    }

    private mutating func asked(_ key: Key, _ groups: [Group]) -> Asked {
        if let asked = known[key] { return asked }
        var asked = Asked()
        if key.part.isNarrow {
            for origin in space.origins(key.part) {
                add(
                    [origin], oldChains.chain(from: oldChains.start(of: origin)),
                    newChains.chain(from: newChains.start(of: origin)), of: key, to: &asked)
            }
        } else {
            for group in groups { add(group.examples, group.old, group.new, of: key, to: &asked) }
        }
        known[key] = asked
        return asked
    }

    private func add(
        _ origins: [URLOrigin], _ old: [NamespaceID], _ new: [NamespaceID], of key: Key,
        to asked: inout Asked
    ) {
        guard old.contains(key.old) else { return }
        let isLost = isLost(key.old, key.new, old, new)
        if isLost, asked.lost.count < Self.originLimit { asked.lost += origins }
        guard new.contains(key.new), asked.kept.count < Self.originLimit else { return }
        // Those that nothing changes for come first.
        if isLost { asked.kept += origins } else { asked.kept.insert(contentsOf: origins, at: 0) }
    }

    private static func policies(_ snapshot: RegistrySnapshot) -> [NamespaceID: NamespacePolicy
        .Values]
    {
        Dictionary(
            snapshot.namespaces.map { ($0.id, $0.policies) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: What the matcher says

    private mutating func judge(
        _ candidates: [Candidate],
        _ strangers: [(route: Route, other: OriginOwners.Other)]
    ) -> [ReachabilityChange.Loss] {
        let newTable = RoutingTable(new)
        var found: [RouteID: ReachabilityChange.Loss] = [:]
        if !candidates.isEmpty {
            let oldTable = RoutingTable(old)
            var writers = writers(
                oldTable,
                Dictionary(grouping: candidates, by: \.oldNamespace).mapValues {
                    Set($0.map(\.route.id))
                })
            for candidate in candidates {
                guard budget > 0 else {
                    isBounded = true
                    break
                }
                found[candidate.route.id] = writers[candidate.oldNamespace]?.loss(
                    of: candidate.route, candidate.asked.lost, candidate.asked.kept, newTable,
                    &budget)
            }
        }
        var writers = writers(
            newTable,
            Dictionary(grouping: strangers, by: \.route.namespace).mapValues {
                Set($0.map(\.route.id))
            })
        for (route, other) in strangers {
            let url = writers[route.namespace]?.url(named: route, at: other.origin)
            found[route.id] = ReachabilityChange.Loss(
                route, .new, url: url, in: other.namespace, isBound: other.isBound, of: newTable)
        }
        return new.routes.compactMap { found[$0.id] }
    }

    private func writers(
        _ table: RoutingTable, _ wanted: [NamespaceID: Set<RouteID>]
    ) -> [NamespaceID: RouteWitnesses] {
        var writers: [NamespaceID: RouteWitnesses] = [:]
        for namespace in table.tables.objects {
            let id = namespace.namespace.id
            if let routes = wanted[id] {
                writers[id] = RouteWitnesses(
                    table, namespace, routes, variantLimit: Self.variantLimit)
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
