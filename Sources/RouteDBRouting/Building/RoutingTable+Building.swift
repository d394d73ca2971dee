extension RoutingTable {
    /// Builds a URL that leads to a route with given values.
    ///
    /// Each value is written as its place wants it: percent-encoded or not, as the namespace's
    /// policies say, with numbers, truth values and converted values in the spelling of their
    /// type. Optional groups are written if a value needs them, other values become items of the
    /// query. A URL is only returned if this table resolves it to this route, with these values:
    /// so `resolve(url)` gives back what was put in.
    ///
    /// ```swift
    /// try table.url(for: user, values: ["id": 42, "ref": "mail"])   // myapp://user/42?ref=mail
    /// ```
    ///
    /// - Parameters:
    ///   - route: A route of the table.
    ///   - values: The values by name. A parameter's may be of its type, or a text that says it; of
    ///     `path`, also a list of segments. A value of the query is read back as text, a list as
    ///     several items, null as a key alone. A parameter that has none takes its default value.
    ///   - options: What else the URL is to be.
    /// - Returns: The URL.
    /// - Throws: ``URLBuildError``: `missingValue`, `wrongType`, `unknownValue`, `missingBase`,
    ///   `baseConflict`, or, where no URL says these values, `takenByOther`, `valueDiffers`,
    ///   `unmatched`, `invalidURL`.
    /// - Complexity: That of resolving the URL, usually once; at most once for each variant of the
    ///   pattern and each way in which such a URL may begin.
    public func url(
        for route: Route, values: JSONObject = [:], options: URLBuildOptions = URLBuildOptions()
    ) throws(URLBuildError) -> String {
        try URLBuilder(route, in: self, values: values, options: options).url()
    }
}
