// Routes that no URL reaches because of the bindings of namespaces.
extension NamespaceLint {
    /// Reports routes whose scheme and host are bound to a namespace that does not use this one.
    ///
    /// Considers only patterns whose binding is certain: those with a scheme and a literal host, or
    /// without a host where no binding has one.
    func findUnbound(_ collector: inout LintCollector) {
        guard !table.bindings.bindsNothing, collector.wants(.unbound) else { return }
        let hasHosts = table.namespaces.contains { !$0.hosts.isEmpty }
        var seen: Set<RouteID> = []
        for variant in variants {
            let route = variant.route
            guard let pattern = route.pattern, let scheme = pattern.scheme,
                seen.insert(route.id).inserted
            else { continue }
            var start = "\(scheme):"
            if let host = pattern.host, host.isLiteral, !host.literalText.isEmpty {
                start += "//\(host.literalText)"
            } else if hasHosts {
                continue
            }
            let origin = Array((start + "/").utf8)
            var place = table.boundPlace(of: origin.span.bytes) ?? table.defaultPlace
            let bound = place
            var isAsked = false
            for _ in 0..<table.namespaces.count where place >= 0 && !isAsked {
                isAsked = table.tables.objects[place].namespace.id == namespace.id
                place = table.tables.objects[place].fallback
            }
            guard !isAsked, bound >= 0 else { continue }
            report(variant, table.tables.objects[bound].namespace, &collector)
        }
    }

    private func report(
        _ variant: LintVariant, _ bound: Namespace, _ collector: inout LintCollector
    ) {
        let route = variant.route
        let finding = LintFinding(
            .unbound, in: namespace.id, routes: [route.id], names: [bound.name],
            "URLs of \(Self.label(route)) are bound to the namespace '\(bound.name)', which does"
                + " not use '\(namespace.name)'.",
            fixes: [
                "routedb replace '#\(route.id.rawValue)' --namespace \(Self.quoted(bound.name))"
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
