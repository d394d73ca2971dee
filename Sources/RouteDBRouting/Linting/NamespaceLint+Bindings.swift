// Routes that URLs do not come to.
extension NamespaceLint {
    /// Reports routes whose scheme and host are bound to a namespace that does not ask this one.
    ///
    /// Only what the pattern says in full is looked at: a scheme, and a host that is a text, or
    /// none that matters to any binding.
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
            mends: [
                "routedb replace '#\(route.id.rawValue)' --namespace \(ShellWord.quoted(bound.name))"
            ])
        collector.add(finding) {
            // Only with the namespace's name does such a URL come here.
            let witness = witnesses.witness(of: parts(of: variant)) { probe in
                probe.fits(variant) ? [route.id] : nil
            }
            return witness?.namespace == nil ? nil : witness
        }
    }
}
