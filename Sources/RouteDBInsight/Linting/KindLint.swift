import RouteDBRouting

/// Finds kinds that routes have, and no request of a history.
struct KindLint {
    /// The routes of a namespace with one kind.
    private struct Members {
        let first: Route
        var count = 0
    }

    private struct Key: Hashable {
        let namespace: NamespaceID
        let kind: TextKey
    }

    let routes: [Route]
    /// The names of the namespaces.
    let namespaces: [NamespaceID: String]
    /// The kinds of the requests.
    let requestKinds: Set<String>

    /// Reports each kind once for a namespace, with the first of its routes.
    func run(_ collector: inout LintCollector) {
        guard collector.wants(.kindUnused) else { return }
        var order: [Key] = []
        var members: [Key: Members] = [:]
        for route in routes where route.isEnabled {
            guard let kind = route.kind.map(RouteKind.canonical) else { continue }
            let key = Key(namespace: route.namespace, kind: TextKey(kind))
            if members[key] == nil { order.append(key) }
            members[key, default: Members(first: route)].count += 1
        }
        let seen = requestKinds.map(Optional.some)
        for key in order {
            guard let found = members[key],
                !seen.contains(where: { RouteKind.route(of: key.kind.text, takes: $0) })
            else { continue }
            let label = found.first.numberedLabel(in: namespaces[key.namespace])
            let others = found.count - 1
            let taken =
                others == 0
                ? "\(label) takes" : "\(label) and \(NumberText.counted(others, "other")) take"
            collector.add(
                LintFinding(
                    .kindUnused, in: key.namespace, routes: [found.first.id],
                    names: [key.kind.text],
                    "No request of the history has the kind '\(key.kind.text)', which \(taken)."))
        }
    }
}
