import RouteDBInsight
import RouteDBRouting

// Registries whose routes match more URLs, to find out why a URL matches none. They have the routes only that match more
// than before: where no route matches, the others do not match here either.
extension RegistrySnapshot {
    /// The disabled routes, enabled.
    var withAllEnabled: RegistrySnapshot {
        changingRoutes { $0.isEnabled = true }
    }

    /// The routes with types, whose parameters accept any text here.
    var withoutTypes: RegistrySnapshot {
        changingRoutes { $0.pattern = $0.pattern?.withoutTypes }
    }

    /// The routes with types or query conditions, which accept any text and query here.
    var withoutTypesAndConditions: RegistrySnapshot {
        changingRoutes { route in
            route.pattern = route.pattern.map { pattern in
                let relaxed = pattern.withoutTypes
                return RoutePattern(
                    scheme: relaxed.scheme, host: relaxed.host, path: relaxed.path, query: [])
            }
        }
    }

    /// A route for each scheme and host, which matches every path.
    var withoutPaths: RegistrySnapshot {
        var known: Set<Origin> = []
        var snapshot = withoutAccess
        snapshot.routes = routes.compactMap { route in
            guard route.isEnabled, let pattern = route.pattern else { return nil }
            let host = pattern.withoutTypes.host
            let origin = Origin(
                namespace: route.namespace, scheme: pattern.scheme, host: host)
            guard known.insert(origin).inserted else { return nil }
            var route = route
            route.pattern = RoutePattern(
                scheme: pattern.scheme, host: host, path: [.separator, .catchAll], query: [])
            return route
        }
        return snapshot
    }

    /// The part of a pattern that says to which service its URLs go.
    private struct Origin: Hashable {
        let namespace: NamespaceID
        let scheme: String?
        let host: HostPattern?
    }

    /// The routes that a change makes others of, after it.
    private func changingRoutes(_ change: (inout Route) -> Void) -> RegistrySnapshot {
        var snapshot = withoutAccess
        snapshot.routes = routes.compactMap { route in
            var changed = route
            change(&changed)
            return changed == route ? nil : changed
        }
        return snapshot
    }
}
