import RouteDBRouting

// Routes that no URL reaches because of the bindings of namespaces.
extension NamespaceLint {
    /// Reports routes whose scheme and host are bound to a namespace that does not use this one.
    ///
    /// Considers only patterns that name a scheme or a host.
    func findUnbound(_ collector: inout LintCollector) {
        guard !table.bindings.bindsNothing, collector.wants(.unbound) else { return }
        let chains = NamespaceChains(table.namespaces)
        let space = OriginSpace(table.namespaces)
        guard !space.isBounded else { return }
        var seen: Set<RouteID> = []
        var others: [OriginSpace.Part: NamespaceChains.Other?] = [:]
        for variant in variants where seen.insert(variant.route.id).inserted {
            guard let pattern = variant.route.pattern else { continue }
            let part = OriginSpace.Part(of: pattern, policies)
            guard part.isNarrow else { continue }
            let other = others[part] ?? chains.other(than: namespace.id, for: part, of: space)
            others[part] = .some(other)
            if let other { report(variant, other.namespace, &collector) }
        }
    }

    private func report(
        _ variant: LintVariant, _ bound: RouteNamespace, _ collector: inout LintCollector
    ) {
        let route = variant.route
        let finding = LintFinding(
            .unbound, in: namespace.id, routes: [route.id], names: [bound.name],
            "URLs of \(Self.label(route)) are bound to the namespace '\(bound.name)', which does"
                + " not use '\(namespace.name)'.",
            fixes: [
                "routedb replace '#\(route.id.rawValue)' --namespace \(ShellWord.quoted(bound.name))"
            ])
        collector.add(finding) {
            // Such a URL must reach the route only where the namespace is named.
            let witness = witnesses.witness(of: parts(of: variant)) { probe in
                probe.fits(variant) ? [route.id] : nil
            }
            return witness?.namespace == nil ? nil : witness
        }
    }
}
