public import RouteDBDatabase
public import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// Builds a URL that resolves to a given route with given values, using the current table.
    ///
    /// ```swift
    /// let url = try registry.url(for: "user", values: ["id": 42])  // myapp://user/42
    /// ```
    ///
    /// To build many URLs for one route, look it up once with ``RoutingTable/route(_:)`` and call
    /// ``RoutingTable/url(for:values:options:)``.
    ///
    /// - Parameters:
    ///   - reference: The route.
    ///   - values: The values of the pattern's parameters, by name.
    ///   - options: How to build the URL.
    /// - Returns: The URL. The table resolves it to the route with these values.
    /// - Throws: ``RouteDBError`` with `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`,
    ///   `invalidPattern`, or `urlNotBuilt`, whose ``RouteDBError/underlying`` error is a
    ///   ``URLBuildError``.
    /// - Complexity: Linear in the routes.
    public func url(
        for reference: RouteReference, values: JSONObject = [:],
        options: URLBuildOptions = URLBuildOptions()
    ) throws(RouteDBError) -> String {
        let table = table
        let route = try table.route(reference)
        do throws(URLBuildError) {
            return try table.url(for: route, values: values, options: options)
        } catch {
            throw RouteDBError(
                .urlNotBuilt, error.message, hint: error.hint, underlying: error)
        }
    }
}

extension RouteRegistry {
    /// Builds a URL that resolves to a route at the revision at which it was found.
    ///
    /// Of the other routes, only those are compiled that may take one of the URLs.
    package func url(
        for found: FoundRoute, values: JSONObject, options: URLBuildOptions
    ) async throws -> String {
        let revision = RevisionReference.number(found.part.revision)
        var few = try await items(at: revision)
        few.routes = [found.route]
        let urls = try RoutingTable(few)
            .urlCandidates(for: found.route, values: values, options: options)
        let snapshot = try await snapshot(keptBy: .patterns(RoutePrefilter(urls)), at: revision)
        return try RoutingTable(snapshot)
            .url(for: found.route, values: values, options: options)
    }
}

extension RoutingTable {
    /// Returns the enabled route that a reference names.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The route.
    /// - Throws: ``RouteDBError`` with `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`,
    ///   `invalidPattern`.
    /// - Complexity: Linear in the routes.
    public func route(_ reference: RouteReference) throws(RouteDBError) -> Route {
        try content.route(reference)
    }
}
