import RouteDBRouting

/// Lints everything in a registry other than its patterns and access rules.
struct RegistryLint {
    let snapshot: RegistrySnapshot
    let table: RoutingTable
    private let namespaces: [NamespaceID: RouteNamespace]
    private let enabled: [Route]

    init(_ snapshot: RegistrySnapshot, _ table: RoutingTable) {
        self.snapshot = snapshot
        self.table = table
        namespaces = Dictionary(
            snapshot.namespaces.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        enabled = snapshot.routes.filter(\.isEnabled)
    }

    func run(_ collector: inout LintCollector) {
        for route in snapshot.routes where !route.isEnabled {
            let id = "'#\(route.id.rawValue)'"
            collector.add(
                LintFinding(
                    .disabled, in: route.namespace, routes: [route.id],
                    "\(label(route)) is disabled.",
                    fixes: ["routedb enable \(id)", "routedb remove \(id)"]))
        }
        findDefaults(&collector)
        findRequirements(&collector)
        findFallbacks(&collector)
        findConverters(&collector)
        var redirects = RedirectLint(snapshot: snapshot, table: table)
        redirects.run(&collector)
    }

    // MARK: Defaults

    private func findDefaults(_ collector: inout LintCollector) {
        guard !snapshot.defaults.isEmpty, collector.wants(.defaultUnused) else { return }
        var members: [RouteScope: [Route]] = [:]
        for route in enabled {
            let scopes =
                [.namespace(route.namespace), .route(route.id)]
                + (route.group.map { [RouteScope.group(route.namespace, $0)] } ?? [])
            for scope in scopes where snapshot.defaults[scope] != nil {
                members[scope, default: []].append(route)
            }
        }
        let routes = RouteIndex(snapshot.routes)
        for scope in snapshot.defaults.keys.sorted(by: RouteScope.precedes) {
            let covered = members[scope] ?? []
            for key in (snapshot.defaults[scope] ?? [:]).members.map(\.key) {
                let reason: String
                if covered.isEmpty {
                    reason = "it applies to no enabled route"
                } else if covered.allSatisfy({ captures(key, in: $0) }) {
                    reason = "the URL always has a value of this name"
                } else if covered.allSatisfy({ isOverridden(key, of: scope, in: $0) }) {
                    reason = "every route has another one, or the URL has a value of this name"
                } else {
                    continue
                }
                let (option, namespace, ids) = place(scope, routes)
                collector.add(
                    LintFinding(
                        .defaultUnused, in: namespace, routes: ids, names: [key],
                        "The default value '\(key)' of \(words(scope)) is never used: \(reason).",
                        fixes: ["routedb default unset \(ShellQuoting.quoted(key)) \(option)"]))
            }
        }
    }

    /// Returns whether every URL that a route matches supplies a value for a name.
    private func captures(_ name: String, in route: Route) -> Bool {
        guard let pattern = route.pattern,
            namespaces[route.namespace]?.policies.castFailure != .omit
        else { return false }
        let isHostRead = namespaces[route.namespace].map {
            $0.policies.matchedHost(of: pattern) != nil
                || $0.policies.readsHostAsSegment(of: pattern)
        }
        var elements = pattern.path
        if isHostRead == true { elements += pattern.host?.elements ?? [] }
        let captured = elements.contains { element in
            if case .parameter(let parameter) = element { parameter.name == name } else { false }
        }
        return captured
            || pattern.query.contains { condition in
                if case .capture(let parameter) = condition.test {
                    parameter.name == name
                } else {
                    false
                }
            }
    }

    /// Returns whether a narrower scope or the URL always overrides a default value of a route.
    private func isOverridden(_ name: String, of scope: RouteScope, in route: Route) -> Bool {
        if captures(name, in: route) { return true }
        if case .route = scope { return false }
        if snapshot.defaults[.route(route.id)]?[name] != nil { return true }
        guard case .namespace = scope, let group = route.group else { return false }
        return snapshot.defaults[.group(route.namespace, group)]?[name] != nil
    }

    /// The command-line option that names a scope, with its namespace and route.
    private func place(
        _ scope: RouteScope, _ routes: RouteIndex
    ) -> (option: String, namespace: NamespaceID?, routes: [RouteID]) {
        switch scope {
        case .namespace(let id): ("--namespace \(ShellQuoting.quoted(name(of: id)))", id, [])
        case .group(let id, let group):
            (
                "--group \(ShellQuoting.quoted(RouteLabel.group(group, in: name(of: id))))",
                id, []
            )
        case .route(let id): ("--route '#\(id.rawValue)'", routes[id]?.namespace, [id])
        }
    }

    private func words(_ scope: RouteScope) -> String {
        switch scope {
        case .namespace(let id): "the namespace '\(name(of: id))'"
        case .group(let id, let group): "the group '\(RouteLabel.group(group, in: name(of: id)))'"
        case .route(let id): "the route #\(id.rawValue)"
        }
    }

    private func label(_ route: Route) -> String {
        route.numberedLabel(in: name(of: route.namespace))
    }

    private func name(of id: NamespaceID) -> String { namespaces[id]?.name ?? "" }

    // MARK: Requirements

    private func findRequirements(_ collector: inout LintCollector) {
        for route in enabled where !route.requirements.isEmpty {
            let defaults = table.defaults(for: route)
            for requirement in route.requirements {
                let reason: String
                if let type = captures(requirement.key, in: route)
                    ? type(of: requirement.key, in: route) : nil
                {
                    guard !type.canBe(requirement.kind) else { continue }
                    reason = "in the URL it is a value of the type '\(type.description)'"
                } else if let value = defaults[requirement.key],
                    !requirement.kind.includes(value)
                {
                    reason = "its default value is not"
                } else {
                    continue
                }
                let word = requirement.kind.rawValue
                collector.add(
                    LintFinding(
                        .requirement, in: route.namespace, routes: [route.id],
                        names: [requirement.key],
                        "\(label(route)) requires '\(requirement.key)' to be of the"
                            + " kind '\(word)', but \(reason).",
                        fixes: [
                            "routedb set '#\(route.id.rawValue)'"
                                + " \(ShellQuoting.quoted("requires.\(requirement.key)="))"
                        ]))
            }
        }
    }

    private func type(of name: String, in route: Route) -> ParameterType? {
        route.pattern?.parameters.last { $0.name == name }?.type
    }

    // MARK: Namespaces

    private func findFallbacks(_ collector: inout LintCollector) {
        let busy = Set(enabled.map(\.namespace))
        for namespace in snapshot.namespaces where namespace.fallback != nil {
            var seen: Set<NamespaceID> = [namespace.id]
            var next = namespace.fallback
            var leadsSomewhere = false
            while let id = next, seen.insert(id).inserted, let other = namespaces[id] {
                leadsSomewhere = leadsSomewhere || busy.contains(id) || other.fallbackTarget != nil
                next = other.fallback
            }
            let unset =
                "routedb namespace set \(ShellQuoting.quoted(namespace.name))"
                + " --no-fallback"
            if next == namespace.id {
                collector.add(
                    LintFinding(
                        .fallbackLoop, in: namespace.id,
                        "The fallbacks of the namespace '\(namespace.name)' form a cycle.",
                        fixes: [unset]))
            } else if !leadsSomewhere {
                collector.add(
                    LintFinding(
                        .fallbackEmpty, in: namespace.id,
                        "The fallbacks of the namespace '\(namespace.name)' have no enabled route"
                            + " and no target.", fixes: [unset]))
            }
        }
    }

    private func findConverters(_ collector: inout LintCollector) {
        guard !snapshot.converters.isEmpty, collector.wants(.converterUnused) else { return }
        var used: [NamespaceID: Set<String>] = [:]
        for route in snapshot.routes {
            used[route.namespace, default: []].formUnion(route.pattern?.converterNames ?? [])
        }
        for converter in snapshot.converters
        where used[converter.namespace]?.contains(converter.name) != true {
            let name = name(of: converter.namespace)
            collector.add(
                LintFinding(
                    .converterUnused, in: converter.namespace, names: [converter.name],
                    "No route uses the converter '\(converter.name)' of the namespace '\(name)'.",
                    fixes: [
                        "routedb converter remove \(ShellQuoting.quoted(converter.name))"
                            + " --namespace \(ShellQuoting.quoted(name))"
                    ]))
        }
    }
}

extension RouteScope {
    /// An arbitrary but stable order.
    fileprivate static func precedes(_ left: RouteScope, _ right: RouteScope) -> Bool {
        left.place < right.place
    }

    private var place: (Int, Int64, TextKey) {
        switch self {
        case .namespace(let id): (0, id.rawValue, TextKey(""))
        case .group(let id, let group): (1, id.rawValue, TextKey(group))
        case .route(let id): (2, id.rawValue, TextKey(""))
        }
    }
}

extension ParameterType {
    /// Returns whether some text of the type is a value of the kind.
    fileprivate func canBe(_ kind: ValueKind) -> Bool {
        switch (kind, self) {
        case (.array, .converter), (.object, .converter), (_, .converter): true
        case (.array, _), (.object, _): false
        case (.int, .uuid), (.int, .date), (.number, .uuid), (.number, .date), (.bool, .uuid),
            (.bool, .date):
            false
        case (.int, .oneOf(let texts, _)), (.number, .oneOf(let texts, _)),
            (.bool, .oneOf(let texts, _)):
            texts.contains { kind.includes(text: $0) }
        default: true
        }
    }
}
