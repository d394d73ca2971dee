import RouteDBDatabase
import RouteDBRouting

extension RegistryEditor {
    /// Creates the namespace that a draft describes, and checks each value by itself.
    func namespace(
        _ id: NamespaceID, from draft: NamespaceDraft
    ) throws(RouteDBError) -> RouteNamespace {
        try EditRules.checkNamespaceName(draft.name)
        for (policy, value) in draft.overrides where !policy.accepts(value) {
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
        let others = try live.namespacesByName().values.filter { $0.id != namespace.id }
            .sorted { $0.id < $1.id }
        guard !others.contains(where: { $0.name == namespace.name }) else {
            throw RouteDBError(
                .namespaceConflict, "A namespace named '\(namespace.name)' already exists.",
                hint: "Choose another name.")
        }
        try checkBindings(of: namespace, against: others)
        try checkFallbacks(of: namespace, among: others)
    }

    private func checkBindings(
        of namespace: RouteNamespace, against others: [RouteNamespace]
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
        for other in others {
            let taken = Set(other.bindings)
            guard let binding = bindings.first(where: taken.contains) else { continue }
            throw RouteDBError(
                .namespaceConflict,
                "'\(binding.text)' is already bound to the namespace '\(other.name)'.",
                hint: "Change that namespace first, or bind '\(namespace.name)' to other schemes"
                    + " or hosts.")
        }
    }

    private func checkFallbacks(
        of namespace: RouteNamespace, among others: [RouteNamespace]
    ) throws(RouteDBError) {
        let all = others + [namespace]
        guard let cycle = NamespaceRules.cycle(from: namespace, among: all) else { return }
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
    static func cycle(from start: RouteNamespace, among all: [RouteNamespace]) -> [String]? {
        var way = [start]
        while let next = way[way.count - 1].fallback,
            let namespace = all.first(where: { $0.id == next })
        {
            if let index = way.firstIndex(where: { $0.id == next }) {
                return way[index...].map(\.name) + [namespace.name]
            }
            way.append(namespace)
        }
        return nil
    }
}
