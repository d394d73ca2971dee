import RouteDBRouting

// Frameworks list a route for several methods as one.
extension RegistryDocument.Entry where Content == ImportedRoute {
    /// A route for each kind that the item names; the first one keeps the name.
    var byKind: [Self] {
        guard case .item(let route, let origin) = self, let text = route.draft.kind else {
            return [self]
        }
        return RouteKind.list(text).enumerated().map { place, kind in
            var route = route
            route.draft.kind = kind
            if place > 0 { route.draft.name = nil }
            return .item(route, origin)
        }
    }

    /// The route with the one kind that it names; a problem if it names several, because other items of a
    /// document refer to its routes.
    var ofOneKind: Self {
        let routes = byKind
        guard routes.count > 1, case .item(let route, let origin) = self else { return routes[0] }
        return .problem(
            origin.problem(
                "kind", "A route of a document has one kind, not '\(route.draft.kind ?? "")'.",
                hint: "Write a route for each, or one without a kind, which takes every request."))
    }
}
