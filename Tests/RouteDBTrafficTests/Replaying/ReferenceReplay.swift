import RouteDB
import RouteDBTraffic

/// Replays hits the plain way: each is resolved twice, and everything is compared.
struct ReferenceReplay {
    struct Group: Equatable {
        var hits: Int64 = 0
        var recorded: Int64 = 0
        var times: [Int64] = []
        var urls: [[UInt8]] = []
    }

    struct Key: Hashable {
        let classes: [ReplayClass]
        let outcomes: [Resolution.Outcome]
        let routes: [RouteID?]
    }

    let base: RegistrySnapshot
    let head: RegistrySnapshot
    var options = ReplayOptions()
    private(set) var total: Int64 = 0
    private(set) var groups: [Key: Group] = [:]
    /// The hits that are refused and were not, by principal.
    private(set) var refused: [String?: Int64] = [:]

    init(_ base: RegistrySnapshot, _ head: RegistrySnapshot, options: ReplayOptions) {
        self.base = base
        self.head = head
        self.options = options
    }

    mutating func run(_ hits: [ReplayHit]) {
        let tables = [
            RoutingTable(base, functions: options.converters),
            RoutingTable(head, functions: options.converters),
        ]
        let pairs = pairs()
        for hit in hits {
            var request = ResolutionRequest(utf8: hit.url, namespace: options.requestNamespace)
            request.time = hit.time?.microseconds
            request.principal = hit.principal.map { RequestPrincipal($0) }
            let (old, new) = (tables[0].resolve(request), tables[1].resolve(request))
            if let name = options.namespace,
                old.namespace?.name != name && new.namespace?.name != name
            {
                continue
            }
            total += hit.weight
            let classes = Self.classes(old, new, pairs)
            guard !classes.isEmpty else { continue }
            let isRefused = [old, new].map { [.denied, .challenged].contains($0.outcome) }
            if isRefused == [false, true] { refused[hit.principal, default: 0] += hit.weight }
            let key = Key(
                classes: classes, outcomes: [old.outcome, new.outcome],
                routes: [old.foundRoute?.id, new.foundRoute?.id])
            var group = groups[key] ?? Group()
            group.hits += hit.weight
            group.recorded += 1
            if let time = hit.time { group.times.append(time.microseconds) }
            if !group.urls.contains(hit.url) { group.urls.append(hit.url) }
            groups[key] = group
        }
    }

    /// The routes that are the same: by id, then by name, then by pattern, each once.
    private func pairs() -> [RouteID: RouteID] {
        var pairs: [RouteID: RouteID] = [:]
        func join(_ areSame: (Route, Route) -> Bool) {
            for route in base.routes where pairs[route.id] == nil {
                let partner = head.routes.first { other in
                    !pairs.values.contains(other.id) && areSame(route, other)
                }
                pairs[route.id] = partner?.id
            }
        }
        func namespace(_ route: Route, _ snapshot: RegistrySnapshot) -> String? {
            snapshot.namespaces.first { $0.id == route.namespace }?.name
        }
        if options.isOneRegistry { join { $0.id == $1.id } }
        join {
            $0.name != nil && $0.name == $1.name && $0.group == $1.group
                && namespace($0, base) == namespace($1, head)
        }
        join {
            $0.pattern == $1.pattern && namespace($0, base) == namespace($1, head)
                && RouteKind.areSame($0.kind, $1.kind)
        }
        return pairs
    }

    static func classes(
        _ old: Resolution, _ new: Resolution, _ pairs: [RouteID: RouteID]
    ) -> [ReplayClass] {
        guard let left = old.foundRoute else {
            if new.foundRoute != nil { return [.newlyMatched] }
            if old.outcome != new.outcome { return [.otherOutcome] }
            return old.target == new.target ? [] : [.otherTarget]
        }
        guard let right = new.foundRoute else { return [.nowUnmatched] }
        var classes: [ReplayClass] = []
        if pairs[left.id] != right.id { classes.append(.otherRoute) }
        if left.target != right.target { classes.append(.otherTarget) }
        if values(old) != values(new) { classes.append(.otherValues) }
        let (access, other) = (old.access, new.access)
        if access.verdict != other.verdict || access.challengeTarget != other.challengeTarget
            || access.code != other.code || access.message != other.message
        {
            classes.append(.otherDecision)
        }
        if old.route != nil, new.route != nil, plan(old) != plan(new) {
            classes.append(.otherPlan)
        }
        return classes
    }

    private static func values(_ resolution: Resolution) -> [String] {
        resolution.values.members.map { "\($0.key)=\($0.value)" }.sorted() + ["-"]
            + resolution.wildcards + ["-"] + resolution.unmetRequirements.map(\.key)
    }

    private static func plan(_ resolution: Resolution) -> String {
        do {
            var plan = try resolution.plan()
            for index in plan?.screens.indices ?? 0..<0 { plan?.screens[index].route = nil }
            if let last = plan?.screens.indices.last { plan?.screens[last].values = [:] }
            return plan?.json.description ?? ""
        } catch {
            return error.code.rawValue
        }
    }
}
