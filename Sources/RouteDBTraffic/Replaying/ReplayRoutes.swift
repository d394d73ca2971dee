package import RouteDBRouting
package import RouteDBStorage

/// The routes that decide how a few URLs are answered in two states of a registry, so that of many routes
/// only these are read.
///
/// They are found step by step. The routes that may match the URLs may redirect to further URLs, and a route
/// is paired by its number and name with one of the other state, which need not match.
package struct ReplayRoutes: Sendable {
    /// The knowledge about the routes that are missing once some were read.
    package enum Step: Sendable {
        /// The routes that were read decide.
        case enough
        /// The routes that are requested now must be read as well.
        case more
        /// All routes must be read: values are part of a URL that is redirected to, or screens of other routes are shown.
        case all
    }

    private static let maximumSteps = 4

    /// The routes to read.
    package private(set) var requested: RequestedRoutes
    private var urls: [[UInt8]]
    private var steps = 0

    /// Requests the routes that may match some URLs.
    package init(matching urls: [[UInt8]]) {
        self.urls = urls
        requested = RequestedRoutes(RoutePrefilter(texts: urls))
    }

    /// Requests what the routes of two states refer to.
    package mutating func add(_ old: RegistrySnapshot, _ new: RegistrySnapshot) -> Step {
        let before = (requested.ids.count, requested.names.count, urls.count)
        let origins = KnownOrigins(of: [old, new])
        for route in old.routes + new.routes {
            requested.ids.insert(route.id)
            if let name = route.name { requested.names.insert(name) }
            guard mayMatch(route) else { continue }
            guard route.presentation?.showsOtherRoutes != true,
                add(redirectsOf: route, outside: origins)
            else { return .all }
        }
        guard before != (requested.ids.count, requested.names.count, urls.count) else {
            return .enough
        }
        steps += 1
        requested.filter = RoutePrefilter(texts: urls)
        return steps < Self.maximumSteps ? .more : .all
    }

    private func mayMatch(_ route: Route) -> Bool {
        guard let pattern = route.pattern else { return false }
        let bytes = Array(pattern.description.utf8)
        return requested.filter.keeps(bytes.span.bytes)
    }

    /// Adds the URLs of the registries that a route redirects to; false if values are part of one.
    private mutating func add(redirectsOf route: Route, outside origins: KnownOrigins) -> Bool {
        for location in route.redirect?.locations ?? [] where !origins.exclude(location) {
            guard let template = try? RedirectTemplate(location), template.names.isEmpty else {
                return false
            }
            let url = Array(location.utf8)
            if !requested.filter.covers(url), !urls.contains(url) { urls.append(url) }
        }
        return true
    }
}
