extension RoutingTable {
    /// Builds a URL that leads to a route with given values.
    ///
    /// Each value is written in the form that its place needs: percent-encoded or not, depending on the
    /// namespace's policies, with numbers, Booleans and converted values in the spelling of their type.
    /// Optional groups are written if a value needs them, and other values become items of the query.
    /// A URL is returned only if this table resolves it to this route with these values, so
    /// `resolve(url)` gives back what you put in.
    ///
    /// ```swift
    /// try table.url(for: user, values: ["id": 42, "ref": "mail"])   // myapp://user/42?ref=mail
    /// ```
    ///
    /// - Parameters:
    ///   - route: A route of the table.
    ///   - values: The values by name. The value of a parameter may be of its type, or its text; for
    ///     `path` it may also be a list of segments. A value of the query is read back as text, a list
    ///     as several items, null as a key alone. A parameter without a value gets its default value.
    ///   - options: Further options for the URL.
    /// - Returns: The URL.
    /// - Throws: ``URLBuildError``: `missingValue`, `wrongType`, `unknownValue`, `missingBase`,
    ///   `baseConflict`, or, where no URL has these values, `takenByOther`, `valueDiffers`,
    ///   `unmatched`, `invalidURL`.
    /// - Complexity: That of resolving the URL, usually once; at most once for each variant of the
    ///   pattern and each possible beginning of the URL.
    public func url(
        for route: Route, values: JSONObject = [:], options: URLBuildOptions = URLBuildOptions()
    ) throws(URLBuildError) -> String {
        try URLBuilder(route, in: self, values: values, options: options).url()
    }
}
