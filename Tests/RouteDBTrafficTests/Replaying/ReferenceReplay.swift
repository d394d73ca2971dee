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
    /// The hits that some route takes.
    private(set) var matched: Int64 = 0
    /// The hits that lack what a rule of their route, or its kind, asks for, by attribute.
    private(set) var lacks: [String: Int64] = [:]

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
            let request = request(hit)
            let (old, new) = (tables[0].resolve(request), tables[1].resolve(request))
            if let name = options.namespace,
                old.namespace?.name != name && new.namespace?.name != name
            {
                continue
            }
            total += hit.weight
            if old.foundRoute != nil || new.foundRoute != nil { matched += hit.weight }
            for attribute in lacks(hit, old, in: base).union(lacks(hit, new, in: head)) {
                lacks[attribute, default: 0] += hit.weight
            }
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

    private func request(_ hit: ReplayHit) -> ResolutionRequest {
        let usesMethods = (base.routes + head.routes).contains {
            $0.isEnabled && $0.kind.map(RouteKind.isMethod) == true
        }
        var request = ResolutionRequest(utf8: hit.url, namespace: options.requestNamespace)
        if let kind = hit.kind, usesMethods || kind == "view" { request.kind = kind }
        request.time = hit.time
        func known(_ values: JSONObject?) -> JSONObject {
            var object = JSONObject()
            for member in values?.members ?? [] where member.value != .null {
                object[member.key] = member.value
            }
            return object
        }
        request.context = known(hit.attributes?.context)
        request.principal = hit.principal.map {
            RequestPrincipal(
                $0, roles: hit.attributes?.roles ?? [], claims: known(hit.attributes?.claims))
        }
        return request
    }

    /// What a hit lacks of all that the rules of its route ask for.
    private func lacks(
        _ hit: ReplayHit, _ answer: Resolution, in snapshot: RegistrySnapshot
    ) -> Set<String> {
        guard let route = answer.foundRoute else { return [] }
        var lacks: Set<String> = []
        if route.kind != nil, hit.kind == nil, hit.attributes == nil { lacks.insert("kind") }
        for rule in snapshot.accessRules where rule.scope.covers(route) {
            if rule.subject != .anyone, hit.principal == nil, hit.attributes == nil {
                lacks.insert("principal")
            }
            if case .role = rule.subject, hit.attributes?.roles == nil { lacks.insert("roles") }
            if case .claim(let name, _) = rule.subject, hit.attributes?.claims[name] == nil {
                lacks.insert("claim.\(name)")
            }
            for condition in rule.conditions {
                guard case .context(let name) = condition.attribute else { continue }
                if hit.attributes?.context[name] == nil { lacks.insert("context.\(name)") }
            }
        }
        return lacks
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
        let plain = plainClasses(old, new, pairs)
        guard old.foundRoute != nil, new.foundRoute != nil,
            old.destination != nil || new.destination != nil
        else { return plain }
        let (left, right) = (End(old), End(new))
        if left.isSame(as: right, pairs) {
            let decision: [ReplayClass] = plain.contains(.otherDecision) ? [.otherDecision] : []
            return plain == decision ? decision : decision + [.sameDestination]
        }
        var classes = Set(plain)
        classes.insert(.otherRedirect)
        if left.isGood == true, right.isGood == false { classes.insert(.nowUnmatched) }
        if left.isGood == false, right.isGood == true { classes.insert(.newlyMatched) }
        return ReplayClass.allCases.filter(classes.contains)
    }

    /// Where an answer ends.
    private struct End {
        let word: String
        let url: String
        let answer: Resolution?

        init(_ resolution: Resolution) {
            let destination = resolution.destination
            word = destination.map { $0.word } ?? "answer"
            url = destination?.url ?? ""
            if let destination {
                if case .answered(let answer) = destination.end {
                    self.answer = answer
                } else {
                    answer = nil
                }
            } else {
                answer = resolution
            }
        }

        /// Whether something is there; `nil` for what is gone.
        var isGood: Bool? {
            if let answer { return answer.foundRoute != nil }
            return word == "gone" ? nil : word == "elsewhere"
        }

        /// Whether a caller gets the same at both ends.
        func isSame(as other: End, _ pairs: [RouteID: RouteID]) -> Bool {
            if let answer, let theirs = other.answer {
                return plainClasses(answer, theirs, pairs).allSatisfy { $0 == .otherRoute }
            }
            guard answer == nil, other.answer == nil, word == other.word else { return false }
            return word != "elsewhere" || url == other.url
        }
    }

    private static func plainClasses(
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
        if old.redirect != new.redirect { classes.append(.otherRedirect) }
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
