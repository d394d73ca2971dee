public import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// Builds a URL that leads to a route with given values, in the newest table that is known.
    ///
    /// ```swift
    /// try registry.url(for: "user", values: ["id": 42])   // myapp://user/42
    /// ```
    ///
    /// For many URLs of one route find it once, with ``RoutingTable/route(_:)``, and ask
    /// ``RoutingTable/url(for:values:options:)``.
    ///
    /// - Parameters:
    ///   - reference: The route.
    ///   - values: The values by name.
    ///   - options: What else the URL is to be.
    /// - Returns: The URL, which the table resolves to the route with these values.
    /// - Throws: ``RouteDBError`` with `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`,
    ///   `invalidPattern`, or `urlNotBuilt`; then ``RouteDBError/underlying`` is the
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

extension RoutingTable {
    /// The enabled route that a reference points at.
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
