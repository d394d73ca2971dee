import RouteDB
package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

extension RegistryEditor {
    /// How many slugs are tried before it is given up; with a million links, one in half a million is taken.
    private static let attempts = 50

    /// Adds a link to the namespace of a host.
    ///
    /// The slug that nobody chose follows from the destination and the settings, so the same link is made once,
    /// however often it is asked for.
    package func addLink(
        _ draft: LinkDraft, at place: LinkHost
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        let namespace = place.namespace.name
        try draft.check()
        try checkEnd(of: draft, at: place)
        if let slug = draft.slug {
            do throws(RouteDBError) {
                return try add(draft.route(slug: slug, in: namespace), onDuplicate: .error)
            } catch {
                guard error.code == .routeConflict else { throw error }
                throw try taken(slug, in: namespace)
            }
        }
        let first = draft.isFurther ? Int.random(in: 0...Int.max - Self.attempts) : 0
        for attempt in first..<first + Self.attempts {
            let slug = LinkSlug.made(from: draft.seed(attempt))
            do throws(RouteDBError) {
                return try add(draft.route(slug: slug, in: namespace), onDuplicate: .error)
            } catch {
                guard error.code == .routeConflict else { throw error }
            }
        }
        throw RouteDBError(
            .routeConflict, "No free link was found in the namespace '\(namespace)'.",
            hint: "Choose the end of the link yourself.")
    }

    /// The most links that lead to one another.
    private static let steps = 16

    /// Checks that the destination does not lead back to the link, by other links of the host.
    private func checkEnd(of draft: LinkDraft, at place: LinkHost) throws(RouteDBError) {
        var url = draft.destination
        for _ in 0..<Self.steps {
            guard let path = place.path(of: url) else { return }
            if let slug = draft.slug, path == "/\(slug)" {
                throw RouteDBError(
                    .invalidValue, "The link '\(path)' would lead back to itself.",
                    hint: "Name the URL of a page or an app.")
            }
            let known = try ids(ofPattern: path, kind: nil, in: place.namespace.name)
            guard let id = known.first, let next = try storedRoute(withID: id)?.redirect?.location
            else { return }
            url = next
        }
        throw RouteDBError(
            .invalidValue, "\(draft.destination.excerpt) leads from link to link, without an end.",
            hint: "Name the URL of a page or an app.")
    }

    private func taken(_ slug: String, in namespace: String) throws(RouteDBError) -> RouteDBError {
        let route = try storedRoute(RouteReference("\(namespace):/\(slug)"))
        let place = route.redirect?.location ?? route.target
        let maker = try lastRevision(of: route.id).map { revision in
            ", by \(revision.author) at \(revision.time.inSeconds)"
        }
        return RouteDBError(
            .routeConflict,
            "The link '/\(slug)' is taken: the route #\(route.id.rawValue) leads to"
                + " \(place.excerpt)\(maker ?? "").",
            hint: "Choose another end, or change that route: routedb set '#\(route.id.rawValue)'.")
    }
}
