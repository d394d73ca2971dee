import RouteDBDatabase
import RouteDBRouting

extension RegistryEditor {
    /// Creates the namespace that a draft describes, and checks each value by itself.
    func namespace(
        _ id: NamespaceID, from draft: NamespaceDraft
    ) throws(RouteDBError) -> RouteNamespace {
        try EditRules.checkNamespaceName(draft.name)
        for (policy, value) in draft.overrides.texts where !policy.accepts(value) {
            throw RouteDBError(
                .invalidValue, "'\(value)' is not a value of the policy '\(policy.rawValue)'.",
                hint: policy.values.isEmpty
                    ? "Use \(policy.valueDescription)."
                    : "Its values are "
                        + policy.values.map { "'\($0)'" }.joined(separator: ", ") + ".")
        }
        try NamespaceRules.checkMarks(of: draft)
        let schemes = NamespaceRules.normalized(draft.schemes)
        let hosts = NamespaceRules.normalized(
            draft.hosts.map(HostSyntax.withoutFinalDot))
        for scheme in schemes { try NamespaceRules.checkScheme(scheme) }
        for host in hosts { try NamespaceRules.checkHost(host) }
        if let target = draft.fallbackTarget {
            try EditRules.checkText(target, called: "fallback target")
        }
        var fallback: NamespaceID?
        if let name = draft.fallback {
            // A namespace that is being added cannot be looked up yet as its own fallback.
            fallback = name == draft.name ? id : try live.namespace(named: name).id
        }
        return RouteNamespace(
            id: id, name: draft.name, profile: draft.profile, overrides: draft.overrides,
            schemes: schemes, hosts: hosts, fallback: fallback,
            fallbackTarget: draft.fallbackTarget, access: draft.access)
    }

    /// Checks a new version of a namespace against the other namespaces.
    func check(_ namespace: RouteNamespace) throws(RouteDBError) {
        let others = try live.allNamespaces()
        guard others.byName[namespace.name].map({ $0.id == namespace.id }) ?? true else {
            throw RouteDBError(
                .namespaceConflict, "A namespace named '\(namespace.name)' already exists.",
                hint: "Choose another name.")
        }
        try checkBindings(of: namespace, against: others)
        try checkFallbacks(of: namespace, among: others)
    }

    private func checkBindings(
        of namespace: RouteNamespace, against others: LiveNamespaces
    ) throws(RouteDBError) {
        let pairs =
            max(1, namespace.schemes.count).multipliedReportingOverflow(
                by: max(1, namespace.hosts.count))
        guard !pairs.overflow, pairs.partialValue <= NamespaceRules.bindings else {
            throw RouteDBError(
                .invalidValue,
                "The namespace '\(namespace.name)' has more than \(NamespaceRules.bindings) pairs"
                    + " of a scheme and a host.",
                hint: "Bind it to schemes only, or use wildcard hosts.")
        }
        let bindings = namespace.bindings
        guard namespace.name != RouteNamespace.defaultName || bindings.isEmpty else {
            throw RouteDBError(
                .invalidValue,
                "The namespace 'default' cannot have bindings; it handles URLs not bound elsewhere.",
                hint: "Add another namespace for these schemes and hosts.")
        }
        let taken = bindings.compactMap { binding in
            others.owner(of: binding).map { (binding: binding, by: $0) }
        }.filter { $0.by.id != namespace.id }
        // Of several namespaces, the oldest one is named.
        guard let first = taken.min(by: { $0.by.id < $1.by.id }) else { return }
        throw RouteDBError(
            .namespaceConflict,
            "'\(first.binding.text)' is already bound to the namespace '\(first.by.name)'.",
            hint: "Change that namespace first, or bind '\(namespace.name)' to other schemes"
                + " or hosts.")
    }

    private func checkFallbacks(
        of namespace: RouteNamespace, among others: LiveNamespaces
    ) throws(RouteDBError) {
        let cycle = NamespaceRules.cycle(from: namespace) {
            $0 == namespace.id ? namespace : others[$0]
        }
        guard let cycle else { return }
        throw RouteDBError(
            .fallbackCycle,
            "The fallbacks would form a cycle: "
                + cycle.joined(separator: " → ") + ".",
            hint: "Remove the fallback of one of them.")
    }
}

extension NamespaceRules {
    /// The names of a cycle of fallbacks reachable from a namespace, with the same name first and
    /// last; `nil` if there is no cycle.
    static func cycle<Failure>(
        from start: RouteNamespace, find: (NamespaceID) throws(Failure) -> RouteNamespace?
    ) throws(Failure) -> [String]? {
        var way = [start]
        var places = [start.id: 0]
        while let id = way[way.count - 1].fallback, let namespace = try find(id) {
            if let index = places[namespace.id] {
                return way[index...].map(\.name) + [namespace.name]
            }
            places[namespace.id] = way.count
            way.append(namespace)
        }
        return nil
    }
}
